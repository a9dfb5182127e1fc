import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';

interface Entry {
  version?: string;
  integrity?: string;
  resolved?: string;
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Entry> };
const entries = Object.entries(lock.packages).filter(([path]) => path !== '');
const named = ([path, { version }]: [string, Entry]) => `${path}@${version}`;

describe('package-lock.json', () => {
  test('has a hash for every package, those for other platforms too', () => {
    const without = entries.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));

    expect(entries.length).toBeGreaterThan(500);
    expect(without.map(named)).toEqual([]);
  });

  test('names no registry', () => {
    expect(entries.filter(([, { resolved }]) => resolved !== undefined).map(named)).toEqual([]);
  });

  test.each(['mongodb', 'bson'])('has one copy of %s', (name) => {
    const copies = entries.filter(([path]) => path.endsWith(`node_modules/${name}`));

    expect(copies.map(([path]) => path)).toEqual([`node_modules/${name}`]);
  });
});
