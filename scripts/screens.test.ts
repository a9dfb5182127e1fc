import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

// docs/screens.md names the test of each part of a screen. This file tests docs/screens.md.

const rows = readFileSync('docs/screens.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| What'));
const source = ['client', 'common', 'server'].map(readAll).join('\n');

function readAll(folder: string): string {
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return readAll(path);
      return /\.tsx?$/.test(entry.name) ? inOneFamily(readFileSync(path, 'utf8')) : '';
    })
    .join('\n');
}

/** Replaces the nouns of both families by a placeholder, since the product has such texts only once. */
function inOneFamily(text: string): string {
  return text
    .replace(/\$?\{(?:\w+\.)*family\.(?:noun|nouns|Noun|Nouns)\}/g, '§')
    .replace(/\b(?:folder|folders|category|categories)\b/gi, '§')
    .replace(/\\'/g, "'")
    .replace(/\s+/g, ' ');
}

/** The quoted texts of a row. Apostrophes inside words are no quotation marks. */
function quotedIn(row: string): string[] {
  return [...row.matchAll(/(?<!\w)'((?:[^']|(?<=\w)'(?=\w))+)'(?!\w)/g)].map(([, text]) => text ?? '');
}

/** The parts of a text without placeholders, which are a number n or a {name}. */
function fixedParts(text: string): string[] {
  return inOneFamily(text)
    .split(/\{[^}]*\}|(?<!\w)n(?!\w)/)
    .filter((part) => /\w/.test(part));
}

describe('docs/screens.md', () => {
  test('names existing tests in every row', () => {
    const unknown = rows.filter((row) => {
      const files = [...row.matchAll(/`([^`]+\.test\.tsx?)`/g)].map(([, file]) => file ?? '');
      return files.length === 0 || !files.every((file) => existsSync(file));
    });

    expect(unknown).toEqual([]);
  });

  test('quotes only texts of the product', () => {
    const unknown = rows.flatMap(quotedIn).filter((text) => !fixedParts(text).every((part) => source.includes(part)));

    expect(unknown).toEqual([]);
  });
});
