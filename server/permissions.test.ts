import { beforeAll, describe, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import type { Test } from 'supertest';
import { allCalls } from '../common/api/all.ts';
import type { Call } from '../common/api/call.ts';
import { userApi } from '../common/api/users.ts';
import type { Flags } from '../common/permissions.ts';
import { hasNonsense } from './testing/row.ts';
import { type MatrixCase, matrix } from './testing/rows.ts';
import { setUpServer } from './testing/server.ts';
import { emptied, guestRoles, heldFlags, roles, type Stage, setStage, tokenRoles } from './testing/stage.ts';

const server = setUpServer();
let stage: Stage;
beforeAll(async () => {
  stage = await setStage(server);
});

type Manner = 'well formed' | 'nonsense';

function send(row: MatrixCase, role: string, on: Stage = stage, manner: Manner = 'well formed'): Test {
  const params = row.params?.(on) ?? {};
  const isNonsense = manner === 'nonsense';
  const nonsense = isNonsense && hasNonsense(row) ? row.nonsense : {};
  const query = (nonsense.query ?? row.query)?.(on);
  const body = (nonsense.body ?? row.body)?.(on);
  const path = row.call.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? name);
  const person = on.people[role];
  if (!person) throw new Error(`There is no person for the role ${role}`);
  return person[row.call.method](query ? `${path}?${new URLSearchParams(query)}` : path, body);
}

const isOutside = (role: string) => ['visitor', 'expired session', 'disabled', ...guestRoles].includes(role);

/** What a holder of the owner's access token gets, or null if the token opens the call: then it is what the owner gets. */
function refusalOfToken(role: string, { call: { scope }, needs }: MatrixCase): number | null {
  if (role === 'revoked token') return 401;
  const token = tokenRoles[role];
  if (!token) return null;
  const [kind, isForLists] = scope?.startsWith('list:') ? [scope.slice('list:'.length), true] : [scope, false];
  if (!token.kinds.some((own) => own === kind)) return 403;
  if (!token.isNarrowed) return null;
  if (!isForLists) return 403;
  const isAboutList = needs !== 'nothing' && needs !== 'session';
  return role === 'other list token' && isAboutList ? 404 : null;
}

/** 401 for visitors and for guests of a poll where the call is not for them, 404 for what the person may not see, 403 without the flag. */
function expected(role: string, row: MatrixCase, passes: number): number {
  const refusal = refusalOfToken(role, row);
  if (refusal !== null) return refusal;
  if (role in tokenRoles) return expected('owner', row, passes);
  const ownerPasses = passes === row.passes ? (row.ownerPasses ?? passes) : passes;
  if (row.needs === 'nothing') return row.isAboutOwner && role === 'blocked' ? 404 : passes;
  if (row.guestPasses && role === 'guest') return passes === row.passes ? row.guestPasses : passes;
  if (row.guestPasses && role === 'foreign guest') return 404;
  if (isOutside(role)) return 401;
  if (row.isAboutOwner && role === 'blocked') return 404;
  if (row.needs === 'session') return role === 'owner' ? ownerPasses : passes;
  if (row.needs === 'newcomer') return ['stranger', 'operator', 'former', 'unlisted'].includes(role) ? passes : 409;
  if (row.needs === 'operator') return role === 'operator' ? passes : 403;
  if (row.needs === 'author') return role === 'owner' ? passes : 404;
  if (row.needs === 'invitee') return role === 'invited' ? passes : 404;
  if (role === 'owner') return ownerPasses;
  const flags: Flags | undefined = heldFlags[role];
  if (!flags) return 404;
  if (row.needs === 'owner') return 403;
  return row.needs === 'member' || flags[row.needs] ? passes : 403;
}

const expectedOf = (row: MatrixCase, passes: number) =>
  Object.fromEntries(roles.map((role) => [role, expected(role, row, passes)]));

test('every call of the contract has a row', () => {
  const covered = new Set(matrix.map(({ call }) => call));

  expect(allCalls.filter((call) => !covered.has(call)).map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});

test('each call about a person has a test with a user whom that person has blocked', () => {
  const ofCallerAlone: readonly Call[] = [userApi.block, userApi.unblock];
  const untried = matrix.filter(
    ({ call, isAboutOwner }) => /\/users\/:/.test(call.path) && !isAboutOwner && !ofCallerAlone.includes(call),
  );

  expect(untried.map(({ name }) => name)).toEqual([]);
});

const outsiders = ['visitor', 'stranger', 'unlisted', 'blocked', 'former'];

/** The owner's profile shows the titles of the list, and nothing else of it. */
const isOfProfile = ({ call }: MatrixCase) => /^\/api\/users\/:userId\/\w+\/:id\/items$/.test(call.path);

/** Whether an answer has an item or a comment of the list. */
const showsContents = (text = '') =>
  [stage.itemId, stage.commentedItemId, stage.commentId].some((id) => text.includes(id));

describe('allowed callers, of whom only members see titles and comments of a list', () => {
  test.each(matrix)('$name: $needs', async (row) => {
    const got: Record<string, number> = {};
    const shown: string[] = [];
    const ask = async (role: string) => {
      const { status, text } = await send(row, role);
      got[role] = status;
      if (outsiders.includes(role) && !isOfProfile(row) && showsContents(text)) shown.push(role);
      if (status < 300) await row.restore?.(stage, role);
    };
    // Reads can run in parallel. Writes run one after another, since each changes the state for the next.
    if (row.call.method === 'get') await Promise.all(roles.map(ask));
    else for (const role of roles) await ask(role);

    expect(got).toEqual(expectedOf(row, row.passes));
    expect(shown).toEqual([]);
  });
});

describe('a request that does not match its schema is answered 400 only to allowed callers', () => {
  test.each(matrix.filter(hasNonsense))('$name: $needs', async (row) => {
    const answers = await Promise.all(
      roles.map(async (role) => [role, (await send(row, role, stage, 'nonsense')).status]),
    );

    expect(Object.fromEntries(answers)).toEqual(expectedOf(row, 400));
  });
});

describe('a request of another site is refused before the database is asked', () => {
  test.each(matrix.filter(({ call }) => call.method !== 'get'))('$name', async (row) => {
    const got: Record<string, number> = {};
    for (const role of ['visitor', 'stranger', 'owner']) {
      got[role] = (await send(row, role, emptied(stage)).set('Origin', 'https://elsewhere.example')).status;
    }

    const visitor = row.needs === 'nothing' ? 403 : 401;
    expect(got).toEqual({ visitor, stranger: 403, owner: 403 });
  });
});

describe('a list that the person may not see takes the same statements as one that does not exist', () => {
  const folderBound = matrix.filter(({ needs }) => !['nothing', 'session', 'newcomer', 'operator'].includes(needs));

  // The cleanup of lists that earlier tests deleted, webhooks and messages about what they changed, and the look for new
  // episodes, some minutes after the start, would add their statements.
  beforeAll(async () => {
    const nextYear = new Date(Date.now() + 365 * 24 * 60 * 60 * 1000);
    const lease = { _id: 'new-episodes', until: nextYear };
    await mongoose.connection
      .collection<typeof lease>('leases')
      .replaceOne({ _id: lease._id }, lease, { upsert: true });
    await mongoose.connection.collection('sweeps').updateMany({}, { $set: { dueAt: nextYear } });
    await mongoose.connection.collection('webhooks').updateMany({}, { $set: { isOn: false }, $unset: { nextAt: 1 } });
    await mongoose.connection.collection('notices').updateMany({}, { $unset: { sendAt: 1 } });
    await mongoose.connection.collection('noticedeliveries').deleteMany({});
  });

  /** Sent by nodes in the background, and not by requests. */
  const isBackground = (collection: string, method: string) =>
    ['nodes', 'presence', 'sweeps', 'followers', 'leases', 'webhookdeliveries'].includes(collection) ||
    ['notices', 'noticedeliveries', 'noticesettings', 'channels', 'listnotices'].includes(collection) ||
    (collection === 'webhooks' && method !== 'findOne');

  /** The answer to a request, and the statements that it took. */
  async function watched(row: MatrixCase, role: string, on: Stage, manner: Manner) {
    const statements: string[] = [];
    mongoose.set('debug', (collection: string, method: string) => {
      if (!isBackground(collection, method)) statements.push(`${collection}.${method}`);
    });
    try {
      const { status, body } = await send(row, role, on, manner);
      return { status, body, statements: statements.sort() };
    } finally {
      mongoose.set('debug', false);
    }
  }

  test.each(folderBound)('$name (P3)', async (row) => {
    const nothing = emptied(stage);
    for (const manner of hasNonsense(row) ? (['well formed', 'nonsense'] as const) : (['well formed'] as const)) {
      for (const role of ['stranger', 'former']) {
        const foreign = await watched(row, role, stage, manner);
        const missing = await watched(row, role, nothing, manner);

        expect(foreign.status).toBe(404);
        expect(foreign.statements).not.toEqual([]);
        expect(foreign).toEqual(missing);
      }
    }
  });
});
