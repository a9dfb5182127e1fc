import { closeSync, existsSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Health } from '../../../common/schemas/operator/operator.ts';
import { databaseName } from '../../platform/databaseName.ts';
import { SessionModel } from '../../platform/session/session.ts';
import { addItem, confirm, createFolder, type Person, signUp } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { createDataChecker } from './dataCheck.service.ts';

let server: TestServer;
let operator: Person;

// The app's own database, which is the one that it can check.
beforeEach(async () => {
  server = await startTestServer({
    env: { MONGODB_URI: '', SESSION_SECRET: 'nR4vW8zK1pQ7sT2xY5bC9dF3gH6jL0mN', LOG_LEVEL: 'silent' },
  });
  operator = await signUp(server, 'Olga');
});
afterEach(() => server.stop());

const start = () => operator.post('/api/admin/data-check');
const health = async (): Promise<Health> => (await operator.get('/api/admin/health')).body;

async function finished(): Promise<Health> {
  for (;;) {
    const answer = await health();
    if (!answer.dataCheck?.isRunning) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test('a check reads all data while the app goes on, one at a time', async () => {
  expect((await health()).dataCheck).toEqual({ isRunning: false, last: null });

  expect((await start()).status).toBe(204);
  expect((await start()).body.code).toBe('conflict');
  expect((await health()).dataCheck).toEqual({ isRunning: true, last: null });
  await addItem(operator, (await createFolder(operator)).id);

  expect((await finished()).dataCheck).toEqual({
    isRunning: false,
    last: { checkedAt: expect.any(String), faults: [], problem: null },
  });
  expect((await start()).status).toBe(204);
  await finished();
  expect(readdirSync(server.config.dataDir).filter((name) => name.includes('check'))).toEqual([]);
});

/** Changes a text in the file, in all its copies: pages that are not used any more have some too. */
function damage(file: string, text: string): void {
  const bytes = readFileSync(file);
  const data = openSync(file, 'r+');
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) writeSync(data, 'X', at);
  closeSync(data);
}

test('a check finds a damaged document, and Health says what to do', async () => {
  await createFolder(operator, 'Damaged here');
  const check = async () => {
    damage(path.join(server.config.dataDir, `${databaseName}.mdb`), 'Damaged here');
    await start();
    return finished();
  };

  let answer = await check();
  // A write of the app in the same moment may have copied the page before it was damaged.
  const isSound = ({ dataCheck }: Health) => dataCheck?.last?.faults.length === 0 && dataCheck.last.problem === null;
  while (isSound(answer)) answer = await check();

  const { dataCheck, findings } = answer;
  expect(dataCheck?.last).toEqual({
    checkedAt: expect.any(String),
    faults: expect.arrayContaining([expect.stringContaining('is damaged')]),
    problem: null,
  });
  expect(findings[0]).toMatchObject({ id: 'data_damaged', severity: 'error' });
});

test('a check needs a fresh sign-in', async () => {
  const own = { 'session.userId': operator.user.id };
  await SessionModel.updateMany(own, { $set: { 'session.startedAt': Date.now() - 11 * 60_000 } });
  await SessionModel.updateMany(own, { $unset: { 'session.confirmedAt': 1 } });

  expect((await start()).body.code).toBe('fresh_sign_in_required');

  operator = await confirm(server, operator);
  expect((await start()).status).toBe(204);
});

test('a stop ends a check that is going on', async () => {
  await start();
  const { dataDir } = server.config;

  await server.stop();

  expect(existsSync(dataDir)).toBe(false);
  server = await startTestServer();
});

test('a MongoDB is not checked', () => {
  const checker = createDataChecker({ dataDir: '', mongodbUri: 'mongodb://localhost' });

  expect(checker.read()).toBeNull();
  expect(() => checker.start()).toThrow('The data is in a MongoDB, which is checked with its own tools');
});
