import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'amaro';

const globals = new URL('./globals.mjs', import.meta.url).href;

/** Node's hook that resolves imports: @jest/globals itself works in Jest's own loader only. */
export function resolve(specifier, context, next) {
  return specifier === '@jest/globals' ? { url: globals, shortCircuit: true } : next(specifier, context);
}

/** Node's hook that loads modules: replaces the types of TypeScript by spaces, so that line numbers stay right. */
export async function load(url, context, next) {
  if (!/\.ts(\?|$)/.test(url)) return next(url, context);
  const source = await readFile(fileURLToPath(url), 'utf8');
  return { format: 'module', source: transformSync(source, { mode: 'strip-only' }).code, shortCircuit: true };
}
