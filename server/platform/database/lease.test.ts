import { expect, test } from '@jest/globals';
import { setUpServer } from '../../testing/server.ts';
import { takeLease } from './lease.ts';

setUpServer();

const HOUR = 60 * 60 * 1000;

test('only one of many simultaneous callers gets the lease', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => takeLease('together', HOUR)));

  expect(answers.filter(Boolean)).toHaveLength(1);
});

test('no caller gets it again before it expires, not even its holder', async () => {
  let time = Date.now();
  const take = () => takeLease('later', HOUR, () => time);

  expect(await take()).toBe(true);
  time += HOUR - 1;
  expect(await take()).toBe(false);
  time += 1;
  expect(await take()).toBe(true);
  expect(await take()).toBe(false);
});

test('each name has its own lease', async () => {
  expect(await takeLease('one', HOUR)).toBe(true);
  expect(await takeLease('other', HOUR)).toBe(true);
});
