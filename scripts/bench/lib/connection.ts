import { connect, type Socket } from 'node:net';

export interface Answer {
  status: number;
  head: string;
  body: string;
}

/** A keep-alive HTTP/1.1 connection for one request at a time, with little cost of its own. */
export class Connection {
  private waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | null = null;
  private received: Buffer = Buffer.alloc(0);
  private readonly socket: Socket;

  /** The connection fails when nothing is received for `patienceMs`. */
  constructor(port: number, patienceMs = 0) {
    this.socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.socket.setTimeout(patienceMs, () => this.socket.destroy());
    this.socket.on('data', (chunk: Buffer) => this.receive(chunk));
    this.socket.on('error', (error) => this.fail(error));
    this.socket.on('close', () => this.fail(new Error('The server closed the connection')));
  }

  /** Whether it can still send: a server closes what is idle for some seconds. */
  get isOpen(): boolean {
    return !this.socket.destroyed;
  }

  send(
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body: string | Buffer = '',
  ): Promise<Answer> {
    const lines = [`${method} ${path} HTTP/1.1`, 'host: 127.0.0.1'];
    for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
    if (body && !headers['content-type']) lines.push('content-type: application/json');
    if (body) lines.push(`content-length: ${Buffer.byteLength(body)}`);
    return new Promise((resolve, reject) => {
      if (!this.isOpen) {
        reject(new Error('The connection is closed'));
        return;
      }
      this.waiting = { resolve, reject };
      const head = `${lines.join('\r\n')}\r\n\r\n`;
      this.socket.write(typeof body === 'string' ? head + body : Buffer.concat([Buffer.from(head), body]));
    });
  }

  close(): void {
    this.socket.removeAllListeners('close');
    this.socket.destroy();
  }

  private receive(chunk: Buffer): void {
    this.received = this.received.length === 0 ? chunk : Buffer.concat([this.received, chunk]);
    const headEnd = this.received.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const head = this.received.toString('latin1', 0, headEnd);
    const status = Number(head.slice(9, 12));
    const length = Number(/\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (/\ntransfer-encoding: chunked/i.test(head)) {
      this.fail(new Error('Chunked answers are not supported'));
      return;
    }
    const end = headEnd + 4 + length;
    if (this.received.length < end) return;
    const body = this.received.toString('utf8', headEnd + 4, end);
    this.received = this.received.subarray(end);
    const { waiting } = this;
    this.waiting = null;
    waiting?.resolve({ status, head, body });
  }

  private fail(error: Error): void {
    this.waiting?.reject(error);
    this.waiting = null;
  }
}

/** Returns the body, or throws if the status is another. */
export function expectStatus(answer: Answer, status: number): string {
  if (answer.status !== status)
    throw new Error(`Expected ${status}, got ${answer.status}: ${answer.body.slice(0, 300)}`);
  return answer.body;
}
