import type { mongo } from 'mongoose';
import { log } from './log.ts';

export interface StreamHandlers {
  onEvent(event: mongo.ChangeStreamDocument): void;
  /** The stream lost its place: what happened meanwhile will not be told. */
  onLost(): void;
}

export interface Stream {
  close(): Promise<void>;
}

const RETRY_MS = 500;

/** Follows a collection from now on; reopens from its last token when the stream breaks, and says when it cannot. */
export async function followCollection(
  database: mongo.Db,
  collectionName: string,
  pipeline: mongo.Document[],
  { onEvent, onLost }: StreamHandlers,
): Promise<Stream> {
  let isClosed = false;

  // The cursor opens with its first read; from this moment on nothing may go unseen.
  const fromNow = async (): Promise<mongo.ChangeStreamOptions> => {
    const { operationTime } = await database.command({ ping: 1 });
    return { startAtOperationTime: operationTime };
  };
  let from = await fromNow();
  const open = () => database.collection(collectionName).watch(pipeline, from);

  let stream = open();
  const follow = async () => {
    while (!isClosed) {
      let isLost = false;
      try {
        for await (const event of stream) {
          from = { resumeAfter: event._id };
          onEvent(event);
        }
      } catch (error) {
        if (isClosed) return;
        log.warn({ err: error, collectionName }, 'a change stream broke, reopening');
        isLost = !isResumable(error);
        // After a long silence the last event's token may no longer be kept, the stream's own still is.
        if (!isLost && stream.resumeToken) from = { resumeAfter: stream.resumeToken };
      }
      await reopen(isLost);
    }
  };

  /** A stream that lost its place goes on from now, and only then says so. */
  async function reopen(isLost: boolean): Promise<void> {
    if (isClosed) return;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    if (isClosed) return;
    try {
      if (isLost) from = await fromNow();
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
      isClosed = true;
      await stream.close();
      await following;
    },
  };
}

function isResumable(error: unknown): boolean {
  const code = (error as { code?: number } | null)?.code;
  // ChangeStreamHistoryLost, ChangeStreamFatalError, InvalidResumeToken
  return code !== 286 && code !== 280 && code !== 260;
}
