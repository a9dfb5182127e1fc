import { cpus, totalmem } from 'node:os';
import type { Finding } from './lib/benchmark.ts';

export interface Row extends Finding {
  id: string;
}

const HEAD = ['id', 'what', 'control', 'ours', 'ratio', 'goal', 'held'];

/** The one table, aligned for a terminal and good as Markdown too. */
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

export function toPage(rows: readonly Row[], isShort: boolean, repetitions: number): string {
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${(totalmem() / 2 ** 30).toFixed(0)} GB`;
  const form = isShort
    ? 'This is the short form, with fewer tabs and rounds: it shows where things stand and proves nothing.'
    : 'This is the full form.';
  return `# Benchmarks

Made by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${machine}, Node ${process.versions.node}, ${process.platform}, everything on loopback,
${process.env.MONGODB_URI ? 'MongoDB' : 'the embedded database'}. ${form}

A figure is a ratio against a control program in \`scripts/bench/controls\` that ran in the same run, in turn with ours (control, ours, control, ours …), each in fresh processes:
the median of ${repetitions}. A margin under 15 % says nothing. Clients speak engine.io by hand (\`scripts/bench/lib/tab.ts\`); rate limits are off.

${toTable(rows)}
`;
}
