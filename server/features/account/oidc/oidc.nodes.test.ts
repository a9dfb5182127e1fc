import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startIssuer, type TestIssuer } from '../../../testing/oidc/issuer.ts';
import { claimsOf, comeBack, leave, readAs } from '../../../testing/oidc/singleSignOn.ts';
import { type AppProcess, startProcess } from '../../../testing/process.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

let issuer: TestIssuer;
let here: TestServer;
let there: AppProcess;
beforeAll(async () => {
  issuer = await startIssuer();
  here = await startTestServer({ env: issuer.env });
  const { dataDir, mongodbUri = '', sessionSecret = '' } = here.config;
  there = await startProcess(dataDir, { ...issuer.env, MONGODB_URI: mongodbUri, SESSION_SECRET: sessionSecret });
});
afterAll(async () => {
  await there.stop();
  await here.stop();
  await issuer.stop();
});

test('a sign-in that starts on one node and ends on another is valid on both', async () => {
  const { authorization, cookie } = await leave(here);

  const answer = await comeBack({ ...here, url: there.url }, issuer.approve(authorization, claimsOf()), cookie);

  expect([answer.status, answer.headers.location]).toEqual([302, '/folders']);
  expect((await readAs(here, answer)).body.firstName).toBe('Ana');
});

test('a sign-in that ended on one node cannot end again on another', async () => {
  const { authorization, cookie } = await leave(here);
  const first = await comeBack(here, issuer.approve(authorization, claimsOf()), cookie);

  const second = await comeBack({ ...here, url: there.url }, issuer.approve(authorization, claimsOf()), cookie);

  expect([first.status, second.status]).toEqual([302, 400]);
});
