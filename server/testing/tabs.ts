import { io, type Socket } from 'socket.io-client';
import {
  type ClientToServerEvents,
  type ServerEvent,
  type ServerToClientEvents,
  type SyncAnswer,
  type SyncRequest,
  serverEvents,
} from '../../common/events.ts';
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
  sync(request?: SyncRequest): Promise<SyncAnswer>;
  /** Resolves when the server has cut the tab. */
  whenCut(): Promise<string>;
  close(): void;
}

const PATIENCE_MS = 5000;

/** Opens a tab and waits until the server hears it. */
export async function openTab(server: TestServer, person: Pick<Person, 'cookie'>): Promise<Tab> {
  const socket: Tab['socket'] = io(server.url, {
    transports: ['websocket'],
    extraHeaders: { cookie: person.cookie },
    reconnection: false,
    forceNew: true,
  });
  const heard: Heard[] = [];
  const read = new Set<Heard>();
  let wake: (() => void)[] = [];
  socket.onAny((event: ServerEvent, payload: unknown) => {
    if (event !== 'session:ended') serverEvents[event].parse(payload);
    heard.push({ event, payload });
    for (const check of wake) check();
  });
  const cut = new Promise<string>((resolve) => socket.on('disconnect', resolve));
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve);
    socket.on('connect_error', reject);
  });
  return {
    socket,
    heard,
    next(event, matches = () => true) {
      return new Promise((resolve, reject) => {
        const find = () => heard.find((one) => one.event === event && !read.has(one) && matches(one.payload as never));
        const check = () => {
          const found = find();
          if (!found) return false;
          clearTimeout(timer);
          wake = wake.filter((other) => other !== check);
          read.add(found);
          resolve(found.payload as never);
          return true;
        };
        const timer = setTimeout(() => {
          wake = wake.filter((other) => other !== check);
          const names = heard.map((one) => one.event).join(', ') || 'nothing';
          reject(new Error(`The tab did not hear ${event}; it heard ${names}`));
        }, PATIENCE_MS);
        if (!check()) wake.push(check);
      });
    },
    async sync(request = { folders: {}, userRev: 0 }) {
      const answer = await socket.timeout(PATIENCE_MS).emitWithAck('sync', request);
      if ('error' in answer) throw new Error(`sync answered ${answer.code}: ${answer.error}`);
      return answer;
    },
    whenCut: () => cut,
    close: () => {
      socket.disconnect();
    },
  };
}
