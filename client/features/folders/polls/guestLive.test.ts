import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { getSocket } from '../../../lib/http/socket.ts';
import { connectGuest } from './guestLive.ts';

const socket = getSocket();
let connects: jest.SpiedFunction<typeof socket.connect>;
let disconnects: jest.SpiedFunction<typeof socket.disconnect>;
let isActive = false;
/** As if the server had done it. */
const hear = (event: string) => {
  for (const listener of socket.listeners(event as 'connect')) (listener as () => void)();
};

beforeEach(() => {
  jest.useFakeTimers();
  connects = jest.spyOn(socket, 'connect').mockReturnValue(socket);
  disconnects = jest.spyOn(socket, 'disconnect').mockReturnValue(socket);
  jest.spyOn(socket, 'active', 'get').mockImplementation(() => isActive);
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

test('a guest whom the server has cut connects again once, after a moment, unless the tab does so by itself', () => {
  isActive = true;
  const end = connectGuest(false);
  expect([disconnects.mock.calls.length, connects.mock.calls.length]).toEqual([1, 1]);

  hear('disconnect');
  jest.advanceTimersByTime(10_000);
  expect(connects).toHaveBeenCalledTimes(1);
  isActive = false;
  for (const event of ['disconnect', 'connect_error']) hear(event);
  jest.advanceTimersByTime(1999);
  expect(connects).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(10_000);
  expect(connects).toHaveBeenCalledTimes(2);

  hear('connect_error');
  end();
  jest.advanceTimersByTime(10_000);
  expect([connects.mock.calls.length, disconnects.mock.calls.length]).toEqual([2, 2]);
});

test('who is signed in keeps the connection after the vote, without what belongs to it', () => {
  const heard = () =>
    ['poll:changed', 'connect', 'disconnect', 'connect_error'].map(
      (event) => socket.listeners(event as 'connect').length,
    );
  const before = heard();
  const end = connectGuest(true);
  expect(heard()).toEqual(before.map((count) => count + 1));

  end();

  expect([heard(), disconnects.mock.calls.length]).toEqual([before, 1]);
});
