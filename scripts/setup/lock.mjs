import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const HEARTBEAT_MS = 2_000;
const ABANDONED_MS = 20_000;

/** Runs `work` with the lock, after waiting until it is free. The lock of a dead process is taken over. */
export async function withLock(file, work) {
  const mine = JSON.stringify({ pid: process.pid, host: hostname(), at: Date.now() });
  mkdirSync(dirname(file), { recursive: true });
  while (!tryCreate(file, mine)) {
    if (!removeIfAbandoned(file)) await sleep(150);
  }
  const heartbeat = setInterval(() => touch(file), HEARTBEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    if (readOrNull(file) === mine) rmSync(file, { force: true });
  }
}

function tryCreate(file, content) {
  try {
    writeFileSync(file, content, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function removeIfAbandoned(file) {
  const content = readOrNull(file);
  if (content === null) return true;
  if (isHeld(file, content)) return false;
  // Of several waiting processes only one can rename the file. If it has a new holder by then, it is put back.
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return true;
  }
  if (readOrNull(aside) !== content) renameSync(aside, file);
  else rmSync(aside, { force: true });
  return true;
}

function isHeld(file, content) {
  try {
    if (Date.now() - statSync(file).mtimeMs > ABANDONED_MS) return false;
    const holder = JSON.parse(content);
    return holder.host !== hostname() || isAlive(holder.pid);
  } catch {
    // The file is incomplete or was just removed. The next check decides.
    return true;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function touch(file) {
  try {
    const now = new Date();
    utimesSync(file, now, now);
  } catch {
    // The file was removed by hand. The work continues without it.
  }
}

function readOrNull(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
