import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { SyncRequest } from '../../common/events.ts';
import { useSession } from '../features/account/session.store.ts';
import { useFolders } from '../features/folders/folder.store.ts';
import { useInvitations } from '../features/folders/invitation.store.ts';
import { usePresence } from '../features/folders/presence.store.ts';
import { useReviews } from '../features/reviews/review.store.ts';
import { useUsers } from '../features/users/users.store.ts';
import type { LiveSocket } from '../lib/socket.ts';
import { type ApiStub, failure, stubApi } from '../testing/api.ts';
import { ana, ben, itemChange, publicUser, sampleFolder, sampleInvitation, sampleItem } from '../testing/samples.ts';
import { useLive } from './live.store.ts';
import { chunksOf, connectRealtime } from './realtime.ts';

type Listener = (payload?: unknown) => void;

/** As much of a socket as realtime.ts holds on to, driven by the test. */
function fakeSocket(answer: (request: SyncRequest) => unknown) {
  const listeners = new Map<string, Set<Listener>>();
  const socket = {
    connected: false,
    active: true,
    connects: 0,
    syncs: [] as SyncRequest[],
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
        return answer(request);
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
// A whole turn of the event loop: every promise that is ready has had its turn by then.
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

    expect(useFolders.getState().replicas[folder.id]?.rev).toBe(2);
  });

  test('folder:available and folder:gone bring a folder and take it', () => {
    const other = sampleFolder({ id: 'f'.repeat(24) });

    socket.hear('folder:available', { folder: other });
    expect(useFolders.getState().replicas[other.id]).toBeDefined();

    socket.hear('folder:gone', { folderId: other.id, reason: 'removed' });
    expect(useFolders.getState().replicas[other.id]).toBeUndefined();
  });

  test('invitations come, are answered and are withdrawn', () => {
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

  test('invitations of a list are sent, answered and withdrawn in the list that its tab shows', async () => {
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

  test('presence:changed says who else is in the folder that is open', () => {
    usePresence.getState().applyPlace({ folderId: folder.id });

    socket.hear('presence:changed', {
      folderId: folder.id,
      present: [{ user: publicUser(ben), since: '2026-01-01T00:00:00.000Z' }],
    });

    expect(usePresence.getState().present.map(({ user }) => user.id)).toEqual([ben.id]);
  });

  test('session:ended signs this tab out and leaves for the landing screen', () => {
    socket.hear('session:ended');

    expect(useSession.getState()).toMatchObject({ status: 'signedOut', hasEnded: true });
    expect(left).toBe(1);
  });
});

describe('every connect', () => {
  test('asks what was missed since the revs that are known', async () => {
    socket.hear('connect');
    await settle();
    socket.hear('connect');
    await settle();

    expect(socket.syncs).toEqual([
      { folders: { [folder.id]: 1 }, userRev: 0 },
      { folders: { [folder.id]: 1 }, userRev: 3 },
    ]);
  });

  test('reads the user again where personal news passed by', async () => {
    api.on('GET /api/auth/user', { body: { ...ana, firstName: 'Anna' } });
    socket.hear('connect');
    await settle();
    expect(api.calls).toEqual([]);

    nothingMissed.userRev = 4;
    socket.hear('connect');
    await settle();
    nothingMissed.userRev = 3;

    expect(api.calls).toEqual(['GET /api/auth/user']);
  });

  test('reads the invitations again that a tab shows, and forgets those that it may no longer read', async () => {
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

  test('asks in chunks of 500 folders, once even for none', () => {
    const many = Object.fromEntries(Array.from({ length: 1200 }, (_, n) => [String(n), 1]));

    expect(chunksOf(many).map((chunk) => Object.keys(chunk).length)).toEqual([500, 500, 200]);
    expect(chunksOf({})).toEqual([{}]);
  });
});

describe('without a connection', () => {
  test('from the beginning, the mark shows after two seconds too', () => {
    disconnect();
    jest.useFakeTimers();

    disconnect = connectRealtime(() => undefined, fakeSocket(() => nothingMissed) as unknown as LiveSocket);
    jest.advanceTimersByTime(2000);
    jest.useRealTimers();

    expect(useLive.getState().isReconnecting).toBe(true);
  });

  test('the mark shows after two seconds and goes with the next connect', () => {
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

  test('cut off by the server, it connects again only while the session stands', async () => {
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

  test('a transport that closed is left to socket.io', async () => {
    socket.hear('disconnect', 'transport close');
    await settle();

    expect(api.calls).toEqual([]);
    expect(socket.connects).toBe(1);
  });
});

test('ending it unbinds every listener', () => {
  disconnect();

  expect(socket.listening()).toBe(0);
});
