import { setTimeout } from 'node:timers/promises';
import type { mongo } from 'mongoose';
import { log } from '../log.ts';

export interface StreamHandlers<Doc> {
  onEvent(event: StreamEvent<Doc>): void;
  /** The stream could not resume: events in between are missing. */
  onLost(): void;
}

type StreamEvent<Doc> = mongo.ChangeStreamDocument<Doc & mongo.Document>;

export interface Stream {
  close(): Promise<void>;
}

const RETRY_MS = 500;

/**
 * Follows the changes of a collection from now on. When the stream breaks, it reopens from the last token. `onLost` is called
 * when that is not possible.
 */
export async function followCollection<Doc>(
  database: mongo.Db,
  collectionName: string,
  pipeline: mongo.Document[],
  { onEvent, onLost }: StreamHandlers<Doc>,
): Promise<Stream> {
  const closing = new AbortController();
  const { signal } = closing;
  let from = await fromNow(database);
  const open = () => database.collection(collectionName).watch<Doc & mongo.Document, StreamEvent<Doc>>(pipeline, from);

  let stream = open();
  const follow = async () => {
    while (!signal.aborted) {
      let isLost = false;
      try {
        for await (const event of stream) {
          from = { resumeAfter: event._id };
          onEvent(event);
        }
      } catch (error) {
        if (signal.aborted) return;
        log.warn({ err: error, collectionName }, 'a change stream broke, reopening');
        isLost = !isResumable(error);
        // After a long time without events the last event's token may have expired. The stream's own token is newer.
        if (!isLost && stream.resumeToken) from = { resumeAfter: stream.resumeToken };
      }
      await reopen(isLost);
    }
  };

  /** If the stream could not resume, it first starts from now and then calls `onLost`, so that no event falls between. */
  async function reopen(isLost: boolean): Promise<void> {
    // Closing ends the wait, with an error that says nothing else.
    await setTimeout(RETRY_MS, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    try {
      if (isLost) from = await fromNow(database);
      stream = open();
      if (isLost) onLost();
    } catch (error) {
      log.warn({ err: error, collectionName }, 'a change stream cannot be reopened yet');
      await reopen(isLost);
    }
  }

  const following = follow();

  return {
    async close() {
      closing.abort();
      await stream.close();
      await following;
    },
  };
}

/**
 * Options for a stream that starts now. The cursor only opens with its first read. The start time makes sure that no event
 * before that is missed.
 */
export async function fromNow(database: mongo.Db): Promise<mongo.ChangeStreamOptions> {
  const { operationTime } = await database.command({ ping: 1 });
  return { startAtOperationTime: operationTime };
}

function isResumable(error: unknown): boolean {
  const code = (error as { code?: number } | null)?.code;
  // ChangeStreamHistoryLost, ChangeStreamFatalError, InvalidResumeToken
  return code !== 286 && code !== 280 && code !== 260;
}
