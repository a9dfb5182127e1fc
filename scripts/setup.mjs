// Prepares the project with only Node and npm: `node scripts/setup.mjs install|build|browser`.
import { findOrInstallBrowser } from './setup/browser.mjs';
import { build } from './setup/build.mjs';
import { install } from './setup/install.mjs';
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
};

const step = steps[process.argv[2] ?? 'build'];
if (!step) {
  console.error('Use: node scripts/setup.mjs install|build|browser');
  process.exit(2);
}
try {
  await step();
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error);
  process.exitCode = 1;
}
