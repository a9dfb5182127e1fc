import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup/run.mjs';

const STARTS_PROGRAM =
  /testing\/(server|ownDatabase|builtProgram|process|titles\/tmdbServer|oidc\/singleSignOn)\.ts'|from 'node:child_process'/;

/** The paths of the test files that start the app or another program, from the root of the project. */
export function listProgramTests() {
  return ['server', 'scripts'].flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
      .map((file) => `${room}/${file.replaceAll('\\', '/')}`)
      .filter((file) => file.endsWith('.test.ts'))
      .filter((file) => STARTS_PROGRAM.test(readFileSync(join(root, file), 'utf8'))),
  );
}
