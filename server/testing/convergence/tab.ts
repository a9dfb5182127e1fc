import { io, type Socket } from 'socket.io-client';
import type { Sent } from './aim.ts';
import type { Client } from './clients.ts';
import { makeFaulty } from './faultySocket.ts';
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
