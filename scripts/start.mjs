// `npm start`: installs and builds if needed, then runs the server in this process, so that signals reach it directly.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './setup/build.mjs';
import { endWithNpm } from './setup/endWithNpm.mjs';
import { install } from './setup/install.mjs';
import { root, SetupError } from './setup/run.mjs';

endWithNpm();
try {
  await install();
  await build();
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error);
  process.exit(1);
}
if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'));
process.env.NODE_ENV ??= 'production';
await import('../dist/server/main.js');
