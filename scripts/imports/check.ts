import { posix } from 'node:path';
import { findCycles } from './cycles.ts';
import { findImports } from './parse.ts';
import { whyForbidden, whyPackageForbidden } from './rules.ts';

export interface SourceFile {
  path: string;
  text: string;
}

/** Holds every import against the table of who may import whom; one line for each that breaks it. */
export function checkImports(sources: SourceFile[], exists: (path: string) => boolean): string[] {
  const problems: string[] = [];
  const graph = new Map<string, string[]>();
  for (const { path, text } of sources) {
    const targets: string[] = [];
    for (const { specifier, line } of findImports(path, text)) {
      const target = specifier.startsWith('.') ? resolve(path, specifier) : null;
      if (target !== null && exists(target)) targets.push(target);
      const reason = target === null ? whyPackageForbidden(path, specifier) : judge(path, target, exists);
      if (reason) problems.push(`${path}:${line} imports ${target ?? specifier}: ${reason}`);
    }
    graph.set(path, targets);
  }
  for (const cycle of findCycles(graph)) problems.push(`${cycle[0]} is in a cycle: ${cycle.join(' → ')}`);
  return problems;
}

function judge(from: string, to: string, exists: (path: string) => boolean): string | null {
  return exists(to) ? whyForbidden(from, to) : 'there is no such file';
}

function resolve(from: string, specifier: string): string {
  return posix.join(posix.dirname(from), specifier.replace(/\?.*$/, ''));
}
