import { connect } from 'node:net';
import { type Document, deserialize, serialize } from 'bson';

export interface RawClient {
  /** Sends a command exactly as given and returns the body of the reply. */
  command(body: Document): Promise<Document>;
  /** Sends bytes that need not be a valid message. */
  send(bytes: Uint8Array): void;
  /** Sends a command that requests no reply. */
  sendOneWay(body: Document): void;
  closed: Promise<void>;
  close(): void;
}

/** A client that adds nothing to its requests, for requests that a driver would never send. */
export async function connectRaw(uri: string): Promise<RawClient> {
  const host = decodeURIComponent(new URL(uri).host);
  const socket = connect(
    host.endsWith('.sock') ? { path: host } : { host: '127.0.0.1', port: Number(host.split(':')[1]) },
  );
  const waiting: ((body: Document) => void)[] = [];
  let received = Buffer.alloc(0);
  socket.on('error', () => {});
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    while (received.length >= 4 && received.length >= received.readInt32LE(0)) {
      const size = received.readInt32LE(0);
      waiting.shift()?.(deserialize(received.subarray(21, size)));
      received = received.subarray(size);
    }
  });
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  return {
    command(body) {
      socket.write(message(body, 0));
      return new Promise((resolve) => waiting.push(resolve));
    },
    sendOneWay: (body) => void socket.write(message(body, 2)),
    send: (bytes) => void socket.write(bytes),
    closed: new Promise((resolve) => socket.once('close', () => resolve())),
    close: () => socket.destroy(),
  };
}

export function message(body: Document, flags: number): Buffer {
  const document = serialize(body);
  const bytes = Buffer.alloc(21 + document.length);
  bytes.writeInt32LE(bytes.length, 0);
  bytes.writeInt32LE(1, 4);
  bytes.writeInt32LE(2013, 12);
  bytes.writeUInt32LE(flags, 16);
  bytes.set(document, 21);
  return bytes;
}
