import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { expect, jest, test } from '@jest/globals';
import { fileOf } from '../../../testing/importFiles.ts';
import { serveReading } from './serveReading.ts';
import { startReading } from './startReading.ts';
import type { InputFile } from './unpack.ts';

type StartWorker = NonNullable<Parameters<typeof startReading>[2]>;

/** The two ends of a worker, in one thread. Files are passed on as they are, since only real ones can be sent. */
function workerWith(files: InputFile[]) {
  const { port1, port2 } = new MessageChannel();
  const page = port1 as MessagePort & ReturnType<StartWorker>;
  const terminate = jest.fn(() => {
    port1.close();
    port2.close();
  });
  const inner = new EventTarget();
  serveReading({
    postMessage: (message) => port2.postMessage(message),
    addEventListener: (type, listener) => inner.addEventListener(type, listener as EventListener),
  });
  port2.on('message', (data) => inner.dispatchEvent(new MessageEvent('message', { data: { ...data, files } })));
  const start: StartWorker = () => ({
    addEventListener: (type: string, listener: EventListener) => {
      if (type === 'message') page.on('message', (data) => listener(new MessageEvent('message', { data })));
    },
    postMessage: (message: { answers: unknown }) => page.postMessage({ answers: message.answers }),
    terminate,
  });
  return { start, terminate };
}

test('reads in a worker, with progress, and ends it', async () => {
  const files = [fileOf('a.txt', 'Heat (1995)'), fileOf('b.txt', 'Ran (1985)')];
  const { start, terminate } = workerWith(files);
  const parts: number[] = [];

  const result = await startReading([], { onProgress: (part) => parts.push(part) }, start);

  expect(result.stats.counts.listItems.in).toBe(2);
  expect(parts.at(-1)).toBe(1);
  expect(terminate).toHaveBeenCalledTimes(1);
});

test('a cancelled reading ends the worker', async () => {
  const { start, terminate } = workerWith([fileOf('a.txt', 'Heat (1995)')]);
  const cancel = new AbortController();

  const reading = startReading([], { signal: cancel.signal }, start);
  cancel.abort(new Error('Cancelled'));

  await expect(reading).rejects.toThrow('Cancelled');
  expect(terminate).toHaveBeenCalledTimes(1);
});

test('a worker that fails ends the reading', async () => {
  const terminate = jest.fn();
  const start: StartWorker = () => ({
    addEventListener: (type: string, listener: EventListener) => {
      if (type === 'error') setTimeout(() => listener(new ErrorEvent('error', { message: 'Out of memory' })));
    },
    postMessage: () => {},
    terminate,
  });

  await expect(startReading([], {}, start)).rejects.toThrow('Out of memory');
  expect(terminate).toHaveBeenCalledTimes(1);
});
