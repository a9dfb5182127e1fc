import { Duplex } from 'node:stream';
import type { Program, World } from './world.ts';

type Callback = (error?: Error | null) => void;

/** How a connection behaves. The schedule changes it while the connection is open. */
export interface Weather {
  /** Milliseconds on the way, at least and at most. */
  delay: readonly [number, number];
  /** Neither side hears of the other any more, nor that the connection is gone. */
  isSilent: boolean;
}

/** The system of a side gives up a connection after so long without an answer to what it sent. */
const GIVE_UP_MS = 60_000;

/** One side of a connection in memory, with what the driver, the HTTP server and `ws` use of a socket. */
export class SimulatedSocket extends Duplex {
  readonly remoteAddress = '127.0.0.1';
  readonly remotePort = 1;
  readonly encrypted = false;
  /** What `node:http` reads this side with. */
  parser?: { remove(): void; close(): void } | null;
  readonly #world: World;
  readonly program: Program;
  readonly #weather: Weather;
  peer: SimulatedSocket | undefined;
  /** Nothing arrives before what was sent earlier. */
  #arrivesAt = 0;
  #isGivingUp = false;
  #idleMs = 0;
  #idleTimer: ReturnType<World['after']> | undefined;

  constructor(world: World, program: Program, weather: Weather) {
    super({ allowHalfOpen: false });
    this.#world = world;
    this.program = program;
    this.#weather = weather;
    // The peer hears of errors as the end of the connection.
    this.on('error', () => undefined);
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  setTimeout(milliseconds: number, listener?: () => void): this {
    if (listener) this.once('timeout', listener);
    this.#idleMs = milliseconds;
    this.#touch();
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(chunk: Buffer | string, encoding: BufferEncoding, done: Callback): void {
    this.#send(typeof chunk === 'string' ? Buffer.from(chunk, encoding) : Buffer.from(chunk));
    done();
  }

  override _writev(chunks: { chunk: Buffer | string; encoding: BufferEncoding }[], done: Callback): void {
    const parts = chunks.map(({ chunk, encoding }) =>
      typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk,
    );
    this.#send(Buffer.concat(parts));
    done();
  }

  override _final(done: Callback): void {
    this.#deliver('the end of a connection', (peer) => peer.push(null));
    done();
  }

  override _destroy(error: Error | null, done: Callback): void {
    if (this.#idleTimer) this.#world.cancel(this.#idleTimer);
    this.#deliver('a lost connection', (peer) => peer.destroy());
    done(error);
  }

  /** The connection breaks, and both sides hear of it. */
  cut(): void {
    const lost = () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    for (const side of this.#sides()) {
      this.#world.after(1, side.program, 'a cut connection', () => side.destroy(lost()));
    }
  }

  /** The program of this side was killed: the other side hears of it, and this one of nothing more. */
  abandon(): void {
    this.#deliver('a lost connection', (peer) => peer.destroy());
    if (this.#idleTimer) this.#world.cancel(this.#idleTimer);
    this.removeAllListeners();
    this.on('error', () => undefined);
    // Its listeners, which would close it, are gone. An open parser keeps the whole run in memory.
    this.parser?.remove();
    this.parser?.close();
    this.parser = null;
  }

  #send(bytes: Buffer): void {
    this.#touch();
    this.#deliver(`${bytes.length} bytes`, (peer) => {
      this.#world.record(bytes);
      peer.#touch();
      peer.push(bytes);
    });
  }

  #deliver(what: string, act: (peer: SimulatedSocket) => void): void {
    const { peer } = this;
    // What is written before the connection is open is sent then.
    if (!peer && !this.destroyed) return void this.once('connect', () => this.#deliver(what, act));
    if (!peer || peer.destroyed || !this.program.isRunning) return;
    // A connection that has lost a part never continues behind it.
    if (this.#weather.isSilent || this.#isGivingUp || peer.#isGivingUp) {
      this.#giveUp();
      return;
    }
    const [least, most] = this.#weather.delay;
    const arrival = this.#world.now + least + this.#world.random.next() * (most - least);
    this.#arrivesAt = Math.max(this.#arrivesAt, arrival);
    this.#world.after(this.#arrivesAt - this.#world.now, peer.program, `${what} from ${this.program.name}`, () => {
      if (!peer.destroyed) act(peer);
    });
  }

  #sides(): SimulatedSocket[] {
    return this.peer ? [this, this.peer] : [this];
  }

  #giveUp(): void {
    if (this.#isGivingUp) return;
    this.#isGivingUp = true;
    for (const side of this.#sides()) {
      this.#world.after(GIVE_UP_MS, side.program, 'a connection without answers', () => side.destroy());
    }
  }

  #touch(): void {
    if (this.#idleTimer) this.#world.cancel(this.#idleTimer);
    this.#idleTimer = undefined;
    if (this.#idleMs === 0 || this.destroyed) return;
    this.#idleTimer = this.#world.after(this.#idleMs, this.program, 'an idle connection', () => this.emit('timeout'));
  }
}

interface Listener {
  program: Program;
  accept(socket: SimulatedSocket): void;
}

/** All connections of a simulation. */
export class Network {
  readonly #world: World;
  readonly #listeners = new Map<string, Listener>();
  readonly #open = new Set<SimulatedSocket>();

  constructor(world: World) {
    this.#world = world;
  }

  listen(address: string, listener: Listener): void {
    this.#listeners.set(address, listener);
  }

  /** Connects a program to an address. Emits `connect`, or an error when nothing listens there. */
  connect(program: Program, address: string, weather: Weather): SimulatedSocket {
    const listener = this.#listeners.get(address);
    const socket = this.#add(new SimulatedSocket(this.#world, program, weather));
    const [least, most] = weather.delay;
    const arrivesIn = least + this.#world.random.next() * (most - least);
    if (weather.isSilent) {
      this.#world.after(GIVE_UP_MS, program, 'no answer', () => socket.destroy(refused(address, 'ETIMEDOUT')));
      return socket;
    }
    this.#world.after(arrivesIn, program, `a connection to ${address}`, () => {
      if (socket.destroyed) return;
      if (!listener?.program.isRunning) return void socket.destroy(refused(address, 'ECONNREFUSED'));
      const other = this.#add(new SimulatedSocket(this.#world, listener.program, weather));
      socket.peer = other;
      other.peer = socket;
      this.#world.after(0, listener.program, `a connection from ${program.name}`, () => listener.accept(other));
      socket.emit('connect');
    });
    return socket;
  }

  #add(socket: SimulatedSocket): SimulatedSocket {
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
    return socket;
  }

  /** Cuts the connections of which one side is this program. */
  cut(program: Program, isMeant: (other: Program) => boolean = () => true): void {
    for (const socket of [...this.#open]) {
      if (socket.program === program && socket.peer && isMeant(socket.peer.program)) socket.cut();
    }
  }

  /** The system of a killed program resets its connections. */
  reset(program: Program): void {
    for (const socket of [...this.#open]) {
      if (socket.program !== program) continue;
      this.#open.delete(socket);
      socket.abandon();
    }
  }
}

const refused = (address: string, code: string) =>
  Object.assign(new Error(`connect ${code} ${address}`), { code, syscall: 'connect' });
