import { isDeepStrictEqual } from 'node:util';
import { io, type Socket } from 'socket.io-client';
import type { ErrorCode } from '../../common/errors.ts';
import type { Handshake } from '../../common/protocol.ts';
import {
  type ClientToServerEvents,
  type Place,
  type ServerEvent,
  type ServerToClientEvents,
  type SyncAnswer,
  type SyncRequest,
  serverEvents,
} from '../../common/schemas/events.ts';
import type { Person } from './people.ts';
import type { TestServer } from './server.ts';

type Payload<E extends ServerEvent> = Parameters<ServerToClientEvents[E]>[0];

interface Heard {
  event: ServerEvent;
  payload: unknown;
}

/** An open tab: hears what the server tells, in order, each payload held against its schema. */
export interface Tab {
  socket: Socket<ServerToClientEvents, ClientToServerEvents>;
  /** Everything heard so far. */
  heard: Heard[];
  /** The next unread payload of this event; the events before it stay in `heard`. Rejects after five seconds. */
  next<E extends ServerEvent>(event: E, matches?: (payload: Payload<E>) => boolean): Promise<Payload<E>>;
  /** Resolves when that many events came in all. Rejects after five seconds. */
  hasHeard(count: number): Promise<void>;
  sync(request?: SyncRequest): Promise<SyncAnswer>;
  /** Says where the tab is; gives 'ok' or the code it is refused with. */
  enter(place: Place): Promise<'ok' | ErrorCode>;
  leave(place: Place): Promise<'ok' | ErrorCode>;
  /** Resolves when the server has cut the tab. */
  whenCut(): Promise<string>;
  close(): void;
}

const PATIENCE_MS = 5000;

/** Opens a tab and waits until the server hears it; rejects as the server refuses it. */
export async function openTab(
  server: Pick<TestServer, 'url'>,
  person: Pick<Person, 'cookie'>,
  { headers = {}, handshake = {} }: { headers?: Record<string, string>; handshake?: Handshake } = {},
): Promise<Tab> {
  const socket: Tab['socket'] = io(server.url, {
    transports: ['websocket'],
    auth: handshake,
    extraHeaders: { ...(person.cookie ? { cookie: person.cookie } : {}), ...headers },
    reconnection: false,
    forceNew: true,
  });
  const heard: Heard[] = [];
  const read = new Set<Heard>();
  let malformed: Error | null = null;
  let wake: (() => void)[] = [];
  socket.onAny((event: ServerEvent, payload: unknown) => {
    malformed ??= problemOf(event, payload);
    heard.push({ event, payload });
    for (const check of wake) check();
  });
  const cut = new Promise<string>((resolve) => socket.on('disconnect', resolve));
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve);
    socket.on('connect_error', reject);
  });

  /** Resolves with what `find` finds, now or after one of the next events. */
  function wait<T>(what: string, find: () => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        wake = wake.filter((other) => other !== check);
      };
      const check = () => {
        const found = malformed ? undefined : find();
        if (malformed) reject(malformed);
        if (found !== undefined) resolve(found);
        if (malformed || found !== undefined) end();
      };
      const timer = setTimeout(() => {
        end();
        const names = heard.map((one) => one.event).join(', ') || 'nothing';
        reject(new Error(`The tab did not hear ${what}; it heard ${names}`));
      }, PATIENCE_MS);
      wake.push(check);
      check();
    });
  }

  async function move(event: 'presence:enter' | 'presence:leave', place: Place): Promise<'ok' | ErrorCode> {
    const answer = await socket.timeout(PATIENCE_MS).emitWithAck(event, place);
    return 'ok' in answer ? 'ok' : answer.code;
  }

  return {
    socket,
    heard,
    async next(event, matches = () => true) {
      const found = await wait(event, () =>
        heard.find((one) => one.event === event && !read.has(one) && matches(one.payload as never)),
      );
      read.add(found);
      return found.payload as never;
    },
    async hasHeard(count) {
      await wait(`${count} events`, () => (heard.length >= count ? true : undefined));
    },
    async sync(request = { folders: {}, userRev: 0 }) {
      const answer = await socket.timeout(PATIENCE_MS).emitWithAck('sync', request);
      if ('error' in answer) throw new Error(`sync answered ${answer.code}: ${answer.error}`);
      return answer;
    },
    enter: (place) => move('presence:enter', place),
    leave: (place) => move('presence:leave', place),
    whenCut: () => cut,
    close: () => {
      socket.disconnect();
    },
  };
}

function problemOf(event: ServerEvent, payload: unknown): Error | null {
  if (event === 'session:ended') return payload === undefined ? null : new Error('session:ended carries a payload');
  const parsed = serverEvents[event].safeParse(payload);
  if (!parsed.success) return new Error(`${event} against its schema: ${parsed.error.message}`);
  return isDeepStrictEqual(parsed.data, payload)
    ? null
    : new Error(`${event} with more than its schema: ${JSON.stringify(payload)}`);
}
