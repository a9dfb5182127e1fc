import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { FrameReader, frameReply, type Request } from './frame.ts';

/** Answers one request with the encoded body of the reply. Never rejects. */
export type RequestHandler = (request: Request, connection: Connection) => Promise<Buffer> | Buffer;

/** One client connection. Its requests are answered one at a time, in order. */
export class Connection {
  private readonly waiting: Request[] = [];
  private isBusy = false;
  isOpen = true;
  /** The application name that the client sent. */
  appName: string | undefined;

  readonly id: number;
  private readonly socket: Socket;
  private readonly handler: RequestHandler;

  constructor(id: number, socket: Socket, handler: RequestHandler) {
    this.id = id;
    this.socket = socket;
    this.handler = handler;
    const reader = new FrameReader();
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => {
      try {
        this.waiting.push(...reader.push(chunk));
      } catch {
        socket.destroy(); // invalid protocol: there is no message to reply to
        return;
      }
      if (!this.isBusy) this.work();
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      this.isOpen = false;
      this.waiting.length = 0;
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private work(): void {
    for (let request = this.waiting.shift(); request; request = this.waiting.shift()) {
      const reply = this.handler(request, this);
      if (reply instanceof Promise) {
        this.isBusy = true;
        const current = request;
        void reply.then((body) => {
          this.send(current, body);
          this.isBusy = false;
          this.work();
        });
        return;
      }
      this.send(request, reply);
    }
  }

  private send(request: Request, body: Buffer): void {
    if (request.wantsReply && this.isOpen) this.socket.write(frameReply(request, body));
  }
}

export interface Listener {
  address: AddressInfo | string;
  close(): Promise<void>;
}

/** Listens on a unix socket (a path) or on a port of the loopback interface. */
export function listen(
  where: { path: string } | { port: number },
  handler: RequestHandler,
  closed: (connection: Connection) => void,
): Promise<Listener> {
  const connections = new Set<Connection>();
  let lastId = 0;
  const server: Server = createServer((socket) => {
    const connection = new Connection(++lastId, socket, handler);
    connections.add(connection);
    socket.on('close', () => {
      connections.delete(connection);
      closed(connection);
    });
  });

  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen('path' in where ? where : { ...where, host: '127.0.0.1' }, () => {
      server.off('error', reject);
      resolve({
        address: server.address() as AddressInfo | string,
        close: () =>
          new Promise((done) => {
            server.close(() => done());
            for (const connection of connections) connection.close();
          }),
      });
    });
  });
}
