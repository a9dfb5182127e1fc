import type { Socket } from 'socket.io';
import { rateLimited } from '../http/errors.ts';

const SOCKET_MESSAGES_PER_SECOND = 20;
/** A tab that sends too much for this long is disconnected. */
const MAX_EXCESS_MS = 5000;

/** What to do with a packet: process it, ignore it, or disconnect the tab. */
export type Verdict = 'read' | 'drop' | 'disconnect';

/**
 * Counts one tab's packets per second. Packets up to twice the limit are still read, so that a tab slightly over the limit
 * gets an error as its answer. Further packets are dropped. `now` is in milliseconds.
 */
export function createPacketMeter(perSecond: number): (now: number) => Verdict {
  let second = Number.NEGATIVE_INFINITY;
  let count = 0;
  let tooQuickSince: number | null = null;
  return (now) => {
    if (now - second >= 1000) {
      const wasTooQuick = count > perSecond && now - second < 2000;
      if (!wasTooQuick) tooQuickSince = null;
      second = now;
      count = 0;
    }
    count += 1;
    if (count <= perSecond) return 'read';
    tooQuickSince ??= second;
    if (now - tooQuickSince >= MAX_EXCESS_MS) return 'disconnect';
    return count > 2 * perSecond ? 'drop' : 'read';
  };
}

/** Limits a tab's packets before they are parsed, and its messages, which get rate_limited as their answer. */
export function limitMessages(socket: Pick<Socket, 'conn' | 'use'>, factor: number): void {
  if (factor === 0) return;
  const perSecond = atLeastOne(SOCKET_MESSAGES_PER_SECOND * factor);
  const meter = createPacketMeter(perSecond);
  socket.conn.on('packet', (packet: { type: string }) => {
    const verdict = meter(performance.now());
    if (verdict === 'disconnect') socket.conn.close(true);
    // engine.io emits this event before it reads the type, and ignores packets of type noop.
    else if (verdict === 'drop') packet.type = 'noop';
  });
  const mayAsk = createLimit(SOCKET_MESSAGES_PER_SECOND, factor);
  socket.use((packet, next) => {
    if (mayAsk()) {
      next();
      return;
    }
    const reply: unknown = packet.at(-1);
    if (typeof reply === 'function') reply(rateLimited(1).toBody());
  });
}

const atLeastOne = (count: number) => Math.max(1, Math.round(count));

/** Returns a function that is true up to `perSecond` times `factor` within a second. A factor of 0 means no limit. */
export function createLimit(perSecond: number, factor: number): () => boolean {
  if (factor === 0) return () => true;
  const allowed = atLeastOne(perSecond * factor);
  let taken: number[] | undefined;
  return () => {
    const now = performance.now();
    taken ??= [];
    while (taken[0] !== undefined && taken[0] <= now - 1000) taken.shift();
    if (taken.length >= allowed) return false;
    taken.push(now);
    return true;
  };
}
