import { expect, test } from '@jest/globals';
import { ana, ben, idOf } from '../../../testing/samples.ts';
import { passesSeen } from './seenFilter.ts';

const cleo = idOf(3);
const [onlyAna, onlyBen, both, none] = ['1', '2', '3', '4'];
const marks = {
  viewerId: ana.id,
  seen: { [ana.id]: new Set([onlyAna, both]), [ben.id]: new Set([onlyBen, both]) },
  consents: { [ben.id]: true },
};
const passing = (filter: string | undefined, by = marks) =>
  [onlyAna, onlyBen, both, none].filter((itemId) => passesSeen(itemId, filter, by));

test.each([
  ['nobody', [none]],
  ['not-me', [onlyBen, none]],
  ['all', [both]],
  [undefined, [onlyAna, onlyBen, both, none]],
  ['unknown', [onlyAna, onlyBen, both, none]],
])('the filter %s keeps the right titles', (filter, expected) => {
  expect(passing(filter)).toEqual(expected);
});

test('a member who shows it and has seen nothing is one of us, a member who does not show it is not', () => {
  const asked = { ...marks, consents: { ...marks.consents, [cleo]: true } };

  expect(passing('all', asked)).toEqual([]);
  expect(passing('all', { ...asked, consents: { [ben.id]: true, [cleo]: false } })).toEqual([both]);
});
