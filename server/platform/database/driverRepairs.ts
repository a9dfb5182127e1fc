import type { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';

/** The parts of the driver's connection that are used here. */
interface DriverConnection extends EventEmitter {
  /** Why the connection is closed. */
  error: Error | null;
  onError(error: Error): void;
  writeCommand(command: object, options: object): Promise<void>;
  command(namespace: { db: string }, command: object, options: object): Promise<unknown>;
}

const byMongoose = createRequire(createRequire(import.meta.url).resolve('mongoose'));

/** Loaded from the one copy of the driver that mongoose and the session store use. */
export const driver = byMongoose('mongodb/lib/cmap/connection.js') as {
  Connection: { prototype: DriverConnection; new (socket: Socket, options: object): DriverConnection };
};

/**
 * Makes a write fail with the driver's own network error as soon as its connection closes. The driver (7.8) waits for
 * the socket to drain or to fail, which has two faults. If a socket closes without an error, the write waits forever; if that
 * happens to the driver's monitor, a database that was away for a second is never found again. If a socket fails, the write
 * rejects with Node's error (write EPIPE), which the driver does not retry. During a commit it even fails with
 * "hasErrorLabel is not a function".
 */
export function repairDriver(): void {
  const { prototype } = driver.Connection;
  const { writeCommand } = prototype;
  prototype.writeCommand = async function (command, options) {
    let handleClose = () => {};
    const closed = new Promise<never>((_resolve, reject) => {
      handleClose = () => reject(this.error);
    });
    this.once('close', handleClose);
    try {
      await Promise.race([writeCommand.call(this, command, options), closed]);
    } finally {
      this.off('close', handleClose);
    }
  };
}
