import { parseSync } from 'vite';

export interface Import {
  specifier: string;
  line: number;
}

/** All modules that a file imports or re-exports, including types and `import()`. */
export function findImports(path: string, text: string): Import[] {
  const { module } = parseSync(path, text);
  const requests = [
    ...module.staticImports.map((found) => found.moduleRequest),
    ...module.staticExports.flatMap((found) => found.entries.flatMap((entry) => entry.moduleRequest ?? [])),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => ({
      start,
      end,
      value: literal(text, start, end),
    })),
  ];
  const found = requests.filter((request) => request.value !== '');
  const unique = new Map(found.map((request) => [request.start, request]));
  return [...unique.values()].map(({ value, start }) => ({ specifier: value, line: lineAt(text, start) }));
}

/** The module of `import(…)` if it is a plain string; computed names cannot be checked. */
function literal(text: string, start: number, end: number): string {
  return /^(['"`])([^'"`$]*)\1$/.exec(text.slice(start, end))?.[2] ?? '';
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
