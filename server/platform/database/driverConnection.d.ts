/** The parts of the driver's connection that driverRepairs.ts uses. The driver declares no types for its inner files. */
declare module 'mongodb/lib/cmap/connection.js' {
  import type { EventEmitter } from 'node:events';
  import type { Socket } from 'node:net';

  export class Connection extends EventEmitter {
    constructor(socket: Socket, options: object);
    /** Why the connection is closed. */
    error: Error | null;
    onError(error: Error): void;
    writeCommand(command: object, options: object): Promise<void>;
    command(namespace: { db: string }, command: object, options: object): Promise<unknown>;
  }
}
