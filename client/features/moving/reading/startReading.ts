import type { ReadResult } from './readFiles.ts';
import type { Answers } from './reading.ts';
import type { ReadMessage, ReadRequest } from './serveReading.ts';

interface ReadingOptions {
  answers?: Answers;
  /** From 0 to 1. */
  onProgress?: (part: number) => void;
  signal?: AbortSignal;
}

const startWorker = () => new Worker(new URL('./reading.worker.ts', import.meta.url), { type: 'module' });

/**
 * Reads files in a worker, so that the page stays responsive. Aborting ends the worker, and the promise fails with the
 * signal's reason.
 */
export function startReading(
  files: File[],
  { answers = {}, onProgress, signal }: ReadingOptions = {},
  start: () => Pick<Worker, 'addEventListener' | 'postMessage' | 'terminate'> = startWorker,
): Promise<ReadResult> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const worker = start();
    const end = () => {
      signal?.removeEventListener('abort', abort);
      worker.terminate();
    };
    const abort = () => {
      end();
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', abort);
    // Its code did not load, or its memory is used up.
    worker.addEventListener('error', ({ message }) => {
      end();
      reject(new Error(message || 'The files need more memory than there is'));
    });
    worker.addEventListener('message', ({ data }: MessageEvent<ReadMessage>) => {
      if (data.kind === 'progress') return onProgress?.(data.part);
      end();
      if (data.kind === 'done') resolve(data.result);
      else reject(new Error(data.message));
    });
    worker.postMessage({ files, answers } satisfies ReadRequest);
  });
}
