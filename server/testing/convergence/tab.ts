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
  /** The network breaks; the tab comes back by itself, to any node. */
  breakConnection(): void;
  /** The network breaks until `goOnline`, which resolves when the tab is connected again. */
  goOffline(): void;
  goOnline(): Promise<void>;
  /** From here on nothing is lost, repeated or late, and what was missed is asked for. */
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

const LOST = 0.05;
const REPEATED = 0.05;
const LATE = 0.2;
const LATE_MS = 60;

/** A tab with the client's own stores, on a socket that loses, repeats and reorders what is told. */
export async function openSimulatedTab(parts: TabParts): Promise<SimulatedTab> {
  const { name, cookie, userId, client, random, pickUrl, onSent } = parts;
  let isFaulty = true;
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

  const wrapped = new Map<unknown, (...payload: unknown[]) => void>();
  const isOwnOfSocket = (event: string) => ['connect', 'disconnect', 'connect_error', 'session:ended'].includes(event);
  const faulty = (listener: (...payload: unknown[]) => void) => {
    return (...payload: unknown[]) => {
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
    on(event: string, listener: (...payload: unknown[]) => void) {
      const heard = isOwnOfSocket(event) ? listener : faulty(listener);
      wrapped.set(listener, heard);
      raw.on(event, heard);
    },
    off(event: string, listener: (...payload: unknown[]) => void) {
      raw.off(event, wrapped.get(listener) ?? listener);
    },
    connect: () => raw.connect(),
    disconnect: () => raw.disconnect(),
    timeout: (milliseconds: number) => raw.timeout(milliseconds),
  };

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
      isFaulty = false;
      // What was late comes before the connection it came on ends, as on any network.
      await new Promise((resolve) => setTimeout(resolve, 2 * LATE_MS));
      const back = connected();
      if (raw.connected) raw.io.engine.close();
      await back;
    },
    close: disconnect,
  };
}
