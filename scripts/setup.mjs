// Prepares the project with only Node and npm: `node scripts/setup.mjs install|build|browser|python`.
import { findOrInstallBrowser } from './setup/browser.mjs';
import { build } from './setup/build.mjs';
import { install } from './setup/install.mjs';
import { preparePython } from './setup/python.mjs';
import { SetupError } from './setup/run.mjs';

const steps = {
  install,
  build: async () => {
    await install();
    await build();
  },
  browser: async () => {
    await install();
    console.log(await findOrInstallBrowser());
  },
  python: async () => {
    await install();
    console.log(await preparePython());
  },
};

const step = steps[process.argv[2] ?? 'build'];
if (!step) {
  console.error('Use: node scripts/setup.mjs install|build|browser|python');
  process.exit(2);
}
try {
  await step();
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error);
  process.exitCode = 1;
}
