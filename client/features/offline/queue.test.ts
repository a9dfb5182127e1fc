import { expect, test } from '@jest/globals';
import { ApiError, OfflineError } from '../../lib/http/http.ts';
import { sampleItem } from '../../testing/samples.ts';
import { judge } from './queue.ts';
import type { QueuedWrite } from './queuedWrite.ts';

const refused = (status: number, code: string) => new ApiError(status, JSON.stringify({ error: 'No', code }));
const item = sampleItem(1);
const inList = { opId: '1', name: item.title, folderId: item.folderId };
const add: QueuedWrite = { ...inList, kind: 'add', item, body: { ...item } };
const remove: QueuedWrite = { ...inList, kind: 'remove', itemId: item.id };
const watch: QueuedWrite = { ...inList, kind: 'watch', itemId: item.id, watched: true, rev: 3 };
const play: QueuedWrite = { opId: '1', name: 'Dune', kind: 'play', body: { tmdbId: 1, mediaType: 'movie' } };
const timeZone = 'Europe/Berlin';
const upToBody = { tmdbId: 1, season: 1, episode: 3, timeZone };
const upTo: QueuedWrite = { opId: '1', name: 'Dark', kind: 'upTo', body: upToBody, shown: [] };
const all = [add, remove, watch, play, upTo];

test('a queued write that the server could not take is sent again later', () => {
  const passing = [
    new OfflineError(true),
    refused(401, 'unauthorized'),
    refused(429, 'rate_limited'),
    refused(500, 'internal'),
    refused(503, 'unavailable'),
  ];

  for (const error of passing) expect(all.map((write) => judge(write, error))).toEqual(all.map(() => 'wait'));
});

test.each([
  ['adding a title that is in the list', add, refused(409, 'already_in_folder'), 'saved'],
  ['removing a title that is gone', remove, refused(404, 'not_found'), 'saved'],
  ['marking a title that is gone', watch, refused(404, 'not_found'), 'saved'],
  ['a mark that someone else has set since', watch, refused(409, 'changed_since'), { kind: 'theirs' }],
  ['adding to a list that is gone', add, refused(404, 'not_found'), { kind: 'no access' }],
  ['adding without the right to', add, refused(403, 'forbidden'), { kind: 'no access' }],
  ['removing without the right to', remove, refused(403, 'forbidden'), { kind: 'refused', text: 'No' }],
  ['a full list', add, refused(409, 'limit_reached'), { kind: 'refused', text: 'No' }],
  ['a tick before the others', play, refused(409, 'watch_ahead'), { kind: 'ahead', text: 'No' }],
  ['several ticks before the others', upTo, refused(409, 'watch_ahead'), { kind: 'ahead', text: 'No' }],
  ['a play of an unknown title', play, refused(404, 'not_found'), { kind: 'refused', text: 'No' }],
])('the end of a queued write: %s', (_what, write, error, expected) => {
  expect(judge(write, error)).toEqual(expected);
});
