import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { PROTOCOL } from '../../../common/protocol.ts';
import type { SyncRequest } from '../../../common/schemas/events.ts';
import { useSession } from '../../features/account/session.store.ts';
import { usePresence } from '../../features/folders/presence/presence.store.ts';
import { useInvitations } from '../../features/folders/sharing/invitation.store.ts';
import { useFolders } from '../../features/folders/state/folder.store.ts';
import { useReviews } from '../../features/reviews/review.store.ts';
import { useUsers } from '../../features/users/users.store.ts';
import type { LiveSocket } from '../../lib/http/socket.ts';
import { type ApiStub, failure, stubApi } from '../../testing/api.ts';
import { ana, ben, itemChange, publicUser, sampleFolder, sampleInvitation, sampleItem } from '../../testing/samples.ts';
import { useLive } from './live.store.ts';
import { connectRealtime } from './realtime.ts';
import { knownPart } from './sync.ts';

type Listener = (payload?: unknown) => void;

/** The parts of a socket that realtime.ts uses, driven by the test. */
function fakeSocket(answer: (request: SyncRequest) => unknown) {
  const listeners = new Map<string, Set<Listener>>();
  const socket = {
    connected: false,
    active: true,
    connects: 0,
    syncs: [] as SyncRequest[],
    answer,
    on: (name: string, listener: Listener) => {
      listeners.set(name, (listeners.get(name) ?? new Set()).add(listener));
    },
    off: (name: string, listener: Listener) => listeners.get(name)?.delete(listener),
    connect: () => {
      socket.connects += 1;
    },
    disconnect: () => undefined,
    timeout: () => ({
      emitWithAck: async (_name: string, request: SyncRequest) => {
        socket.syncs.push(request);
        const given = socket.answer(request);
        if (given instanceof Error) throw given;
        return given;
      },
    }),
    hear: (name: string, payload?: unknown) => {
      for (const listener of listeners.get(name) ?? []) listener(payload);
    },
    listening: () => [...listeners.values()].reduce((sum, set) => sum + set.size, 0),
  };
  return socket;
}

const folder = sampleFolder({ rev: 1 });
const review = {
  id: 'r1',
  userId: ana.id,
  tmdbId: 603,
  mediaType: 'movie' as const,
  rating: 4,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};
const nothingMissed = { folders: [], gone: [], invitations: [], userRev: 3 };

let api: ApiStub;
let socket: ReturnType<typeof fakeSocket>;
let left: number;
let disconnect: () => void;
// Waits one turn of the event loop, so that all resolved promises have run.
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

beforeEach(() => {
  api = stubApi();
  socket = fakeSocket(() => nothingMissed);
  left = 0;
  useSession.getState().applyUser(ana);
  useFolders.getState().applyAvailable(folder);
  disconnect = connectRealtime(
    () => {
      left += 1;
    },
    socket as unknown as LiveSocket,
  );
});
afterEach(() => {
  disconnect();
});

describe('each event reaches its store', () => {
  test('folder:changes moves the replica', () => {
    socket.hear('folder:changes', { folderId: folder.id, changes: [itemChange(2, 'item:added', sampleItem(1))] });

    expect(useFolders.getState().entries[folder.id]?.replica?.rev).toBe(2);
  });

  test('folder:available adds a folder and folder:gone removes it', () => {
    const other = sampleFolder({ id: 'f'.repeat(24) });

    socket.hear('folder:available', { folder: other });
    expect(useFolders.getState().entries[other.id]?.replica).toBeDefined();

    socket.hear('folder:gone', { folderId: other.id, reason: 'removed' });
    expect(useFolders.getState().entries[other.id]?.replica).toBeUndefined();
  });

  test('invitations arrive, are answered and are withdrawn', () => {
    const invitation = sampleInvitation();
    const pending = () => useInvitations.getState().invitations.length;

    socket.hear('invitation:received', { invitation });
    expect(pending()).toBe(1);
    socket.hear('invitation:answered', { invitation: { ...invitation, status: 'accepted' } });
    expect(pending()).toBe(0);

    socket.hear('invitation:received', { invitation });
    socket.hear('invitation:withdrawn', { invitation });
    expect(pending()).toBe(0);
  });

  test('sent invitations of a loaded list are added, answered and withdrawn', async () => {
    const invitation = sampleInvitation();
    const sent = () => useInvitations.getState().sent[folder.id]?.map(({ id }) => id);
    api.on(`GET /api/folders/${folder.id}/invitations`, { body: [] });
    await useInvitations.getState().loadSent(folder.id);

    socket.hear('invitation:sent', { invitation });
    expect(sent()).toEqual([invitation.id]);
    socket.hear('invitation:answered', { invitation: { ...invitation, status: 'declined' } });
    expect(sent()).toEqual([]);

    socket.hear('invitation:sent', { invitation });
    socket.hear('invitation:withdrawn', { invitation });
    expect(sent()).toEqual([]);
    expect(useInvitations.getState().invitations).toEqual([]);
  });

  test('reviews are saved and deleted', () => {
    socket.hear('review:saved', { review });
    expect(useReviews.getState().reviews['movie:603']).toEqual(review);

    socket.hear('review:deleted', { review });
    expect(useReviews.getState().reviews['movie:603']).toBeNull();
  });

  test('pins and people change', () => {
    socket.hear('pin:changed', { userId: ben.id, isPinned: true });
    socket.hear('user:updated', { user: { ...publicUser(ana), firstName: 'Anna' } });

    expect(useUsers.getState().pinned[ben.id]).toBe(true);
    expect(useUsers.getState().viewer?.firstName).toBe('Anna');
  });

  test('user:updated changes the name on the items of lists', () => {
    socket.hear('folder:changes', { folderId: folder.id, changes: [itemChange(2, 'item:added', sampleItem(1))] });
    const replica = useFolders.getState().entries[folder.id]!.replica!;
    useFolders.setState({ entries: { [folder.id]: { replica: { ...replica, items: [sampleItem(1)] } } } });

    socket.hear('user:updated', { user: { ...publicUser(ana), firstName: 'Anna' } });

    expect(useFolders.getState().entries[folder.id]?.replica?.items?.[0]?.addedBy.firstName).toBe('Anna');
  });

  test('presence:changed updates who else is in the open folder', () => {
    usePresence.getState().applyPlace({ folderId: folder.id });

    socket.hear('presence:changed', {
      folderId: folder.id,
      present: [{ user: publicUser(ben), since: '2026-01-01T00:00:00.000Z' }],
    });

    expect(usePresence.getState().present.map(({ user }) => user.id)).toEqual([ben.id]);
  });

  test('session:ended signs this tab out and opens the landing screen', () => {
    socket.hear('session:ended');

    expect(useSession.getState()).toMatchObject({ status: 'signedOut', hasEnded: true });
    expect(left).toBe(1);
  });
});

describe('a server with another protocol', () => {
  const refusal = (protocol: number) =>
    Object.assign(new Error('refused'), { data: { code: 'protocol_mismatch', protocol } });

  test('that is newer makes the tab ask for a reload', () => {
    socket.hear('connect_error', refusal(PROTOCOL + 1));

    expect(useLive.getState().isOutdated).toBe(true);
  });

  test('that is older is retried until it is replaced', () => {
    jest.useFakeTimers();
    const before = socket.connects;

    socket.hear('connect_error', refusal(PROTOCOL - 1));
    jest.advanceTimersByTime(2000);
    jest.useRealTimers();

    expect(useLive.getState().isOutdated).toBe(false);
    expect(socket.connects).toBe(before + 1);
  });
});

describe('every connect', () => {
  test('requests the changes since the known revs', async () => {
    socket.hear('connect');
    await settle();
    socket.hear('connect');
    await settle();

    expect(socket.syncs).toEqual([
      { folders: { [folder.id]: 1 }, userRev: 0 },
      { folders: { [folder.id]: 1 }, userRev: 3 },
    ]);
  });

  test.each([
    ['it missed personal events', 4],
    ['the database was restored', 2],
  ])('reads the user again where %s', async (_why, newUserRev) => {
    api.on('GET /api/auth/user', { body: { ...ana, firstName: 'Anna' } });
    socket.hear('connect');
    await settle();
    expect(api.calls).toEqual([]);

    socket.answer = () => ({ ...nothingMissed, userRev: newUserRev });
    socket.hear('connect');
    await settle();

    expect(api.calls).toEqual(['GET /api/auth/user']);
  });

  test('reloads the sent invitations that a tab shows, and drops those it may no longer read', async () => {
    const [kept, lost] = [folder.id, 'f'.repeat(24)];
    for (const id of [kept, lost]) {
      api.on(`GET /api/folders/${id}/invitations`, { body: [sampleInvitation({ folderId: id })] });
      await useInvitations.getState().loadSent(id);
    }
    api.on(`GET /api/folders/${kept}/invitations`, { body: [] });
    api.on(`GET /api/folders/${lost}/invitations`, failure(403, 'forbidden'));

    socket.hear('connect');
    await settle();

    expect(useInvitations.getState().sent).toEqual({ [kept]: [] });
  });

  test.each([
    ['is answered with an error', { error: 'The database is away for a moment.', code: 'unavailable' }],
    ['gets no answer in time', new Error('operation has timed out')],
  ])('asks again where it %s while connected', async (_how, first) => {
    jest.useFakeTimers();
    const answers: unknown[] = [first];
    socket.answer = () => answers.shift() ?? nothingMissed;
    socket.connected = true;

    socket.hear('connect');
    await jest.advanceTimersByTimeAsync(2000);
    jest.useRealTimers();

    expect(socket.syncs).toHaveLength(2);
  });

  test('applies the people in the answer, and sends their peopleRev the next time', async () => {
    socket.answer = () => ({
      ...nothingMissed,
      folders: [{ ...folder, peopleRev: 2 }],
      people: [{ ...publicUser(ana), firstName: 'Anna' }],
    });
    socket.hear('connect');
    await settle();
    socket.hear('connect');
    await settle();

    expect(useUsers.getState().viewer?.firstName).toBe('Anna');
    expect(socket.syncs[1]).toEqual({ folders: { [folder.id]: 1 }, peopleRevs: { [folder.id]: 2 }, userRev: 3 });
  });

  test('requests 500 folders at a time by id, and sends one request even without folders', () => {
    const idOf = (n: number) => String(n).padStart(24, '0');
    const many = Object.fromEntries(
      Array.from({ length: 1200 }, (_, n) => [idOf(1199 - n), { rev: 1, peopleRev: n % 2 }]),
    );
    const sizeOf = (revs: object = {}) => Object.keys(revs).length;

    const parts = [knownPart(many), knownPart(many, idOf(499)), knownPart(many, idOf(999))];

    expect(parts.map(({ folders, peopleRevs }) => [sizeOf(folders), sizeOf(peopleRevs)])).toEqual([
      [500, 250],
      [500, 250],
      [200, 100],
    ]);
    expect(parts.map(({ after, upTo }) => [after, upTo])).toEqual([
      [undefined, idOf(499)],
      [idOf(499), idOf(999)],
      [idOf(999), undefined],
    ]);
    expect(knownPart({})).toEqual({ folders: {} });
  });

  test('requests the next page after the id in the answer', async () => {
    const other = sampleFolder({ id: '0'.repeat(24), rev: 5 });
    const answers: unknown[] = [{ ...nothingMissed, folders: [other], next: other.id }];
    socket.answer = () => answers.shift() ?? nothingMissed;

    socket.hear('connect');
    await settle();

    expect(socket.syncs).toEqual([
      { folders: { [folder.id]: 1 }, userRev: 0 },
      { folders: { [folder.id]: 1 }, userRev: 3, after: other.id },
    ]);
    expect(useFolders.getState().entries[other.id]?.replica?.rev).toBe(5);
  });
});

describe('without a connection', () => {
  test('from the start, the offline mark shows after two seconds too', () => {
    disconnect();
    jest.useFakeTimers();

    disconnect = connectRealtime(() => undefined, fakeSocket(() => nothingMissed) as unknown as LiveSocket);
    jest.advanceTimersByTime(2000);
    jest.useRealTimers();

    expect(useLive.getState().isReconnecting).toBe(true);
  });

  test('the offline mark shows after two seconds and disappears on the next connect', () => {
    socket.hear('connect');
    jest.useFakeTimers();

    socket.hear('disconnect', 'transport close');
    jest.advanceTimersByTime(1999);
    expect(useLive.getState().isReconnecting).toBe(false);
    jest.advanceTimersByTime(1);
    expect(useLive.getState().isReconnecting).toBe(true);

    jest.useRealTimers();
    socket.hear('connect');
    expect(useLive.getState().isReconnecting).toBe(false);
  });

  test('after a disconnect by the server, it reconnects only while the session is valid', async () => {
    api.on('GET /api/auth/user', { body: ana });
    socket.hear('disconnect', 'io server disconnect');
    await settle();
    expect(socket.connects).toBe(2);

    api.on('GET /api/auth/user', failure(401, 'unauthorized'));
    socket.hear('disconnect', 'io server disconnect');
    await settle();

    expect(socket.connects).toBe(2);
    expect(useSession.getState().status).toBe('signedOut');
    expect(left).toBe(1);
  });

  test('refused because of too many tabs, it retries after thirty seconds', async () => {
    jest.useFakeTimers();

    socket.hear('connect_error', new Error('too_many_tabs'));
    await jest.advanceTimersByTimeAsync(29_999);
    expect(socket.connects).toBe(1);
    await jest.advanceTimersByTimeAsync(1);
    jest.useRealTimers();

    expect(socket.connects).toBe(2);
    expect(api.calls).toEqual([]);
  });

  test('socket.io handles a closed transport itself', async () => {
    socket.hear('disconnect', 'transport close');
    await settle();

    expect(api.calls).toEqual([]);
    expect(socket.connects).toBe(1);
  });
});

test('ending it removes every listener', () => {
  disconnect();

  expect(socket.listening()).toBe(0);
});
