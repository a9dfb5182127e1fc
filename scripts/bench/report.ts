import { cpus, totalmem } from 'node:os';
import type { Benchmark, Finding } from './lib/benchmark.ts';

export interface Row extends Finding {
  id: string;
}

const HEAD = ['id', 'what', 'control', 'ours', 'ratio', 'goal', 'held'];

/** A Markdown table that is also aligned for a terminal. */
export function toTable(rows: readonly Row[]): string {
  const cells = [HEAD, ...rows.map(toCells)];
  const widths = HEAD.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  const [head = [], ...body] = cells;
  return [line(head), rule, ...body.map(line)].join('\n');
}

function toCells({ id, what, control, ours, ratio, goal, isHeld }: Row): string[] {
  return [id, what, control, ours, ratio === null ? '–' : ratio.toFixed(2), goal, isHeld ? 'held' : 'NOT held'];
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
${process.env.MONGODB_URI ? 'MongoDB' : 'the embedded database'}. ${form}

Most figures are ratios against a control: a small program in \`scripts/bench/controls\` that does only the essential work.
Control and ours run in turn, each in a new process, and the median of ${repetitions} runs counts. Differences below 15 % mean nothing.
Clients speak engine.io by hand (\`scripts/bench/lib/tab.ts\`). Rate limits are off.

## What is measured

${benchmarks.map(({ id, title }) => `- **${id}**: ${title}`).join('\n')}

## Results

${toTable(rows)}
`;
}
