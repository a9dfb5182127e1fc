import { parseSync } from 'vite';

export interface Import {
  specifier: string;
  line: number;
}

/** Every module a file names in an import or a re-export, those of types and those behind `import()` included. */
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

/** What `import(…)` names when that is a plain string; a computed name is nothing a table can judge. */
function literal(text: string, start: number, end: number): string {
  return /^(['"`])([^'"`$]*)\1$/.exec(text.slice(start, end))?.[2] ?? '';
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
