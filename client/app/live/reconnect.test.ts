import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { PROTOCOL } from '../../../common/protocol.ts';
import { useSession } from '../../features/account/session.store.ts';
import { sendToLogin } from '../../features/account/signedOut.ts';
import { onReachable } from '../../lib/http/reachable.ts';
import type { LiveSocket } from '../../lib/http/socket.ts';
import { failure } from '../../testing/api.ts';
import { fakeSocket, type LiveTab, nothingMissed, openLiveTab, settle } from '../../testing/liveTab.ts';
import { ana } from '../../testing/samples.ts';
import { useLive } from './live.store.ts';
import { connectRealtime } from './realtime.ts';

let tab: LiveTab;

beforeEach(() => {
  tab = openLiveTab();
});
afterEach(() => {
  tab.disconnect();
});

describe('a server with another protocol', () => {
  const refusal = (protocol: number) =>
    Object.assign(new Error('refused'), { data: { code: 'protocol_mismatch', protocol } });

  test('that is newer makes the tab ask for a reload (P24)', () => {
    tab.socket.hear('connect_error', refusal(PROTOCOL + 1));

    expect(useLive.getState().isOutdated).toBe(true);
  });

  test('that is older is retried until it is replaced', () => {
    jest.useFakeTimers();
    const before = tab.socket.connects;

    tab.socket.hear('connect_error', refusal(PROTOCOL - 1));
    jest.advanceTimersByTime(2000);
    jest.useRealTimers();

    expect(useLive.getState().isOutdated).toBe(false);
    expect(tab.socket.connects).toBe(before + 1);
  });
});

describe('without a connection', () => {
  test('pictures that fail are asked for again on the next connect', () => {
    const retry = jest.fn();
    const stop = onReachable(retry);

    tab.socket.hear('connect');
    stop();
    tab.socket.hear('connect');

    expect(retry).toHaveBeenCalledTimes(1);
  });

  test('from the start, the offline mark shows after two seconds too', () => {
    tab.disconnect();
    jest.useFakeTimers();

    tab.disconnect = connectRealtime(() => undefined, fakeSocket(() => nothingMissed) as unknown as LiveSocket);
    jest.advanceTimersByTime(2000);
    jest.useRealTimers();

    expect(useLive.getState().isReconnecting).toBe(true);
  });

  test('the offline mark shows after two seconds and disappears on the next connect', () => {
    tab.socket.hear('connect');
    jest.useFakeTimers();

    tab.socket.hear('disconnect', 'transport close');
    jest.advanceTimersByTime(1999);
    expect(useLive.getState().isReconnecting).toBe(false);
    jest.advanceTimersByTime(1);
    expect(useLive.getState().isReconnecting).toBe(true);

    jest.useRealTimers();
    tab.socket.hear('connect');
    expect(useLive.getState().isReconnecting).toBe(false);
  });

  test('after a disconnect by the server, it reconnects only while the session is valid (P11)', async () => {
    tab.api.on('GET /api/auth/user', { body: ana });
    tab.socket.hear('disconnect', 'io server disconnect');
    await settle();
    expect(tab.socket.connects).toBe(2);

    tab.api.on('GET /api/auth/user', failure(401, 'unauthorized'));
    tab.socket.hear('disconnect', 'io server disconnect');
    await settle();

    expect(tab.socket.connects).toBe(2);
    expect(useSession.getState().status).toBe('signedOut');
    expect(tab.left).toBe(1);
  });

  test('on the way to the sign-in page, the tab stays at its screen, so that signing in leads back to it', async () => {
    tab.api.on('GET /api/auth/user', failure(401, 'unauthorized'));
    const isAway = new Promise((resolve) => sendToLogin(resolve));

    tab.socket.hear('disconnect', 'io server disconnect');
    await settle();

    expect(useSession.getState().status).toBe('signedOut');
    expect(tab.left).toBe(0);
    await isAway;
  });

  test('refused because of too many tabs, it retries after thirty seconds', async () => {
    jest.useFakeTimers();

    tab.socket.hear('connect_error', new Error('too_many_tabs'));
    await jest.advanceTimersByTimeAsync(29_999);
    expect(tab.socket.connects).toBe(1);
    await jest.advanceTimersByTimeAsync(1);
    jest.useRealTimers();

    expect(tab.socket.connects).toBe(2);
    expect(tab.api.calls).toEqual([]);
  });

  test('a device that is online again drops the attempt that may hang and connects at once', () => {
    dispatchEvent(new Event('online'));
    expect([tab.socket.disconnects, tab.socket.connects]).toEqual([1, 2]);

    tab.socket.connected = true;
    dispatchEvent(new Event('online'));
    tab.socket.connected = false;
    tab.disconnect();
    dispatchEvent(new Event('online'));

    expect(tab.socket.connects).toBe(2);
  });

  test('socket.io handles a closed transport itself', async () => {
    tab.socket.hear('disconnect', 'transport close');
    await settle();

    expect(tab.api.calls).toEqual([]);
    expect(tab.socket.connects).toBe(1);
  });
});
