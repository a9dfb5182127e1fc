import { chmodSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { backUp, restore } from '../backup.ts';
import { type EmbeddedMongo, startEmbedded } from '../index.ts';
import { makeFolder } from '../testing/start.ts';

let root: string;
let umask: number;
let server: EmbeddedMongo | undefined;
beforeEach(() => {
  root = makeFolder();
  umask = process.umask(0);
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
  process.umask(umask);
  rmSync(root, { recursive: true, force: true });
});

/** The paths that the group or others can access: the folder and its files. */
function openTo(folder: string): string[] {
  const paths = [folder, ...readdirSync(folder).map((name) => join(folder, name))];
  return paths.filter((path) => statSync(path).mode & 0o077);
}

test('only the owner can access the files, whatever the umask', async () => {
  const dir = join(root, 'data');

  server = await startEmbedded({ dir, inProcess: true });

  expect(readdirSync(dir).sort()).toEqual(['data.address', 'data.mdb', 'data.mdb-lock', 'data.sock', 'data.spare']);
  expect(openTo(dir)).toEqual([]);
});

test('files of an earlier version become private at the next start', async () => {
  const dir = join(root, 'data');
  await (await startEmbedded({ dir, inProcess: true })).stop();
  for (const name of ['data.mdb', 'data.mdb-lock']) chmodSync(join(dir, name), 0o666);

  server = await startEmbedded({ dir, inProcess: true });

  expect(openTo(dir)).toEqual([]);
});

test('backups, restored data and replaced data are private, too', async () => {
  const [dir, copy, other] = [join(root, 'data'), join(root, 'copy'), join(root, 'other')];
  server = await startEmbedded({ dir, inProcess: true });

  await backUp({ dir }, copy);
  expect(openTo(copy)).toEqual([]);
  chmodSync(join(copy, 'data.mdb'), 0o666);
  await restore(copy, { dir: other });
  await restore(copy, { dir: other });

  expect([...openTo(other), ...openTo(copy)]).toEqual([join(copy, 'data.mdb')]);
});
