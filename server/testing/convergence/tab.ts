import { io, type Socket } from 'socket.io-client';
import type { Sent } from './aim.ts';
import type { Client } from './clients.ts';
import type { Random } from './random.ts';

export interface SimulatedTab {
  name: string;
  cookie: string;
  userId: string;
  client: Client;
  folders: ReturnType<Client['useFolders']['getState']>;
  /** Breaks the connection; the tab reconnects by itself, to any node. */
  breakConnection(): void;
  /** Breaks the connection until `goOnline`, which resolves when the tab is connected again. */
  goOffline(): void;
  goOnline(): Promise<void>;
  /** Stops the faults and reconnects, so that the tab asks for the changes that it missed. */
  settle(): Promise<void>;
  close(): void;
}

interface TabParts {
  name: string;
  cookie: string;
  userId: string;
  client: Client;
  random: Random;
  pickUrl: () => string;
  onSent: (sent: Sent) => void;
}

/** A tab with the client's own stores, on a socket that loses, repeats and delays events. */
export async function openSimulatedTab(parts: TabParts): Promise<SimulatedTab> {
  const { name, cookie, userId, client, random, pickUrl, onSent } = parts;
  client.aim({ pickUrl, cookie, onSent });
  const raw: Socket = io(pickUrl(), {
    transports: ['websocket'],
    extraHeaders: { cookie },
    autoConnect: false,
    forceNew: true,
    reconnectionDelay: 30,
    reconnectionDelayMax: 200,
  });
  // As behind a load balancer: the next connection may go to another node.
  raw.io.on('reconnect_attempt', () => {
    (raw.io as unknown as { uri: string }).uri = pickUrl();
  });
  const { socket, stopFaults } = makeFaulty(raw, random);

  await client.useSession.getState().refreshUser();
  const connected = () => new Promise<void>((resolve) => raw.once('connect', () => resolve()));
  const first = connected();
  const disconnect = client.connectRealtime(() => undefined, socket as never);
  await first;

  return {
    name,
    cookie,
    userId,
    client,
    get folders() {
      return client.useFolders.getState();
    },
    breakConnection: () => raw.io.engine?.close(),
    goOffline() {
      raw.io.reconnection(false);
      raw.io.engine?.close();
    },
    async goOnline() {
      const back = connected();
      raw.io.reconnection(true);
      raw.connect();
      await back;
    },
    async settle() {
      // Late events arrive before their connection ends, as on any network.
      await stopFaults();
      const back = connected();
      if (raw.connected) raw.io.engine.close();
      await back;
    },
    close: disconnect,
  };
}

type Listener = (...payload: unknown[]) => void;

interface FaultySocket {
  /** Has what the client uses of a socket. */
  socket: object;
  /** From now on no event is lost, repeated or late. Resolves when all late events have been delivered. */
  stopFaults(): Promise<void>;
}

const LOST = 0.05;
const REPEATED = 0.05;
const LATE = 0.2;
const LATE_MS = 60;

/** Events of the connection itself are always delivered once. */
const CONNECTION_EVENTS = ['connect', 'disconnect', 'connect_error', 'session:ended'];

/** Wraps a socket so that some events are lost, repeated or late. */
function makeFaulty(raw: Socket, random: Random): FaultySocket {
  let isFaulty = true;
  const wrapped = new Map<Listener, Listener>();

  const faulty = (listener: Listener): Listener => {
    return (...payload) => {
      if (isFaulty && random.chance(LOST)) return;
      const times = isFaulty && random.chance(REPEATED) ? 2 : 1;
      for (let time = 0; time < times; time++) {
        if (isFaulty && random.chance(LATE)) setTimeout(() => listener(...payload), random.below(LATE_MS));
        else listener(...payload);
      }
    };
  };

  const socket = {
    get connected() {
      return raw.connected;
    },
    get active() {
      return raw.active;
    },
    on(event: string, listener: Listener) {
      const used = CONNECTION_EVENTS.includes(event) ? listener : faulty(listener);
      wrapped.set(listener, used);
      raw.on(event, used);
    },
    off(event: string, listener: Listener) {
      raw.off(event, wrapped.get(listener) ?? listener);
    },
    connect: () => raw.connect(),
    disconnect: () => raw.disconnect(),
    timeout: (milliseconds: number) => raw.timeout(milliseconds),
  };

  return {
    socket,
    async stopFaults() {
      isFaulty = false;
      await new Promise((resolve) => setTimeout(resolve, 2 * LATE_MS));
    },
  };
}
