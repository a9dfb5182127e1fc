import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { startEmbedded } from 'embedded-mongo';
import { MongoClient } from 'mongodb';
import { databaseName as name } from '../../server/platform/databaseName.ts';
import { findOwnFaults, withOwnSnapshot } from './ownDatabase.ts';
import { exportTo } from './transfer.ts';

let dataDir: string;
let dataFile: string;

beforeEach(async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  dataDir = mkdtempSync(join(tmpdir(), 'snapshot-'));
  dataFile = join(dataDir, 'marquee.mdb');
  const server = await startEmbedded({ dir: dataDir, name, database: name, inProcess: true });
  const client = await MongoClient.connect(server.uri);
  await client.db().collection('users').insertOne({ email: 'ann@x.org' });
  await client.close();
  await server.stop();
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(dataDir, { recursive: true, force: true });
});

function replaceInFile(text: string, other: string): void {
  const bytes = readFileSync(dataFile);
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) bytes.write(other, at);
  writeFileSync(dataFile, bytes);
}

test.each([
  ['a document', 'ann@x.org', 'eve@x.org', ': record 1 of marquee.users is damaged: restore a backup'],
  [
    'the catalog',
    '_id_',
    '_ID_',
    ' is damaged (the entry of marquee.users in the catalog is broken). Move it away and restore a backup',
  ],
])('an export of data with damage in %s names the file and what to do', async (_what, text, other, message) => {
  replaceInFile(text, other);
  const where = { mongodbUri: undefined, dataDir };

  const refused = withOwnSnapshot(where, (db) => exportTo(db, join(dataDir, 'export')));

  await expect(refused).rejects.toThrow(new Error(dataFile + message));
});

test('a check of sound data finds nothing, also while the app uses them', async () => {
  const app = await startEmbedded({ dir: dataDir, name, database: name, inProcess: true });

  const faults = await findOwnFaults(dataDir);

  await app.stop();
  expect(faults).toEqual([]);
});

test('a check finds a damaged document that no request has read', async () => {
  replaceInFile('ann@x.org', 'eve@x.org');

  const faults = await findOwnFaults(dataDir);

  expect(faults).toEqual(['marquee.users: document 1 is damaged']);
});
