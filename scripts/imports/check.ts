import { posix } from 'node:path';
import { parseSync } from 'vite';
import { isForTests, whyForbidden, whyPackageForbidden, whyValueForbidden } from './rules.ts';

export interface SourceFile {
  path: string;
  text: string;
}

/** A package of this repository: its folder, its name, and the files that it exports. */
export interface Workspace {
  folder: string;
  name: string;
  exports: Record<string, string>;
}

/** Checks every import against the table of allowed imports; returns one line for each violation. */
export function checkImports(
  sources: SourceFile[],
  exists: (path: string) => boolean,
  workspaces: Workspace[] = [],
): string[] {
  const problems: string[] = [];
  const graph = new Map<string, string[]>();
  for (const { path, text } of sources) {
    const targets: string[] = [];
    for (const { specifier, line, isType } of findImports(path, text)) {
      const target = specifier.startsWith('.') ? resolve(path, specifier) : findExport(specifier, workspaces);
      if (target !== null && exists(target)) targets.push(target);
      const reason =
        target === null
          ? whyPackageForbidden(path, specifier)
          : (whyNotByPath(path, specifier, target, workspaces) ?? judge(path, target, isType, exists));
      if (reason) problems.push(`${path}:${line} imports ${target ?? specifier}: ${reason}`);
    }
    graph.set(path, targets);
  }
  for (const cycle of findCycles(graph)) problems.push(`${cycle[0]} is in a cycle: ${cycle.join(' → ')}`);
  for (const [folder, inside] of graphsByFolder(graph)) {
    const isFile = (name: string) => graph.has(posix.join(folder, name));
    for (const cycle of findCycles(inside))
      if (!cycle.every(isFile)) problems.push(`${folder} has a cycle: ${cycle.join(' → ')}`);
  }
  return problems;
}

/** For each folder, which of the files and folders directly in it import each other. Tests are left out. */
function graphsByFolder(files: Map<string, string[]>): Map<string, Map<string, string[]>> {
  const graphs = new Map<string, Map<string, string[]>>();
  for (const [from, targets] of files) {
    for (const to of targets) {
      if (isForTests(from) || isForTests(to)) continue;
      const [own, other] = [from.split('/'), to.split('/')];
      const depth = own.findIndex((name, index) => name !== other[index]);
      const [source = '', target = ''] = [own[depth], other[depth]];
      const folder = own.slice(0, depth).join('/');
      const graph = graphs.get(folder) ?? new Map<string, string[]>();
      graphs.set(folder, graph.set(source, [...(graph.get(source) ?? []), target]));
    }
  }
  return graphs;
}

/** The file behind an import of a workspace by its name, or null for any other package. */
function findExport(specifier: string, workspaces: Workspace[]): string | null {
  const workspace = workspaces.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
  if (!workspace) return null;
  const file = workspace.exports[`.${specifier.slice(workspace.name.length)}`];
  return posix.join(workspace.folder, file ?? `(${specifier} is not exported)`);
}

/** Other files reach a workspace only through its name and exports. */
function whyNotByPath(from: string, specifier: string, to: string, workspaces: Workspace[]): string | null {
  const workspace = workspaces.find(({ folder }) => to.startsWith(`${folder}/`));
  if (!workspace || from.startsWith(`${workspace.folder}/`) || !specifier.startsWith('.')) return null;
  return `import it as '${workspace.name}'`;
}

function judge(from: string, to: string, isType: boolean, exists: (path: string) => boolean): string | null {
  if (!exists(to)) return 'there is no such file';
  return whyForbidden(from, to) ?? (isType ? null : whyValueForbidden(from, to));
}

function resolve(from: string, specifier: string): string {
  return posix.join(posix.dirname(from), specifier.replace(/\?.*$/, ''));
}

/** One shortest cycle for each group of files that import each other. */
function findCycles(graph: Map<string, string[]>): string[][] {
  const cycles: string[][] = [];
  const settled = new Set<string>();
  for (const start of [...graph.keys()].sort()) {
    if (settled.has(start)) continue;
    const cycle = shortestWayBack(graph, start);
    if (!cycle) continue;
    cycles.push(cycle);
    for (const file of cycle) settled.add(file);
  }
  return cycles;
}

function shortestWayBack(graph: Map<string, string[]>, start: string): string[] | null {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const file of queue) {
    for (const next of graph.get(file) ?? []) {
      if (next === start) return [...pathTo(file, start, cameFrom), start];
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, file);
      queue.push(next);
    }
  }
  return null;
}

function pathTo(file: string, start: string, cameFrom: Map<string, string>): string[] {
  const path: string[] = [];
  for (let at: string | undefined = file; at !== undefined; at = at === start ? undefined : cameFrom.get(at))
    path.push(at);
  return path.reverse();
}

interface Import {
  specifier: string;
  line: number;
  /** Only types, which are not in the built code. */
  isType: boolean;
}

/** All modules that a file imports or re-exports, including types and `import()`. */
export function findImports(path: string, text: string): Import[] {
  const { module } = parseSync(path, text);
  const requests = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      ...moduleRequest,
      isType: entries.length > 0 && entries.every((entry) => entry.isType),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) => (moduleRequest ? { ...moduleRequest, isType } : [])),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => ({
      start,
      end,
      value: literal(text, start, end),
      isType: false,
    })),
  ];
  const found = requests.filter((request) => request.value !== '');
  const unique = new Map(found.map((request) => [request.start, request]));
  return [...unique.values()].map(({ value, start, isType }) => ({
    specifier: value,
    line: lineAt(text, start),
    isType,
  }));
}

/** The module of `import(…)` if it is a plain string; computed names cannot be checked. */
function literal(text: string, start: number, end: number): string {
  return /^(['"`])([^'"`$]*)\1$/.exec(text.slice(start, end))?.[2] ?? '';
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
