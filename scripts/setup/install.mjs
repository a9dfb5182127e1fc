import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withLock } from './lock.mjs';
import { isSupported, supportedNode } from './node.mjs';
import { npm, root, SetupError } from './run.mjs';

const stampFile = join(root, 'node_modules/.marquee/install.json');

/** Installs the packages of package-lock.json, unless they are already installed for this Node and platform. */
export async function install() {
  checkNode();
  const wanted = wantedStamp();
  if (readJson(stampFile)?.lock === wanted.lock && hasSamePlatform(wanted)) return;
  await withLock(join(root, '.cache/setup.lock'), async () => {
    const found = readJson(stampFile);
    if (found?.lock === wanted.lock && hasSamePlatform(wanted)) return;
    if (!(isInstalledByHand() && (!found || hasSamePlatform(wanted)))) await runNpmCi();
    mkdirSync(dirname(stampFile), { recursive: true });
    writeFileSync(stampFile, JSON.stringify(wanted));
  });
}

function checkNode() {
  const { node } = process.versions;
  if (!isSupported(node)) throw new SetupError(`Marquee needs Node ${supportedNode}; this is ${node}.`);
}

function wantedStamp() {
  return {
    lock: createHash('sha256')
      .update(readFileSync(join(root, 'package-lock.json')))
      .digest('hex'),
    node: process.versions.node.split('.')[0],
    platform: `${process.platform}-${process.arch}`,
  };
}

function hasSamePlatform(wanted) {
  const found = readJson(stampFile);
  return found?.node === wanted.node && found.platform === wanted.platform;
}

/** Whether `npm install` was run by hand and the installed packages are those of the lock file. */
function isInstalledByHand() {
  const installed = readJson(join(root, 'node_modules/.package-lock.json'))?.packages;
  const locked = readJson(join(root, 'package-lock.json'))?.packages;
  if (!installed || !locked) return false;
  return Object.entries(locked).every(([path, entry]) => {
    if (path === '') return true;
    const present = installed[path];
    return present ? present.version === entry.version : entry.optional === true || entry.peer === true;
  });
}

async function runNpmCi() {
  console.log('Installing packages (once, about a minute) …');
  const { code, output } = await npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
  if (code !== 0) {
    throw new SetupError(`The packages could not be installed. Output of npm:\n${firstLines(output)}`);
  }
}

/** npm prints the reason first, then its usage and the path of its log. */
function firstLines(output) {
  const lines = output.split('\n').filter((line) => !/^npm (warn|error {3,}|error$)/.test(line.trimEnd()));
  return lines.slice(0, 12).join('\n').trimEnd();
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
