import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parseSync } from 'vite';
import { readSources } from './imports/sources.ts';

const mantine = 'node_modules/@mantine/core/esm';

/** Styles that no screen needs. */
const unused: Record<string, string> = {
  RadioCard: 'no control of ours renders it',
  RadioIndicator: 'no control of ours renders it',
  Tabs: 'client/components has styles of its own for tabs',
  VisuallyHidden: 'no control of ours renders it',
};

const moduleByComponent = new Map(
  readdirSync(mantine, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\/[A-Z]\w*\.mjs$/.test(file))
    .map((file) => [basename(file, '.mjs'), join(mantine, file)]),
);

/** The modules of Mantine that a module loads, with itself. */
function modulesOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(/from "(\.[^"]+\.mjs)"/g)) {
    const target = join(dirname(file), specifier);
    if (existsSync(target)) modulesOf(target, found);
  }
  return found;
}

/** The names of the stylesheets that a component needs, with those of the components inside it. */
function stylesOf(component: string): string[] {
  const file = moduleByComponent.get(component);
  if (!file) return [];
  return [...modulesOf(file)].flatMap((path) => /(\w+)\.module\.mjs$/.exec(path)?.[1] ?? []);
}

test('every Mantine component in use has its styles', () => {
  const client = readSources('.').filter(({ path }) => path.startsWith('client/'));
  const imported = new Set(
    client.flatMap(({ text }) =>
      [...text.matchAll(/@mantine\/core\/styles\/(\w+)\.layer\.css/g)].map(([, name]) => name),
    ),
  );
  const components = client.flatMap(({ path, text }) =>
    parseSync(path, text)
      .module.staticImports.filter(({ moduleRequest }) => moduleRequest.value === '@mantine/core')
      .flatMap(({ entries }) => entries.flatMap(({ isType, importName }) => (isType ? [] : (importName.name ?? [])))),
  );

  const missing = components.flatMap((component) =>
    stylesOf(component)
      .filter((style) => !imported.has(style) && !(style in unused))
      .map((style) => `${component} needs @mantine/core/styles/${style}.layer.css`),
  );

  expect(components).toContain('Button');
  expect(missing).toEqual([]);
});
