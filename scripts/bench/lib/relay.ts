import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type Target = { port: number } | { path: string };

/** Passes bytes on, until told otherwise. */
export interface Relay {
  port: number;
  /** From here on nobody gets through: connections are cut, and new ones refused. */
  leave(): Promise<void>;
  comeBack(): Promise<void>;
  /** Cuts one of the connections under way, any. */
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
  const leave = async () => {
    if (!server.listening) return;
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    port,
    leave,
    comeBack: () => listen(port),
    cutOne() {
      const all = [...sockets];
      all[Math.floor(Math.random() * all.length)]?.destroy();
    },
    close: leave,
  };
}

const HOST = /(?<=^mongodb:\/\/)[^/]+/;

/** Where a database's address leads to: a socket's path or a loopback port. */
export function targetOf(databaseUri: string): Target {
  const host = decodeURIComponent(HOST.exec(databaseUri)?.[0] ?? '');
  return host.startsWith('/') ? { path: host } : { port: Number(host.split(':')[1] ?? 27017) };
}

/** The same database by way of the relay. */
export function through(relay: Relay, databaseUri: string): string {
  const uri = new URL(databaseUri.replace(HOST, `127.0.0.1:${relay.port}`));
  // By a replica set's names the driver would go round the relay.
  uri.searchParams.set('directConnection', 'true');
  uri.searchParams.delete('replicaSet');
  return uri.href;
}
