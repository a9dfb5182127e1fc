import { describe, expect, test } from '@jest/globals';
import { ana, ben, importChange, itemChange, sampleItem } from '../../../testing/samples.ts';
import { burstsOf, noteArrivals, ringsOf } from './arrivals.ts';

const added = (n: number, by = ben) => itemChange(n, 'item:added', sampleItem(n), { by });

describe('changes by others', () => {
  test('show a ring on added items for two seconds', () => {
    const arrivals = noteArrivals([], [added(1), added(2, ana)], ana.id, 1000);

    expect([...ringsOf(arrivals, 2000).keys()]).toEqual([sampleItem(1).id]);
    expect(ringsOf(arrivals, 3000).size).toBe(0);
  });

  test('become one line without rings from six on', () => {
    const arrivals = noteArrivals(
      [],
      [1, 2, 3, 4, 5, 6].map((n) => added(n)),
      ana.id,
      1000,
    );

    expect(burstsOf(arrivals, 1500)).toMatchObject([{ by: { id: ben.id }, kind: 'added', count: 6 }]);
    expect(ringsOf(arrivals, 1500).size).toBe(0);
  });

  test('of an import are one line that counts them all, without rings', () => {
    const first = noteArrivals([], [importChange(1, [sampleItem(1), sampleItem(2)])], ana.id, 1000);
    const both = noteArrivals(first, [importChange(2, [sampleItem(3)])], ana.id, 5000);

    expect(both).toMatchObject([{ rev: 2, kind: 'imported', count: 3 }]);
    expect(burstsOf(both, 5500)).toMatchObject([{ by: { id: ben.id }, kind: 'imported', count: 3 }]);
    expect(ringsOf(both, 5500).size).toBe(0);
    expect(noteArrivals([], [importChange(1, [sampleItem(1)])], ben.id, 1000)).toEqual([]);
  });

  test('count as one burst across batches, and expire afterwards', () => {
    const first = noteArrivals(
      [],
      [1, 2, 3].map((n) => added(n)),
      ana.id,
      1000,
    );
    const both = noteArrivals(
      first,
      [4, 5, 6].map((n) => added(n)),
      ana.id,
      1200,
    );
    const later = noteArrivals(both, [added(7)], ana.id, 9000);

    expect(burstsOf(both, 1300)).toHaveLength(1);
    expect(later).toHaveLength(1);
  });
});
