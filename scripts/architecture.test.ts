import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from '@jest/globals';
import { collectionLabels } from '../server/features/operator/storage.service.ts';
import { findImports } from './imports/check.ts';
import { drawnFolderOf, FEATURES } from './imports/rules.ts';
import { readSources } from './imports/sources.ts';

const text = readFileSync('ARCHITECTURE.md', 'utf8');
const picture = /```mermaid\n(.*?)```/s.exec(text)?.[1] ?? '';
const sources = readSources('.');
const packages: Record<string, string> = {
  'embedded-mongo': 'server/embedded-mongo',
  'poster-art': 'server/poster-art',
};

/** The arrows of the picture, by the labels of their ends. */
function drawnArrows(): string[] {
  const labels = new Map([...picture.matchAll(/(\w+)\["([^"]+)"\]/g)].map(([, id = '', label = '']) => [id, label]));
  const arrows = [...picture.matchAll(/^ *(\w+) --> (\w+(?: & \w+)*)$/gm)];
  return arrows.flatMap(([, from = '', to = '']) =>
    to.split(' & ').map((one) => `${labels.get(from) ?? from} → ${labels.get(one) ?? one}`),
  );
}

/** The imports between the folders of the picture. */
function realArrows(): string[] {
  const arrows = sources.flatMap(({ path, text: code }) => {
    const from = drawnFolderOf(path);
    return findImports(path, code).flatMap(({ specifier }) => {
      const to = specifier.startsWith('.')
        ? drawnFolderOf(posix.join(posix.dirname(path), specifier))
        : (packages[specifier.split('/')[0] ?? ''] ?? null);
      return from && to && from !== to ? [`${from} → ${to}`] : [];
    });
  });
  return [...new Set(arrows)];
}

test('the picture of the map has an arrow for each import between folders, and no other', () => {
  expect(drawnArrows().sort()).toEqual(realArrows().sort());
});

test('the features are listed in the order of the rules', () => {
  expect(text).toContain(`\n${FEATURES.join(', ')}.\n`);
});

test('the table of collections has each one that operators see', () => {
  const [, table = ''] = /^## The data\n(.*?)^## /ms.exec(text) ?? [];

  expect(Object.keys(collectionLabels).filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
});

test('the table of revs has each stored number of this kind', () => {
  const [, table = ''] = /^## Revs\n(.*?)^## /ms.exec(text) ?? [];
  const models = sources.filter(({ path }) => path.endsWith('.model.ts'));
  const schemas = models.flatMap(({ text: code }) => [...code.matchAll(/new Schema<(\w+)Doc>(.*?)^\);/gms)]);
  const stored = schemas.flatMap(([, entity = '', fields = '']) =>
    [...fields.matchAll(/^ +(\w*[rR]ev): \{ type: Number/gm)].map(
      ([, name]) => `${entity[0]?.toLowerCase()}${entity.slice(1)}.${name}`,
    ),
  );

  expect(stored).toContain('folder.rev');
  expect(stored.filter((rev) => !table.includes(`| \`${rev}\` |`))).toEqual([]);
});
