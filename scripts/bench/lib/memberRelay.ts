import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

interface MemberRelayOptions {
  /** The port of the member itself. */
  target: number;
  /** The process ids of all members. */
  pids: () => readonly number[];
  /** True while nothing passes between the member and this other one, or a client if it is undefined. */
  isCutFrom: (pid: number | undefined) => boolean;
}

/** Forwards TCP connections to a member of a replica set. A cut is silent, as when a cable is pulled: no end notices it. */
export interface MemberRelay {
  port: number;
  /** Looks again which connections are cut. */
  refresh(): void;
  close(): Promise<void>;
}

/** Knows which member opened a connection, so that members can be cut from each other and not from clients. Linux only. */
export async function startMemberRelay({ target, pids, isCutFrom }: MemberRelayOptions): Promise<MemberRelay> {
  const links = new Set<Link>();
  const server = createServer((near) => {
    const inode = inodeOf(near);
    const caller = pids().find((pid) => hasOpen(pid, inode));
    const link = new Link(near, { target, isCut: () => isCutFrom(caller), onEnd: () => links.delete(link) });
    links.add(link);
    link.refresh();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    refresh() {
      for (const link of links) link.refresh();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const link of links) link.end();
      }),
  };
}

interface LinkOptions {
  target: number;
  isCut: () => boolean;
  onEnd: () => void;
}

/** One connection, and the one that continues it. */
class Link {
  private readonly near: Socket;
  private readonly options: LinkOptions;
  private far: Socket | undefined;

  constructor(near: Socket, options: LinkOptions) {
    this.near = near;
    this.options = options;
    this.prepare(near);
  }

  refresh(): void {
    if (this.options.isCut()) {
      this.near.unpipe().pause();
      this.far?.unpipe().pause();
      return;
    }
    if (!this.far) {
      this.far = connect(this.options.target, '127.0.0.1');
      this.prepare(this.far);
    }
    if (this.near.destroyed || this.far.destroyed) {
      this.end();
      return;
    }
    this.near.unpipe().pipe(this.far);
    this.far.unpipe().pipe(this.near);
  }

  end(): void {
    this.near.destroy();
    this.far?.destroy();
    this.options.onEnd();
  }

  private prepare(socket: Socket): void {
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (!this.options.isCut()) this.end();
    });
  }
}

/** The inode of the other end of a connection within this machine, as Linux lists it. */
function inodeOf({ localPort = 0, remotePort = 0 }: Socket): string | undefined {
  const hex = (port: number) => `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  for (const line of readFileSync('/proc/net/tcp', 'utf8').split('\n')) {
    const fields = line.trim().split(/\s+/);
    if (fields[1]?.endsWith(hex(remotePort)) && fields[2]?.endsWith(hex(localPort))) return fields[9];
  }
  return undefined;
}

function hasOpen(pid: number, inode: string | undefined): boolean {
  const folder = `/proc/${pid}/fd`;
  try {
    return readdirSync(folder).some((fd) => linkOf(`${folder}/${fd}`) === `socket:[${inode}]`);
  } catch {
    // The process has ended.
    return false;
  }
}

function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    // It was closed in the meantime.
    return undefined;
  }
}
