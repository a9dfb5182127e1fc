import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { builtProgram } from './builtProgram.ts';
import type { TestServer } from './server.ts';

const run = promisify(execFile);

/** Runs `npm run admin -- COMMAND EMAIL` on the server's database, as a process, and returns its output. */
export async function runAdmin(server: TestServer, command: string, email: string): Promise<string> {
  const env = { ...process.env, NODE_OPTIONS: '', MONGODB_URI: server.config.mongodbUri };
  return (await run(process.execPath, [builtProgram('admin'), command, email], { env })).stdout;
}
