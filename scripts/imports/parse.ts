import { parseSync } from 'vite';

export interface Import {
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
