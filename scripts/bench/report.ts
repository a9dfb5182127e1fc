import { cpus, totalmem } from 'node:os';
import type { Benchmark, Finding } from './lib/benchmark.ts';

/** One measure, on each database. */
export interface Row {
  id: string;
  what: string;
  goal: string;
  embedded: Finding | undefined;
  mongodb: Finding | undefined;
}

/** Puts the findings of one benchmark on both databases side by side: they come in the same order. */
export function joinRows(id: string, embedded: readonly Finding[], mongodb: readonly Finding[]): Row[] {
  const longer = embedded.length >= mongodb.length ? embedded : mongodb;
  return longer.map(({ what, goal }, index) => ({
    id,
    what,
    goal,
    embedded: embedded[index],
    mongodb: mongodb[index],
  }));
}

const HEAD = ['id', 'what', 'goal'];
const HEAD_OF_DATABASE = ['control', 'ours', 'ratio', 'held'];

/** A Markdown table that is also aligned for a terminal. */
export function toTable(rows: readonly Row[]): string {
  const hasMongodb = rows.some(({ mongodb }) => mongodb);
  const databases = hasMongodb ? ['embedded: ', 'MongoDB: '] : [''];
  const heads = databases.flatMap((name) => HEAD_OF_DATABASE.map((head) => name + head));
  const cells = [[...HEAD, ...heads], ...rows.map((row) => toCells(row, hasMongodb))];
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  const [head = [], ...body] = cells;
  return [line(head), rule, ...body.map(line)].join('\n');
}

function toCells({ id, what, goal, embedded, mongodb }: Row, hasMongodb: boolean): string[] {
  return [id, what, goal, ...toResult(embedded), ...(hasMongodb ? toResult(mongodb) : [])];
}

function toResult(finding: Finding | undefined): string[] {
  if (!finding) return HEAD_OF_DATABASE.map(() => '–');
  const { control, ours, ratio, isHeld } = finding;
  return [control, ours, ratio === null ? '–' : ratio.toFixed(2), isHeld ? 'held' : 'NOT held'];
}

interface Page {
  benchmarks: readonly Benchmark[];
  rows: readonly Row[];
  isShort: boolean;
  repetitions: number;
}

export function toPage({ benchmarks, rows, isShort, repetitions }: Page): string {
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${(totalmem() / 2 ** 30).toFixed(0)} GB`;
  const form = isShort ? 'This is the short form, with fewer tabs and rounds.' : 'This is the full form.';
  return `# Benchmarks

Made by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${machine}, Node ${process.versions.node}, ${process.platform}, all on one machine,
on ${rows.some(({ mongodb }) => mongodb) ? 'the embedded database and on MongoDB' : 'the embedded database'}. ${form}

Most figures are ratios against a control: a small program in \`scripts/bench/controls\` that does only the essential work.
Control and ours run in turn, each in a new process, and the median of ${repetitions} runs counts. Differences below 15 % mean nothing.
Clients speak engine.io by hand (\`scripts/bench/lib/tab.ts\`). Rate limits are off.

## What is measured

${benchmarks.map(({ id, title }) => `- **${id}**: ${title}`).join('\n')}

## Results

${toTable(rows)}
`;
}
