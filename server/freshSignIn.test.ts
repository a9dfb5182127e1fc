import { beforeAll, describe, expect, test } from '@jest/globals';
import { allCalls } from '../common/api/all.ts';
import { UserModel } from './features/users/user.model.ts';
import { SessionModel } from './platform/session/session.ts';
import { PASSWORD } from './testing/people.ts';
import { type MatrixCase, matrix } from './testing/rows.ts';
import { setUpServer } from './testing/server.ts';
import { type Stage, setStage } from './testing/stage.ts';

/** Every call that opens, takes over, ends or gives away an account or the instance. */
const SENSITIVE = [
  'delete /api/admin/accounts/:id',
  'delete /api/admin/accounts/:id/operator',
  'delete /api/admin/accounts/:id/requests',
  'delete /api/admin/keys/:service',
  'delete /api/admin/list-links/:id',
  'delete /api/user',
  'delete /api/user/passkeys/:id',
  'delete /api/user/second-factor',
  'delete /api/user/single-sign-on',
  'patch /api/admin/settings',
  'post /api/admin/accounts/:id/disable',
  'post /api/admin/accounts/:id/enable',
  'post /api/admin/accounts/:id/reset-password',
  'post /api/admin/backups',
  'post /api/admin/data-check',
  'post /api/admin/invitation-links',
  'post /api/categories/:id/webhooks',
  'post /api/feeds',
  'post /api/folders/:id/webhooks',
  'post /api/players',
  'post /api/players/:id/address',
  'post /api/tokens',
  'post /api/user/passkeys',
  'post /api/user/passkeys/options',
  'post /api/user/recovery-codes',
  'post /api/user/second-factor',
  'post /api/user/single-sign-on',
  'post /api/webhooks',
  'post /api/webhooks/:id/secret',
  'put /api/admin/accounts/:id/operator',
  'put /api/admin/accounts/:id/requests',
  'put /api/admin/backups',
  'put /api/admin/keys/:service',
  'put /api/user/email',
  'put /api/user/password',
  'put /api/user/second-factor',
];

/** It is answered with 404 without single sign-on; connecting.test.ts shows that it asks. */
const ELSEWHERE = 'post /api/user/single-sign-on';

const server = setUpServer();
let stage: Stage;
beforeAll(async () => {
  stage = await setStage(server);
  const { operator } = stage.people;
  const id = (await operator?.get('/api/auth/user'))?.body.id;
  // With a second factor, what is confirmed by the password alone needs a fresh sign-in too.
  await UserModel.updateOne({ _id: id }, { $set: { totp: { secret: 'sealed', lastPeriod: 0 } } });
  const longAgo = Date.now() - 10 * 60_000 - 1000;
  await SessionModel.updateMany({ 'session.userId': id }, { $set: { 'session.startedAt': longAgo } });
});

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

/** Of a passkey that does not exist, but well formed: its call reads the body first. */
const credential = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
  clientExtensionResults: {},
};

function send({ call, params, body }: MatrixCase) {
  const values = params?.(stage) ?? {};
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? name);
  const sent = { currentPassword: PASSWORD, credential, ...body?.(stage) };
  return stage.people.operator?.[call.method](path, sent);
}

test('the contract names fresh_sign_in_required for exactly the sensitive calls', () => {
  const named = allCalls.filter(({ errors }) => (errors as readonly string[]).includes('fresh_sign_in_required'));

  expect(named.map(nameOf).sort()).toEqual([...SENSITIVE].sort());
});

describe('more than ten minutes after the sign-in', () => {
  const asking = matrix.filter(({ call }) => SENSITIVE.includes(nameOf(call)) && nameOf(call) !== ELSEWHERE);

  test.each(asking)('$name asks who it is', async (row) => {
    expect((await send(row))?.body.code).toBe('fresh_sign_in_required');
  });
});
