import { startEmbedded } from '../index.ts';

/*
 * An app that runs the embedded database in a child process, for tests that kill the app. It prints the id of the
 * child process.
 */
const [dir = '', program = ''] = process.argv.slice(2);
const server = await startEmbedded({ dir, program });
process.stdout.write(`${server.pid}\n`);
setInterval(() => {}, 60_000);
