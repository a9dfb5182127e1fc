import type { z } from 'zod';
import { limits } from '../../../common/constants.ts';
import type { ErrorBody } from '../../../common/errors.ts';
import {
  placeSchema,
  type SyncAnswer,
  type SyncRequest,
  syncRequestSchema,
  type TabPlace,
} from '../../../common/schemas/events.ts';
import { withTimeLimit } from '../database/timeLimit.ts';
import { invalid, issuesOf, Problem, rateLimited, unauthorized } from '../http/errors.ts';
import { createLimit, limitMessages } from '../limits/socketLimits.ts';
import { log } from '../log.ts';
import { toProblem } from '../requests/errorHandler.ts';
import type { TabId, TabServer, TabSocket } from './tabSocket.ts';

export interface RealtimeHandlers {
  sync(userId: string, request: SyncRequest): Promise<SyncAnswer>;
  enter(tab: TabId, place: TabPlace): Promise<void>;
  leave(tab: TabId, place: TabPlace): Promise<void>;
  /** The tab has disconnected. */
  forget(tabId: string): void;
}

/** Less than the ten seconds that tabs wait for an answer. */
const ANSWER_WITHIN_MS = 8000;

/** Passes the messages of every tab to the handlers, and answers them. `rateLimit` is a factor; 0 means no limit. */
export function handleMessages(io: TabServer, handlers: RealtimeHandlers, rateLimit: number): void {
  function move(socket: TabSocket, to: RealtimeHandlers['enter'], place: unknown, reply: unknown): Promise<void> {
    return answer(reply, async () => {
      socket.data.mayMove ??= createLimit(limits.presencePerSecond, rateLimit);
      if (!socket.data.mayMove()) throw rateLimited(1);
      await to({ id: socket.id, userId: userIdOf(socket) }, parse(placeSchema, place));
      return { ok: true } as const;
    });
  }

  // All sockets share these functions, which saves memory for each idle tab.
  const listeners = {
    disconnect(this: TabSocket) {
      handlers.forget(this.id);
    },
    sync(this: TabSocket, request: unknown, reply: unknown) {
      void answer(reply, async () => handlers.sync(userIdOf(this), parse(syncRequestSchema, request)));
    },
    enter(this: TabSocket, place: unknown, reply: unknown) {
      void move(this, handlers.enter, place, reply);
    },
    leave(this: TabSocket, place: unknown, reply: unknown) {
      void move(this, handlers.leave, place, reply);
    },
  };

  io.on('connection', (socket) => {
    socket.on('disconnect', listeners.disconnect);
    limitMessages(socket, rateLimit);
    socket.on('sync', listeners.sync);
    socket.on('presence:enter', listeners.enter);
    socket.on('presence:leave', listeners.leave);
  });
}

/** Guests without an account send no messages: they only listen to their poll. */
function userIdOf({ data }: TabSocket): string {
  if (!data.user) throw unauthorized();
  return data.user.userId;
}

async function answer<T>(reply: unknown, work: () => Promise<T>): Promise<void> {
  if (typeof reply !== 'function') return;
  const send = reply as (answer: T | ErrorBody) => void;
  try {
    send(await withTimeLimit(work(), ANSWER_WITHIN_MS));
  } catch (error) {
    const problem = toProblem(error) ?? new Problem('internal', 'Something went wrong on our side');
    if (problem.status >= 500) log.error({ err: error }, 'a socket message failed');
    send(problem.toBody());
  }
}

/** The payload of a message; throws validation. */
function parse<T>(schema: z.ZodType<T>, payload: unknown): T {
  const parsed = schema.safeParse(payload);
  if (!parsed.success) throw invalid(issuesOf(parsed.error));
  return parsed.data;
}
