import { Connection } from 'mongodb/lib/cmap/connection.js';

/**
 * Makes a write fail with the driver's own network error as soon as its connection closes. The driver (7.8) waits for
 * the socket to drain or to fail, which has two faults. If a socket closes without an error, the write waits forever; if that
 * happens to the driver's monitor, a database that was away for a second is never found again. If a socket fails, the write
 * rejects with Node's error (write EPIPE), which the driver does not retry. During a commit it even fails with
 * "hasErrorLabel is not a function".
 */
export function repairDriver(): void {
  const { prototype } = Connection;
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
