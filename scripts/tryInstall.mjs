// Tries docs/install on a machine with Docker: runs the commands of the documents as they are written, on real containers,
// and checks what they promise. Use: node scripts/tryInstall.mjs. It tries the last commit, needs the ports 80, 443 and 3000,
// git and openssl, takes about a quarter of an hour, and removes what it has made except images.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './setup/run.mjs';
import { blockOf, findUntried, HOST } from './tryInstall/documents.mjs';
import { AT_HOME, OVER_HTTPS, Visitor } from './tryInstall/visitor.mjs';

const OUTER = 'marquee-try-proxy';
const work = mkdtempSync(join(tmpdir(), 'marquee-try-'));
const repository = join(work, 'repository.git');
let cwd = work;
/** What a visitor claims about their address, which no proxy may pass on. */
const CLAIMED = '203.0.113.9';
const claimed = { 'X-Forwarded-For': CLAIMED };
/** The backup that the last command has named. */
let backup = '';

const steps = [
  ['First start', firstStart],
  ['Backup, and its copy in one file', backUp],
  ['Own proxy with https: Caddy', () => behindOwnProxy(startOwnCaddy)],
  ['Own proxy with https: nginx', () => behindOwnProxy(startOwnNginx)],
  ['https by the profile tls', behindCaddy],
  ['Three nodes, of which one is killed and one vanishes', loseNodes],
  ['MongoDB is killed', loseMongo],
  ['Restore in place', restoreInPlace],
  ['Upgrade', upgrade],
  ['Restore on a new machine', restoreElsewhere],
  ['First start, interrupted', interruptFirstStart],
  ['One container: start, restore, upgrade', oneContainer],
  ['From the embedded database to docker-compose.yml', move],
];

/** Signed in from the first step to the last restore of its data. */
let ana = new Visitor(AT_HOME);
let listId = '';
let titles = 0;

async function firstStart() {
  await run(blockOf('docker.md', 'Docker', 'sh', 'git clone'));
  const early = await ana.get('/').catch(() => null);
  const page = early?.status === 503 ? `, before that a page with status 503 ("${titleOf(early)}")` : '';
  note(`ready ${await ready()} s after the command ended${page}`);
  await setUp(ana);
  const { status } = await ana.get('/api/art/poster/movie/603');
  check(status === 200, `a drawn poster has status ${status}`);
  const large = await ana.send('POST', '/api/folders', Buffer.alloc(7_000_000));
  check(large.status === 413 && large.body?.code === 'too_large', `a request of 7 MB is answered with ${large.text}`);
  await new Visitor(AT_HOME).signIn(claimed);
  check(!(await addressesOf(ana)).includes(CLAIMED), 'a visitor can claim an address');
}

async function backUp() {
  writeEnv('COMPOSE_PROFILES=backup');
  await run('docker compose up -d');
  await until('the daily backup is there', () =>
    docker('logs', 'marquee-backup-1').includes('The backup is in /backups/'),
  );
  await run('docker compose down');
  check(docker('ps', '-aq', '--filter', 'name=marquee-') === '', 'down leaves containers of a profile');
  writeEnv('');
  await run('docker compose up -d');
  await ready();
  await run(blockOf('docker.md', 'Backups', 'sh', 'app backup'));
  await run(blockOf('docker.md', 'Backups', 'sh', 'pack'));
  titles = await countTitles();
}

/** A proxy on this machine that ends https, and the stack with the settings for it. */
async function behindOwnProxy(startProxy) {
  writeEnv(blockOf('docker.md', 'With a proxy of your own', 'ini').replace('OUTER_PROXY=on', 'OUTER_PROXY=off'));
  await run('docker compose up -d');
  await ready();
  startProxy();
  const unknown = new Visitor(OVER_HTTPS);
  await until('the proxy answers', async () => (await unknown.get('/readyz')).status === 200);
  await unknown.signIn();
  check((await unknown.get('/api/folders')).status === 401, 'a sign-in works without OUTER_PROXY');
  const log = await run('docker compose logs app');
  check(log.includes('Sign-ins get no cookie'), 'the log does not say that sign-ins get no cookie');

  writeEnv(blockOf('docker.md', 'With a proxy of your own', 'ini'));
  await run('docker compose up -d');
  await ready();
  const person = new Visitor(OVER_HTTPS);
  await until('the proxy answers', async () => (await person.get('/readyz')).status === 200);
  await person.signIn(claimed);
  check((await person.get('/api/folders')).status === 200, 'a sign-in does not work with OUTER_PROXY');
  const [address] = await addressesOf(person);
  check(address === '127.0.0.1', `the security log has the address ${address} in place of the visitor's`);
  docker('rm', '-f', '-v', OUTER);
}

function startOwnCaddy() {
  const file = join(work, 'Caddyfile');
  writeFileSync(file, blockOf('caddy.md', 'Caddy in front', 'text'));
  const image = imageOf('caddy');
  docker('run', '-d', '--name', OUTER, '--network', 'host', '-v', `${file}:/etc/caddy/Caddyfile:ro`, image);
}

function startOwnNginx() {
  const folder = join(work, 'nginx');
  mkdirSync(folder, { recursive: true });
  const subject = ['-subj', `/CN=${HOST}`, '-days', '2', '-nodes', '-newkey', 'rsa:2048'];
  const out = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
  execFileSync('openssl', ['req', '-x509', ...subject, ...out], { stdio: 'ignore' });
  writeFileSync(join(folder, 'marquee.conf'), blockOf('nginx.md', 'nginx in front', 'text', 'map $http_upgrade'));
  const mounts = [
    `${join(folder, 'marquee.conf')}:/etc/nginx/conf.d/default.conf:ro`,
    `${folder}:/etc/letsencrypt/live/${HOST}:ro`,
  ].flatMap((mount) => ['-v', mount]);
  docker('run', '-d', '--name', OUTER, '--network', 'host', '--user', '0', ...mounts, imageOf('proxy'));
}

async function behindCaddy() {
  writeEnv(blockOf('docker.md', 'For others: https', 'ini'));
  await run('docker compose up -d');
  await ready();
  const person = new Visitor(OVER_HTTPS);
  await until('Caddy answers', async () => (await person.get('/readyz')).status === 200);
  await person.signIn();
  check((await person.get('/api/folders')).status === 200, 'a sign-in does not work');
  const home = await ana.get('/');
  check(home.status === 421, `localhost answers ${home.status} with PUBLIC_URL`);
  await run('docker compose down');
  check(docker('ps', '-aq', '--filter', 'name=marquee-') === '', 'down leaves containers of a profile');
}

/** People read and write all the time while nodes go. */
async function loseNodes() {
  writeEnv('APP_NODES=3\nRATE_LIMIT=0');
  await run('docker compose up -d');
  await ready();
  await run('docker compose up -d');
  check(nodes().length === 3, `there are ${nodes().length} nodes after a second up`);
  await until('all nodes are ready', () =>
    nodes().every((name) => docker('inspect', '-f', '{{.State.Health.Status}}', name) === 'healthy'),
  );
  const before = await countTitles();
  const load = startLoad();
  await pause(5000);
  await inShell(`docker kill ${nodes()[0]}`);
  await pause(15_000);
  await inShell(`docker network disconnect -f marquee_outside ${nodes()[0]}`);
  await pause(15_000);
  const { requests, written, longestRead, longestWrite } = await load.stop();
  note(
    `${requests} requests, the longest read ${seconds(longestRead)} s, the longest write ${seconds(longestWrite)} s`,
  );
  check(longestRead < 5000, 'a read took longer than 5 s');
  // A node that is killed within a write leaves its list locked for so long: see "More nodes" in docker.md.
  check(longestWrite < 9000, 'a write took longer than 9 s');
  check((await countTitles()) === before + written, 'an acknowledged write is missing');
  writeEnv('RATE_LIMIT=0');
  await run('docker compose up -d --force-recreate');
  await ready();
}

async function loseMongo() {
  const before = await countTitles();
  const load = startLoad();
  await pause(3000);
  await inShell('docker restart -t 0 marquee-mongo-1');
  await pause(25_000);
  const { requests, written, longestRead, longestWrite } = await load.stop();
  note(
    `${requests} requests, the longest read ${seconds(longestRead)} s, the longest write ${seconds(longestWrite)} s`,
  );
  check((await countTitles()) === before + written, 'an acknowledged write is missing');
}

async function restoreInPlace() {
  check((await countTitles()) > titles, 'nothing was written since the backup');
  const list = await run(blockOf('restore.md', 'docker-compose.yml with MongoDB', 'sh', '--entrypoint ls'));
  check(list.includes(backup), 'the list of backups has not the one that was made');
  await run(blockOf('restore.md', 'docker-compose.yml with MongoDB', 'sh', 'docker compose down'));
  await ready();
  await expectAsBackedUp();
}

async function upgrade() {
  const author = ['-c', 'user.name=try', '-c', 'user.email=try@example.com'];
  const other = join(work, 'other');
  execFileSync('git', ['clone', '-q', repository, other]);
  execFileSync('git', [...author, 'commit', '-q', '--allow-empty', '-m', 'Newer'], { cwd: other });
  execFileSync('git', ['push', '-q'], { cwd: other });
  const block = blockOf('upgrade.md', 'docker-compose.yml', 'sh');
  const wanted = backup;
  await run(block);
  backup = wanted;
  await ready();
  await expectAsBackedUp();
}

async function restoreElsewhere() {
  removeAll();
  const file = readFileSync(join(work, 'marquee-backup.tar'));
  enterMachine('new-machine');
  writeFileSync(join(cwd, 'marquee-backup.tar'), file);
  await run(blockOf('restore.md', 'docker-compose.yml with MongoDB', 'sh', 'git clone'));
  await ready();
  await expectAsBackedUp();
}

/** Kills what is running at several moments of a first start, and starts again as docker.md says. */
async function interruptFirstStart() {
  for (const afterMs of [0, 700, 1500, 4000, 5500, 6000, 6500, 7000, 8000]) {
    removeAll();
    const first = spawn('docker', ['compose', 'up', '-d'], { cwd, stdio: 'ignore' });
    const ended = new Promise((resolve) => first.once('exit', resolve));
    await until('a container runs', () => docker('ps', '-q', '--filter', 'name=marquee-') !== '', 20);
    await pause(afterMs);
    first.kill('SIGKILL');
    const running = docker('ps', '--format', '{{.Names}}', '--filter', 'name=marquee-').split('\n').filter(Boolean);
    for (const name of running) tryDocker('kill', name);
    await ended;
    const began = performance.now();
    await run('docker compose up -d');
    await ready();
    await setUp(new Visitor(AT_HOME));
    note(
      `killed after ${afterMs} ms (${running.join(', ')}): ready ${seconds(performance.now() - began)} s after the second up`,
    );
  }
}

async function oneContainer() {
  removeAll();
  enterMachine('one-container');
  ana = new Visitor(AT_HOME);
  await run(blockOf('docker.md', 'One container without MongoDB', 'sh', 'docker run'));
  await ready();
  listId = await ana.setUp(setupCodeIn(docker('logs', 'marquee')));
  await ana.add(listId, 1);
  await run(blockOf('docker.md', 'One container without MongoDB', 'sh', 'docker exec'));
  titles = 1;
  await ana.add(listId, 2);
  await run(blockOf('restore.md', 'The embedded database (one container, systemd, `npm start`)', 'sh', 'docker stop'));
  await ready();
  await expectAsBackedUp();
  await ana.add(listId, 3);
  await run(blockOf('upgrade.md', 'One container', 'sh'));
  await run(blockOf('docker.md', 'One container without MongoDB', 'sh', 'docker run').split('\n').slice(2).join('\n'));
  await ready();
  titles = 2;
  await expectAsBackedUp();
}

async function move() {
  await run(blockOf('moving.md', '1. A backup of the embedded database, as a file', 'sh', 'docker stop'));
  await run(blockOf('moving.md', '2. Into the new database', 'sh', 'unpack'));
  await run(blockOf('moving.md', '2. Into the new database', 'sh', 'up -d'));
  await ready();
  await expectAsBackedUp();
}

/** The same browser is still signed in, and finds what the backup had. */
async function expectAsBackedUp() {
  const count = await countTitles();
  check(count === titles, `the list has ${count} titles, the backup had ${titles}`);
}

async function setUp(visitor) {
  listId = await visitor.setUp(setupCodeIn(await run(blockOf('docker.md', 'Docker', 'sh', 'setup code'))));
  for (let id = 1; id <= 5; id += 1) await visitor.add(listId, id);
}

const setupCodeIn = (log) => /setup code for the first one is (\S+)/.exec(log)?.[1];

async function countTitles() {
  return (await ana.do('GET', `/api/folders/${listId}`)).itemCount;
}

async function addressesOf(visitor) {
  return (await visitor.do('GET', '/api/user/security-events')).map(({ address }) => address);
}

/** Two readers and two writers, until stopped. The times include repeats until there is an answer. */
function startLoad() {
  const result = { requests: 0, written: 0, longestRead: 0, longestWrite: 0 };
  let isOver = false;
  const repeat = async (send) => {
    while (!isOver) {
      await send();
      result.requests += 1;
      await pause(50);
    }
  };
  const read = async () => {
    result.longestRead = Math.max(result.longestRead, await ana.read(`/api/folders/${listId}`));
  };
  const write = async () => {
    nextTitle += 1;
    result.longestWrite = Math.max(result.longestWrite, await ana.add(listId, nextTitle));
    result.written += 1;
  };
  const all = Promise.all([repeat(read), repeat(read), repeat(write), repeat(write)]);
  // A failure is thrown by stop().
  all.catch(() => undefined);
  return {
    async stop() {
      isOver = true;
      await all;
      return result;
    },
  };
}
let nextTitle = 100;

// Below: commands, containers and time.

/** Runs the commands of a block one after the other in the shell's folder, and returns what they wrote. */
async function run(block) {
  let written = '';
  for (const line of block.replaceAll('\\\n', '').split('\n')) {
    const command = line.replace('<the repository>', repository).replace(/<(date|name)>/, backup);
    console.log(`    $ ${line.trim()}`);
    const output = await inShell(command);
    backup = /The backup is in \/backups\/([\w-]+)/.exec(output)?.[1] ?? backup;
    written += output;
  }
  return written;
}

function inShell(command) {
  const places = join(work, 'cwd');
  const child = spawn('sh', ['-ec', `${command}\npwd >"${places}"`], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return new Promise((resolve, reject) => {
    child.once('close', (code) => {
      if (code !== 0) return reject(new Error(`${command}\nended with ${code}:\n${output.slice(-3000)}`));
      cwd = readFileSync(places, 'utf8').trim();
      resolve(output);
    });
  });
}

function docker(...args) {
  return execFileSync('docker', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}

function tryDocker(...args) {
  try {
    return docker(...args);
  } catch {
    return '';
  }
}

function imageOf(service) {
  const pattern = new RegExp(`^ {2}${service}:\\n(?: {4}.*\\n)*? {4}image: (\\S+)`, 'm');
  return pattern.exec(readFileSync(join(root, 'docker-compose.yml'), 'utf8'))?.[1] ?? '';
}

function writeEnv(text) {
  writeFileSync(join(cwd, '.env'), `${text}\n`);
}

function enterMachine(name) {
  cwd = join(work, name);
  mkdirSync(cwd);
}

const nodes = () =>
  docker('ps', '--format', '{{.Names}}', '--filter', 'name=marquee-app-')
    .split('\n')
    .filter((name) => /-app-\d+$/.test(name))
    .sort();

/** Volumes without a name of ours, which pile up. */
const findForeignVolumes = () =>
  docker('volume', 'ls', '-q')
    .split('\n')
    .filter((name) => name && !/^marquee[_-]/.test(name));

/** All containers, networks and volumes of this try. The image stays. */
function removeAll() {
  const list = (...args) =>
    docker(...args)
      .split('\n')
      .filter(Boolean);
  const containers = list('ps', '-aq', '--filter', 'name=^marquee(-|$)');
  if (containers.length > 0) docker('rm', '-f', '-v', ...containers);
  for (const network of list('network', 'ls', '-q', '--filter', 'name=marquee_')) docker('network', 'rm', network);
  for (const volume of list('volume', 'ls', '-q', '--filter', 'name=^marquee[_-]')) docker('volume', 'rm', volume);
}

/** Waits until the site is ready, and returns after how many seconds. */
function ready() {
  return until('the site is ready', async () => (await new Visitor(AT_HOME).get('/readyz')).status === 200);
}

async function until(what, isSo, intervalMs = 250) {
  const began = performance.now();
  for (;;) {
    const result = await Promise.resolve()
      .then(isSo)
      .catch(() => false);
    const waited = performance.now() - began;
    if (result) return seconds(waited);
    if (waited > 180_000) throw new Error(`${what}: not so after three minutes`);
    await pause(intervalMs);
  }
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const seconds = (ms) => (ms / 1000).toFixed(1);
const titleOf = ({ text }) => /<title>(.*?)<\/title>/.exec(text)?.[1] ?? text.slice(0, 80);
const note = (text) => console.log(`    ${text}`);

function check(isSo, problem) {
  if (!isSo) throw new Error(problem);
}

const existing = docker('ps', '-a', '--format', '{{.Names}}', '--filter', 'name=^marquee(-|$)');
const stored = docker('volume', 'ls', '-q', '--filter', 'name=^marquee[_-]');
if (existing || stored) {
  console.error(
    `This machine has containers or volumes of Marquee, which the try would remove:\n${existing}\n${stored}`,
  );
  process.exit(2);
}
execFileSync('git', ['clone', '-q', '--bare', root, repository]);
const foreignVolumes = findForeignVolumes();
let failed = 0;
const began = performance.now();
for (const [name, step] of steps) {
  const stepBegan = performance.now();
  console.log(`\n${name}`);
  try {
    await step();
    console.log(`  ok, ${seconds(performance.now() - stepBegan)} s`);
  } catch (error) {
    failed += 1;
    console.log(`  FAILED after ${seconds(performance.now() - stepBegan)} s: ${error.message}`);
    // Most steps build on the ones before.
    break;
  }
}
for (const { file, heading, text } of failed === 0 ? findUntried() : []) {
  failed += 1;
  console.log(`\n${file}, "${heading}" has commands that no step has run:\n${text}`);
}
const left = findForeignVolumes().filter((name) => !foreignVolumes.includes(name));
if (left.length > 0) {
  failed += 1;
  console.log(`\nThese volumes have no name: ${left.join(', ')}`);
}
removeAll();
rmSync(work, { recursive: true, force: true });
console.log(
  `\n${failed === 0 ? 'All as the documents say' : 'Not all as the documents say'}, ${seconds(performance.now() - began)} s`,
);
process.exit(failed === 0 ? 0 : 1);
