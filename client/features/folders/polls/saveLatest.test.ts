import { expect, jest, test } from '@jest/globals';
import { ApiError, OfflineError } from '../../../lib/http/http.ts';
import { deferred } from '../../../testing/api.ts';
import { createSaveLatest } from './useBallot.ts';

const noop = () => undefined;

test('sends one value at a time, and of those that came meanwhile the last', async () => {
  const sent: number[] = [];
  const first = deferred<void>();
  const busy: boolean[] = [];
  const done = deferred<void>();
  const save = createSaveLatest<number>({
    send: (value) => {
      sent.push(value);
      return value === 1 ? first.promise : Promise.resolve();
    },
    onBusy: (isBusy) => {
      busy.push(isBusy);
      if (!isBusy) done.resolve();
    },
    onRefused: noop,
  });

  for (const value of [1, 2, 3]) save(value);
  expect(sent).toEqual([1]);
  first.resolve();
  await done.promise;

  expect(sent).toEqual([1, 3]);
  expect(busy).toEqual([true, false]);
});

test('tries again while the server cannot be reached, with a newer value if there is one', async () => {
  jest.useFakeTimers();
  const sent: number[] = [];
  const save = createSaveLatest<number>({
    send: async (value) => {
      sent.push(value);
      if (sent.length === 1) throw new OfflineError();
    },
    onBusy: noop,
    onRefused: noop,
  });

  save(1);
  await jest.advanceTimersByTimeAsync(100);
  save(2);
  await jest.advanceTimersByTimeAsync(5000);
  jest.useRealTimers();

  expect(sent).toEqual([1, 2]);
});

test('reports a value that the server refuses, and does not send it again', async () => {
  const refused: unknown[] = [];
  const error = new ApiError(409, 'over');
  const save = createSaveLatest<number>({
    send: async () => Promise.reject(error),
    onBusy: noop,
    onRefused: (reason) => refused.push(reason),
  });

  save(1);
  await new Promise((resolve) => setTimeout(resolve));

  expect(refused).toEqual([error]);
});
