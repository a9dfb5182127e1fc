import { expect, test } from '@jest/globals';
import type { z } from 'zod';
import { itemApi } from '../api/lists.ts';
import { limits } from '../constants.ts';
import { createTokenBody } from './account/token.ts';
import { calendarQuery } from './calendar.ts';
import { changesQuery } from './changes.ts';
import { syncRequestSchema } from './events.ts';
import { sendInvitationBody } from './invitation.ts';
import { addItemBody, placeBody, removeItemsBody } from './item.ts';
import { playBody, playsQuery, playUpdateBody } from './play.ts';
import { scrobbleBody } from './player.ts';
import { ballotBody } from './poll.ts';
import { seasonBody, upToBody } from './progress.ts';

const id = 'a'.repeat(24);
const film = { tmdbId: 603, mediaType: 'movie' };
const show = { tmdbId: 1399, mediaType: 'tv' };
const at = '2026-01-31T20:15:00.000Z';
const day = (after: number) => new Date(Date.UTC(2026, 0, 1 + after)).toISOString().slice(0, 10);
const folders = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [n.toString(16).padStart(24, '0'), 1]));
const heard = { event: 'stop', progress: 1, at, player: 'TV', session: 'x' };
const heardFilm = { ...heard, mediaType: 'movie', ids: { tmdb: 603 } };
const heardShow = { ...heard, mediaType: 'tv', ids: { tmdb: 1399 } };
const token = { name: 'Script', expiresInDays: null };
const ballot = (marks: string) => JSON.parse(`{ "marks": ${marks}, "isReady": true }`);

/** What a rule accepts, and what it refuses with the path of the field. */
const rules: [rule: string, schema: z.ZodType, right: unknown[], wrong: [unknown, string][]][] = [
  [
    'a time is unknown exactly when its precision says so',
    playBody,
    [film, { ...film, at, precision: 'day' }, { ...film, at: null, precision: 'unknown' }],
    [
      [{ ...film, at, precision: 'unknown' }, 'precision'],
      [{ ...film, precision: 'day' }, 'precision'],
    ],
  ],
  ['so is it when a play changes', playUpdateBody, [{ at: null }], [[{ at: null, precision: 'day' }, 'precision']]],
  [
    'and in a season',
    seasonBody,
    [{ tmdbId: 1, season: 1 }],
    [[{ tmdbId: 1, season: 1, at, precision: 'unknown' }, 'precision']],
  ],
  [
    'and up to an episode',
    upToBody,
    [{ tmdbId: 1, season: 1, episode: 2 }],
    [[{ tmdbId: 1, season: 1, episode: 2, at, precision: 'unknown' }, 'precision']],
  ],
  [
    'only shows have seasons and episodes',
    playBody,
    [{ ...show, season: 1, episode: 2 }],
    [
      [{ ...film, season: 1 }, 'season'],
      [{ ...film, episode: 1 }, 'season'],
    ],
  ],
  [
    'a place in the log is a time that exists',
    playsQuery,
    [{ before: `${at}_${id}` }, { before: `unknown_${id}` }],
    [[{ before: `2026-02-31T20:15:00.000Z_${id}` }, 'before']],
  ],
  [
    'an item is added to one list',
    addItemBody,
    [
      { ...film, title: 'The Matrix', folderId: id },
      { ...film, title: 'The Matrix', categoryId: id },
    ],
    [
      [{ ...film, title: 'The Matrix' }, 'folderId'],
      [{ ...film, title: 'The Matrix', folderId: id, categoryId: id }, 'folderId'],
    ],
  ],
  [
    'an invitation is to one list',
    sendInvitationBody,
    [{ folderId: id, invitedUserId: id }],
    [
      [{ invitedUserId: id }, 'folderId'],
      [{ folderId: id, categoryId: id, invitedUserId: id }, 'folderId'],
    ],
  ],
  [
    'items are read of one list at most',
    itemApi.list.query,
    [{}, { folderId: id }, { categoryId: id }],
    [[{ folderId: id, categoryId: id }, 'folderId']],
  ],
  [
    'an item is moved next to another',
    placeBody,
    [
      { afterId: id, beforeId: null },
      { afterId: null, beforeId: id },
    ],
    [[{ afterId: null, beforeId: null }, 'afterId']],
  ],
  ['some item is removed', removeItemsBody, [{ itemIds: [id] }], [[{ itemIds: [] }, 'itemIds']]],
  [
    'a player names the title by an id or its name',
    scrobbleBody,
    [heardFilm, { ...heardFilm, ids: {}, name: 'Heat' }],
    [[{ ...heardFilm, ids: {} }, 'ids']],
  ],
  [
    'a player names the episode of a show, and none of a film',
    scrobbleBody,
    [{ ...heardShow, season: 1, episode: 2 }],
    [
      [{ ...heardShow, season: 1 }, 'episode'],
      [{ ...heardShow, episode: 2 }, 'episode'],
      [{ ...heardFilm, season: 1 }, 'episode'],
      [{ ...heardFilm, episode: 2 }, 'episode'],
    ],
  ],
  [
    'a token may do something, not only be for a list',
    createTokenBody,
    [{ ...token, scopes: ['read', `list:${id}`] }],
    [[{ ...token, scopes: [`list:${id}`] }, 'scopes']],
  ],
  [
    'a calendar has some days, the first one first',
    calendarQuery,
    [
      { from: day(0), to: day(0) },
      { from: day(0), to: day(limits.calendarDays - 1) },
    ],
    [
      [{ from: day(1), to: day(0) }, 'to'],
      [{ from: day(0), to: day(limits.calendarDays) }, 'to'],
    ],
  ],
  [
    'a time zone has a name that exists',
    calendarQuery,
    [{ from: day(0), to: day(0), timeZone: 'Europe/Berlin' }],
    [[{ from: day(0), to: day(0), timeZone: 'Mars/Olympus' }, 'timeZone']],
  ],
  [
    'a rev is in decimal digits',
    changesQuery,
    [{ since: '0' }, { before: '1' }],
    [
      [{ since: '0x1' }, 'since'],
      [{ before: '1e3' }, 'before'],
      [{ before: '0' }, 'before'],
    ],
  ],
  [
    'a tab asks for some lists at once',
    syncRequestSchema,
    [{ folders: folders(limits.syncFolders), userRev: 0 }],
    [[{ folders: folders(limits.syncFolders + 1), userRev: 0 }, 'folders']],
  ],
  [
    'a mark is for a title, not for a name of the language',
    ballotBody,
    [ballot('{ "movie:603": 2 }')],
    [[ballot('{ "__proto__": 2 }'), 'marks']],
  ],
];

test.each(rules)('%s', (_rule, schema, right, wrong) => {
  for (const body of right) expect(schema.safeParse(body).error).toBeUndefined();
  for (const [body, field] of wrong) expect(schema.safeParse(body).error?.issues[0]?.path[0]).toBe(field);
});
