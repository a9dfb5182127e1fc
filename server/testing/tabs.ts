import { isDeepStrictEqual } from 'node:util';
import { io, type Socket } from 'socket.io-client';
import type { ErrorCode } from '../../common/errors.ts';
import type { Handshake } from '../../common/protocol.ts';
import {
  type ClientToServerEvents,
  type ServerEvent,
  type ServerToClientEvents,
  type SyncAnswer,
  type SyncRequest,
  serverEvents,
  type TabPlace,
} from '../../common/schemas/events.ts';
import type { Person } from './people.ts';
import type { TestServer } from './server.ts';

type Payload<E extends ServerEvent> = Parameters<ServerToClientEvents[E]>[0];

interface Heard {
  event: ServerEvent;
  payload: unknown;
}

/** An open tab. It notes the events from the server in their order and checks each payload against its schema. */
export interface Tab {
  socket: Socket<ServerToClientEvents, ClientToServerEvents>;
  /** All events so far. */
  heard: readonly Heard[];
  /** The next unread payload of this event; the events before it stay in `heard`. Rejects after half a minute. */
  next<E extends ServerEvent>(event: E, matches?: (payload: Payload<E>) => boolean): Promise<Payload<E>>;
  /**
   * How often the tab heard that notices changed. These events are not in `heard`: most are made in the background, so they
   * come at any time.
   */
  noticed(): number;
  /** Resolves when there have been that many events in total. Rejects after half a minute. */
  hasHeard(count: number): Promise<void>;
  sync(request?: SyncRequest): Promise<SyncAnswer>;
  /** Tells the server which place the tab shows; gives 'ok' or the error code. */
  enter(place: TabPlace): Promise<'ok' | ErrorCode>;
  leave(place: TabPlace): Promise<'ok' | ErrorCode>;
  /** Resolves when the server has disconnected the tab. */
  whenCut(): Promise<string>;
  close(): void;
}

const PATIENCE_MS = 30_000;

/** Opens a tab and waits until it is connected; rejects if the server refuses the connection. */
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
  const events = new HeardEvents();
  socket.onAny((event: ServerEvent, payload: unknown) => events.add(event, payload));
  const cut = new Promise<string>((resolve) => socket.on('disconnect', resolve));
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve);
    socket.on('connect_error', reject);
  });

  async function move(event: 'presence:enter' | 'presence:leave', place: TabPlace): Promise<'ok' | ErrorCode> {
    const answer = await socket.timeout(PATIENCE_MS).emitWithAck(event, place);
    return 'ok' in answer ? 'ok' : answer.code;
  }

  return {
    socket,
    heard: events.all,
    next: (event, matches = () => true) => events.next(event, matches),
    noticed: () => events.noticed,
    async hasHeard(count) {
      await events.wait(`${count} events`, () => (events.all.length >= count ? true : undefined));
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

/** Collects all bytes that the tab receives from now on, one entry for each frame. */
export function recordFrames({ socket }: Pick<Tab, 'socket'>): string[] {
  const frames: string[] = [];
  socket.io.engine.on('packet', ({ type, data }) => {
    if (type === 'message') frames.push(String(data));
  });
  return frames;
}

/** The events that a tab has received, and the checks that wait for more of them. */
class HeardEvents {
  readonly all: Heard[] = [];
  noticed = 0;
  private readonly read = new Set<Heard>();
  private readonly checks = new Set<() => void>();
  private problem: Error | null = null;

  add(event: ServerEvent, payload: unknown): void {
    this.problem ??= problemOf(event, payload);
    if (event === 'notices:changed') this.noticed += 1;
    else this.all.push({ event, payload });
    for (const check of this.checks) check();
  }

  async next<E extends ServerEvent>(event: E, matches: (payload: Payload<E>) => boolean): Promise<Payload<E>> {
    const found = await this.wait(event, () =>
      this.all.find((one) => one.event === event && !this.read.has(one) && matches(one.payload as never)),
    );
    this.read.add(found);
    return found.payload as never;
  }

  /** Resolves with what `find` finds, now or after one of the next events. */
  wait<T>(what: string, find: () => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        this.checks.delete(check);
      };
      const check = () => {
        const found = this.problem ? undefined : find();
        if (this.problem) reject(this.problem);
        if (found !== undefined) resolve(found);
        if (this.problem || found !== undefined) end();
      };
      const timer = setTimeout(() => {
        end();
        const names = this.all.map((one) => one.event).join(', ') || 'nothing';
        reject(new Error(`The tab did not hear ${what}; it heard ${names}`));
      }, PATIENCE_MS);
      this.checks.add(check);
      check();
    });
  }
}

function problemOf(event: ServerEvent, payload: unknown): Error | null {
  if (event === 'session:ended') return payload === undefined ? null : new Error('session:ended carries a payload');
  const parsed = serverEvents[event].safeParse(payload);
  if (!parsed.success) return new Error(`${event} does not match its schema: ${parsed.error.message}`);
  return isDeepStrictEqual(parsed.data, payload)
    ? null
    : new Error(`${event} has other fields than its schema: ${JSON.stringify(payload)}`);
}
