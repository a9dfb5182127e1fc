import { type ReadResult, readFiles } from './readFiles.ts';
import type { Answers } from './reading.ts';

/** What the page sends to the worker, once. */
export interface ReadRequest {
  files: File[];
  answers: Answers;
}

/** What the worker sends to the page. */
export type ReadMessage =
  | { kind: 'progress'; part: number }
  | { kind: 'done'; result: ReadResult }
  | { kind: 'failed'; message: string };

/** One end of a connection between page and worker. */
export interface Port {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

/** Answers a request with progress and the result. */
export function serveReading(port: Port): void {
  const send = (message: ReadMessage) => port.postMessage(message);
  port.addEventListener('message', ({ data }: MessageEvent<ReadRequest>) => {
    const { files, answers } = data;
    readFiles(files, { answers, onProgress: (part) => send({ kind: 'progress', part }) }).then(
      (result) => send({ kind: 'done', result }),
      (error: unknown) => send({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
    );
  });
}
