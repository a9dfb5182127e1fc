import { createRequire } from 'node:module';
import type { Socket } from 'node:net';

/** As much of the driver's connection as is needed here. */
interface DriverConnection {
  closed: boolean;
  socket: Socket;
  onClose(): void;
  throwIfAborted(): void;
  command(namespace: { db: string }, command: object, options: object): Promise<unknown>;
}

const byMongoose = createRequire(createRequire(import.meta.url).resolve('mongoose'));

/** Of the one copy of the driver that mongoose and the session store use. */
export const driver = byMongoose('mongodb/lib/cmap/connection.js') as {
  Connection: { prototype: DriverConnection; new (socket: Socket, options: object): DriverConnection };
};

/**
 * Lets a command fail whose connection the database has ended: between that end and its being noticed as closed, the
 * driver (7.8) writes and then waits for ever for the socket to drain. Where this befalls its own monitor, which asks
 * again just then, a database that was away for a second is never found again.
 */
export function refuseEndedSockets(): void {
  const { throwIfAborted } = driver.Connection.prototype;
  driver.Connection.prototype.throwIfAborted = function () {
    if (!this.closed && this.socket.writableEnded) this.onClose();
    throwIfAborted.call(this);
  };
}
