import { describe, expect, test } from '@jest/globals';
import type { MemberChange } from '../../../../common/schemas/changes.ts';
import { revAt } from '../../../../common/testing/replicas.ts';
import {
  ana,
  ben,
  importChange,
  itemChange,
  publicUser,
  sampleFolder,
  sampleItem,
  sampleShare,
  sampleUser,
} from '../../../testing/samples.ts';
import { newsText, sinceText } from './visitWords.ts';

const at = '2026-01-01T12:00:00.000Z';
const folder = sampleFolder({ name: 'Noir' });
const by = publicUser(ben);
const added = (n: number, who = ben) => itemChange(n, 'item:added', sampleItem(n), { by: who });
const noted = (n: number) => itemChange(n, 'item:noted', sampleItem(n, { note: 'See it big' }));

describe('what others did', () => {
  test.each<[string, MemberChange[]]>([
    ['Ben added Title 1', [added(1)]],
    ['Ben added 3 titles', [added(3), added(2), added(1)]],
    ['Ben wrote a note and added 2 titles', [noted(3), added(2), added(1)]],
    ['Ben wrote 2 notes', [noted(2), noted(1)]],
    ['Ben imported 3 titles', [importChange(2, [sampleItem(3)]), importChange(1, [sampleItem(1), sampleItem(2)])]],
    ['Ben removed Title 1', [itemChange(1, 'item:removed', sampleItem(1))]],
    ['Ben moved Title 1', [itemChange(1, 'item:updated', sampleItem(1, { watched: true }))]],
    ['Ben renamed the list', [{ ...revAt(1), at, by, type: 'folder:renamed', folder }]],
    ['Ben joined', [{ ...revAt(1), at, by, type: 'share:granted', folder, share: sampleShare() }]],
    ['Ben left', [{ ...revAt(1), at, by, type: 'share:revoked', folder, share: sampleShare() }]],
    ['', [itemChange(1, 'item:noted', sampleItem(1))]],
    ['', []],
  ])('%s', (text, changes) => {
    expect(newsText(changes, ana.id)).toBe(text);
  });

  test('names three people, the latest first', () => {
    const people = ['Cleo', 'Dan', 'Eve', 'Fay'].map((name, index) => sampleUser(10 + index, name));

    expect(
      newsText(
        people.map((who, index) => added(9 - index, who)),
        ana.id,
      ),
    ).toBe('Cleo added Title 9, Dan added Title 8, Eve added Title 7, and 1 other made changes');
  });
});

describe('the last visit', () => {
  const now = new Date(2026, 10, 20, 18, 0);

  test.each([
    ['Since 9:05 AM', new Date(2026, 10, 20, 9, 5)],
    ['Since yesterday', new Date(2026, 10, 19, 23, 59)],
    ['Since Saturday', new Date(2026, 10, 14, 12)],
    ['Since November 13', new Date(2026, 10, 13, 12)],
  ])('%s', (text, then) => {
    expect(sinceText(then.toISOString(), now).replace('\u202f', ' ')).toBe(text);
  });

  test('has no time if an older version stored it', () => {
    expect(sinceText(null, now)).toBe('Since your last visit');
  });
});
