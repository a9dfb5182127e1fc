import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { TabPlace } from '../../../common/schemas/events.ts';
import { usePresence } from '../../features/folders/presence/presence.store.ts';
import type { LiveSocket } from '../../lib/http/socket.ts';
import { ana, ben, idOf, publicUser } from '../../testing/samples.ts';
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
      emitWithAck: async (event: string, { folderId, itemId }: TabPlace) => {
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

describe('the location of a tab', () => {
  test('is sent when the tab enters a folder and when it leaves', async () => {
    applyPlace(home);
    await pass(1000);
    applyPlace(null);
    await pass(1000);

    expect(said).toEqual(['enter 64', 'leave 64']);
  });

  test('is sent at most every 0.3 seconds, with the latest value', async () => {
    for (let item = 1; item <= 9; item++) {
      applyPlace({ ...home, itemId: idOf(item) });
      await pass(100);
    }
    await pass(300);

    expect(said).toEqual(['enter 64 01', 'enter 64 03', 'enter 64 06', 'enter 64 09']);
  });

  test('is sent on time even after the clock is set back', async () => {
    applyPlace(home);
    await pass(100);
    jest.setSystemTime(Date.now() - 2 * 60 * 60 * 1000);
    applyPlace(away);
    await pass(1000);

    expect(said).toEqual(['enter 64', 'enter 65']);
  });

  test('is not sent again between two screens of the same folder', async () => {
    applyPlace(home);
    await pass(1000);
    applyPlace(null);
    applyPlace({ ...home });
    await pass(1000);

    expect(said).toEqual(['enter 64']);
  });

  test('waits for a connection, and is sent again after every reconnect', async () => {
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

  test('is sent again if the server was too busy, but not if it refused', async () => {
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

describe('the people in a folder', () => {
  const here = (folderId: string) => ({
    folderId,
    present: [{ user: publicUser(ben), since: '2026-01-01T00:00:00.000Z' }],
  });

  test('are known for the folder that the tab is in, until it leaves', () => {
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

  test('show their current names', () => {
    applyPlace(home);
    applyPresence(here(home.folderId));

    applyUpdated({ ...publicUser(ben), firstName: 'Benedict' });
    applyUpdated(publicUser(ana));

    expect(usePresence.getState().present.map(({ user }) => user.firstName)).toEqual(['Benedict']);
  });
});
