import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

// docs/screens.md says which test holds what; this holds docs/screens.md.

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

/** A text of both families is written once, with the noun left open. */
function inOneFamily(text: string): string {
  return text
    .replace(/\$?\{(?:\w+\.)*family\.(?:noun|nouns|Noun|Nouns)\}/g, '§')
    .replace(/\b(?:folder|folders|category|categories)\b/gi, '§')
    .replace(/\\'/g, "'")
    .replace(/\s+/g, ' ');
}

/** What stands between quotation marks, which are not those inside of words. */
function quotedIn(row: string): string[] {
  return [...row.matchAll(/(?<!\w)'((?:[^']|(?<=\w)'(?=\w))+)'(?!\w)/g)].map(([, text]) => text ?? '');
}

/** The parts of a text around what is filled in: a number n, or a {name}. */
function fixedParts(text: string): string[] {
  return inOneFamily(text)
    .split(/\{[^}]*\}|(?<!\w)n(?!\w)/)
    .filter((part) => /\w/.test(part));
}

describe('docs/screens.md', () => {
  test('names tests that exist, in every row', () => {
    const unknown = rows.filter((row) => {
      const files = [...row.matchAll(/`([^`]+\.test\.tsx?)`/g)].map(([, file]) => file ?? '');
      return files.length === 0 || !files.every((file) => existsSync(file));
    });

    expect(unknown).toEqual([]);
  });

  test('quotes nothing that the product does not say', () => {
    const unsaid = rows.flatMap(quotedIn).filter((text) => !fixedParts(text).every((part) => source.includes(part)));

    expect(unsaid).toEqual([]);
  });
});
