import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type Target = { port: number } | { path: string };

/** Forwards TCP connections and can break them. */
export interface Relay {
  port: number;
  /** Cuts all connections and refuses new ones until `restore`. */
  block(): Promise<void>;
  restore(): Promise<void>;
  /** Cuts a random connection. */
  cutOne(): void;
  close(): Promise<void>;
}

export async function startRelay(pickTarget: () => Target): Promise<Relay> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(pickTarget());
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.pipe(other);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const block = async () => {
    if (!server.listening) return;
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    port,
    block,
    restore: () => listen(port),
    cutOne() {
      const all = [...sockets];
      all[Math.floor(Math.random() * all.length)]?.destroy();
    },
    close: block,
  };
}

const HOST = /(?<=^mongodb:\/\/)[^/]+/;

/** The target of a database address: the path of a socket, or a local port. */
export function targetOf(databaseUri: string): Target {
  const host = decodeURIComponent(HOST.exec(databaseUri)?.[0] ?? '');
  return host.startsWith('/') ? { path: host } : { port: Number(host.split(':')[1] ?? 27017) };
}

/** The address of the same database through the relay. */
export function through(relay: Relay, databaseUri: string): string {
  const uri = new URL(databaseUri.replace(HOST, `127.0.0.1:${relay.port}`));
  // With the host names of a replica set the driver would bypass the relay.
  uri.searchParams.set('directConnection', 'true');
  uri.searchParams.delete('replicaSet');
  return uri.href;
}
