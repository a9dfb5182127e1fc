import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { FrameReader, frameReply, type Request } from './frame.ts';

/** Answers one request with the bytes of a body. Never rejects. */
export type Answer = (request: Request, connection: Connection) => Promise<Buffer> | Buffer;

/** One client connection: its requests are answered one after the other, in their order. */
export class Connection {
  private readonly waiting: Request[] = [];
  private isBusy = false;
  isOpen = true;
  /** What its client calls itself. */
  appName: string | undefined;

  readonly id: number;
  private readonly socket: Socket;
  private readonly answer: Answer;

  constructor(id: number, socket: Socket, answer: Answer) {
    this.id = id;
    this.socket = socket;
    this.answer = answer;
    const reader = new FrameReader();
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => {
      try {
        this.waiting.push(...reader.push(chunk));
      } catch {
        socket.destroy(); // not our protocol; there is no frame boundary left to answer at
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
      const answer = this.answer(request, this);
      if (answer instanceof Promise) {
        this.isBusy = true;
        const asked = request;
        void answer.then((body) => {
          this.send(asked, body);
          this.isBusy = false;
          this.work();
        });
        return;
      }
      this.send(request, answer);
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
  answer: Answer,
  closed: (connection: Connection) => void,
): Promise<Listener> {
  const connections = new Set<Connection>();
  let lastId = 0;
  const server: Server = createServer((socket) => {
    const connection = new Connection(++lastId, socket, answer);
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
