const opReply = 1;
const opQuery = 2004;
const opMessage = 2013;
const headerSize = 16;
const maxMessageSize = 48_000_000 + headerSize;

const flagMoreToCome = 2;

/** One request from the wire. Documents stay encoded until their values are needed. */
export interface Request {
  id: number;
  /** OP_QUERY: drivers use it for the handshake, before they know which protocol the server supports. */
  isLegacy: boolean;
  body: Uint8Array;
  /** The document sequences of kind 1 sections, by the command's field name. */
  sequences: Map<string, Uint8Array[]>;
  /** False for writes with w: 0. */
  wantsReply: boolean;
}

/** Splits the byte stream of one connection into requests. */
export class FrameReader {
  private chunks: Buffer[] = [];
  private size = 0;

  push(chunk: Buffer): Request[] {
    this.chunks.push(chunk);
    this.size += chunk.length;

    const requests: Request[] = [];
    for (let frame = this.next(); frame; frame = this.next()) requests.push(parseFrame(frame));
    return requests;
  }

  private next(): Buffer | undefined {
    if (this.size < 4) return undefined;
    if ((this.chunks[0] as Buffer).length < 4) this.chunks = [Buffer.concat(this.chunks)];

    const length = (this.chunks[0] as Buffer).readInt32LE(0);
    if (length < headerSize || length > maxMessageSize) throw new Error(`invalid message length ${length}`);
    if (this.size < length) return undefined;

    const all = this.chunks.length === 1 ? (this.chunks[0] as Buffer) : Buffer.concat(this.chunks);
    this.chunks = all.length > length ? [all.subarray(length)] : [];
    this.size = all.length - length;
    return all.subarray(0, length);
  }
}

function parseFrame(frame: Buffer): Request {
  const id = frame.readInt32LE(4);
  const operation = frame.readInt32LE(12);
  if (operation === opMessage) return parseMessage(id, frame);
  if (operation === opQuery) return parseQuery(id, frame);
  throw new Error(`unsupported wire operation ${operation}`);
}

function parseMessage(id: number, frame: Buffer): Request {
  const flags = frame.readUInt32LE(headerSize);
  const sequences = new Map<string, Uint8Array[]>();
  let body: Uint8Array | undefined;

  let at = headerSize + 4;
  while (at < frame.length) {
    const kind = frame[at];
    const size = frame.readInt32LE(at + 1);
    const section = frame.subarray(at + 1, at + 1 + size);
    if (size < 5 || section.length < size) throw new Error('truncated section');
    if (kind === 0) body = section;
    else if (kind === 1) readSequence(section, sequences);
    else throw new Error(`unknown section kind ${kind}`);
    at += 1 + size;
  }
  if (!body) throw new Error('message has no body');
  return { id, isLegacy: false, body, sequences, wantsReply: (flags & flagMoreToCome) === 0 };
}

function readSequence(section: Buffer, sequences: Map<string, Uint8Array[]>): void {
  const nameEnd = section.indexOf(0, 4);
  const documents: Uint8Array[] = [];
  for (let at = nameEnd + 1; at < section.length; ) {
    const size = section.readInt32LE(at);
    if (size < 5 || at + size > section.length) throw new Error('truncated document');
    documents.push(section.subarray(at, at + size));
    at += size;
  }
  sequences.set(section.toString('utf8', 4, nameEnd), documents);
}

function parseQuery(id: number, frame: Buffer): Request {
  const nameEnd = frame.indexOf(0, headerSize + 4);
  const at = nameEnd + 1 + 8;
  const body = frame.subarray(at, at + frame.readInt32LE(at));
  return { id, isLegacy: true, body, sequences: new Map(), wantsReply: true };
}

/** Encodes the reply in the protocol of its request. */
export function frameReply(request: Request, body: Uint8Array): Buffer {
  const prefix = request.isLegacy ? 20 : 5;
  const frame = Buffer.allocUnsafe(headerSize + prefix + body.length);
  frame.writeInt32LE(frame.length, 0);
  frame.writeInt32LE(request.id, 4);
  frame.writeInt32LE(request.id, 8);
  frame.writeInt32LE(request.isLegacy ? opReply : opMessage, 12);
  frame.fill(0, headerSize, headerSize + prefix);
  if (request.isLegacy) {
    frame.writeInt32LE(8, headerSize); // AwaitCapable, as in every server since 2.6
    frame.writeInt32LE(1, headerSize + 16);
  }
  frame.set(body, headerSize + prefix);
  return frame;
}
