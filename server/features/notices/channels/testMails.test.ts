import { expect, test } from '@jest/globals';
import { mailEnv } from '../../../testing/mailServer.ts';
import { signUp } from '../../../testing/people.ts';
import { setUpServer } from '../../../testing/server.ts';
import { UserModel } from '../../users/user.model.ts';

// Nothing answers there: the limit counts attempts.
const server = setUpServer({ env: { ...mailEnv({ url: 'smtp://127.0.0.1:1' }), RATE_LIMIT: '1' } });

test('a person can have five test mails an hour', async () => {
  const ana = await signUp(server, 'Ana');
  await UserModel.updateOne({ _id: ana.user.id }, { $set: { confirmedEmail: ana.user.email } });
  const { body } = await ana.post('/api/channels', { kind: 'email' }).expect(201);

  const statuses = [];
  for (let sent = 0; sent < 6; sent += 1) statuses.push((await ana.post(`/api/channels/${body.id}/test`)).status);

  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});
