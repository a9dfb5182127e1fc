import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Place } from '../../common/events.ts';
import { usePresence } from '../features/folders/presence.store.ts';
import type { LiveSocket } from '../lib/socket.ts';
import { ana, ben, idOf, publicUser } from '../testing/samples.ts';
import { tellWhereabouts, type Whereabouts } from './presence.ts';

const home = { folderId: idOf(100) };
const away = { folderId: idOf(101) };
const { applyPlace, applyPresence, applyUpdated } = usePresence.getState();

let said: string[];
let answers: unknown[];
let socket: { connected: boolean };
let whereabouts: Whereabouts;

beforeEach(() => {
  jest.useFakeTimers();
  said = [];
  answers = [];
  socket = {
    connected: true,
    timeout: () => ({
      emitWithAck: async (event: string, { folderId, itemId }: Place) => {
        said.push(`${event.split(':')[1]} ${folderId.slice(-2)}${itemId ? ` ${itemId.slice(-2)}` : ''}`);
        return answers.shift() ?? { ok: true };
      },
    }),
  } as never;
  whereabouts = tellWhereabouts(socket as unknown as LiveSocket);
});
afterEach(() => {
  whereabouts.stop();
  jest.useRealTimers();
});

const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

describe('where a tab is', () => {
  test('is said once it is somewhere, and once it is there no more', async () => {
    applyPlace(home);
    await pass(1000);
    applyPlace(null);
    await pass(1000);

    expect(said).toEqual(['enter 64', 'leave 64']);
  });

  test('is said at most every three tenths of a second, and then as it is by now', async () => {
    for (let item = 1; item <= 9; item++) {
      applyPlace({ ...home, itemId: idOf(item) });
      await pass(100);
    }
    await pass(300);

    expect(said).toEqual(['enter 64 01', 'enter 64 03', 'enter 64 06', 'enter 64 09']);
  });

  test('is not said again on the way from one screen of a folder to the next', async () => {
    applyPlace(home);
    await pass(1000);
    applyPlace(null);
    applyPlace({ ...home });
    await pass(1000);

    expect(said).toEqual(['enter 64']);
  });

  test('is said again after every connect, and waits for one', async () => {
    applyPlace(home);
    await pass(1000);
    socket.connected = false;
    applyPlace(away);
    await pass(1000);
    socket.connected = true;
    whereabouts.sayAgain();
    await pass(1000);

    expect(said).toEqual(['enter 64', 'enter 65']);
  });

  test('is said again where the server was too busy, and not where it refused', async () => {
    answers = [{ code: 'rate_limited' }];
    applyPlace(home);
    await pass(2500);
    expect(said).toEqual(['enter 64', 'enter 64']);

    answers = [{ code: 'not_found' }];
    applyPlace(away);
    await pass(5000);
    expect(said).toHaveLength(3);
  });
});

describe('who is there', () => {
  const here = (folderId: string) => ({
    folderId,
    present: [{ user: publicUser(ben), since: '2026-01-01T00:00:00.000Z' }],
  });

  test('is heard of the folder that the tab is in, and forgotten with it', () => {
    applyPlace(home);
    applyPresence(here(away.folderId));
    expect(usePresence.getState().present).toEqual([]);

    applyPresence(here(home.folderId));
    expect(usePresence.getState().present).toHaveLength(1);
    applyPlace({ ...home, itemId: idOf(1) });
    expect(usePresence.getState().present).toHaveLength(1);

    applyPlace(away);
    expect(usePresence.getState().present).toEqual([]);
  });

  test('is called what they call themselves by now', () => {
    applyPlace(home);
    applyPresence(here(home.folderId));

    applyUpdated({ ...publicUser(ben), firstName: 'Benedict' });
    applyUpdated(publicUser(ana));

    expect(usePresence.getState().present.map(({ user }) => user.firstName)).toEqual(['Benedict']);
  });
});
