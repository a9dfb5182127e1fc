import { expect, test } from '@jest/globals';
import type { Entry, RangeOptions, Reader } from '../store/lmdb.ts';
import { Overlay } from './staged.ts';

/** A minimal store to compare with. */
class Sorted implements Reader {
  readonly entries = new Map<string, string>();

  get(key: Buffer): Buffer | undefined {
    const value = this.entries.get(key.toString());
    return value === undefined ? undefined : Buffer.from(value);
  }

  range(start: Buffer, end: Buffer, { limit, reverse = false }: RangeOptions): Entry[] {
    const within = [...this.entries.keys()].filter((key) => key >= start.toString() && key < end.toString()).sort();
    if (reverse) within.reverse();
    return within
      .slice(0, limit)
      .map((key) => ({ key: Buffer.from(key), value: this.get(Buffer.from(key)) as Buffer }));
  }
}

test('a snapshot with an overlay reads as if the writes had been applied, in both directions and with any limit', () => {
  let seed = 7;
  const random = (n: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed % n;
  };
  for (let round = 0; round < 60; round++) {
    const base = new Sorted();
    const expected = new Sorted();
    for (let i = 0; i < 40; i++) {
      const key = `k${100 + random(80)}`;
      base.entries.set(key, 'base');
      expected.entries.set(key, 'base');
    }
    const overlay = new Overlay(base);
    const writes = random(2) ? 100 : 10; // many new keys are sorted in a different way than a few
    for (let i = 0; i < writes; i++) {
      const key = `k${100 + random(80)}`;
      const value = random(3) ? `own ${i}` : undefined;
      overlay.set(Buffer.from(key), value === undefined ? undefined : Buffer.from(value));
      if (value === undefined) expected.entries.delete(key);
      else expected.entries.set(key, value);
    }

    const start = Buffer.from(`k${100 + random(80)}`);
    const end = Buffer.from(`k${100 + random(100)}`);
    for (const limit of [1, 3, 200]) {
      for (const reverse of [false, true]) {
        const text = (entries: Entry[]) => entries.map(({ key, value }) => `${key}=${value}`);
        const found = text(overlay.range(start, end, { limit, reverse }));
        expect(found).toEqual(text(expected.range(start, end, { limit, reverse })));
      }
    }
  }
});
