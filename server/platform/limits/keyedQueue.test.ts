import { expect, test } from '@jest/globals';
import { createKeyedQueue } from './keyedQueue.ts';

/** Work that ends when the test says so, and the names of what has started so far. */
function recorder() {
  const started: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const work = (name: string) => () =>
    new Promise<string>((resolve, reject) => {
      started.push(name);
      ends.set(name, (error) => (error ? reject(error) : resolve(name)));
    });
  return { started, work, end: (name: string, error?: Error) => ends.get(name)?.(error) };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('work waits for earlier work with the same key, and only for that', async () => {
  const queue = createKeyedQueue();
  const { started, work, end } = recorder();
  void queue(['ana'], work('first'));
  void queue(['ben', 'ana'], work('second'));
  void queue(['ben'], work('third'));
  void queue(['cleo'], work('other'));
  await settle();
  expect(started).toEqual(['first', 'other']);

  end('first');
  await settle();
  expect(started).toEqual(['first', 'other', 'second']);

  end('second');
  await settle();
  expect(started).toEqual(['first', 'other', 'second', 'third']);
});

test('a failure does not affect later work with the same key', async () => {
  const queue = createKeyedQueue();
  const { work, end } = recorder();
  const failing = queue(['ana'], work('first'));
  const next = queue(['ana'], work('second'));
  await settle();

  end('first', new Error('no'));
  await expect(failing).rejects.toThrow('no');
  await settle();
  end('second');

  expect(await next).toBe('second');
});
