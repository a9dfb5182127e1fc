import { beforeEach, expect, test } from '@jest/globals';
import { onSignedOut } from '../../../lib/http/http.ts';
import { queryClient } from '../../../lib/query.ts';
import { type ApiStub, failure, stubApi } from '../../../testing/api.ts';
import { idOf } from '../../../testing/samples.ts';
import { joinPoll, saveBallot } from './poll.api.ts';
import { ballotQuery } from './poll.queries.ts';

const pollId = idOf(10);
const path = `/api/polls/${pollId}`;
let api: ApiStub;
let signedOut: number;

beforeEach(() => {
  api = stubApi();
  signedOut = 0;
  onSignedOut(() => {
    signedOut += 1;
  });
});

const unauthorized = failure(401, 'unauthorized');

// A guest whose access has ended has no account to sign in to.
test.each([
  [
    'reading the ballot',
    `GET ${path}/ballot`,
    () => queryClient.fetchQuery({ ...ballotQuery(pollId, false), retry: false }),
  ],
  ['saving the ballot', `PUT ${path}/ballot`, () => saveBallot(pollId, { marks: {}, veto: null, isReady: false })],
])('guests are not asked to sign in when %s is refused', async (_what, route, send) => {
  api.on(route, unauthorized);

  await expect(send()).rejects.toMatchObject({ status: 401 });

  expect(signedOut).toBe(0);
});

test('members are asked to sign in when their session has ended', async () => {
  api.on(`POST ${path}/participants/me`, unauthorized);

  await expect(joinPoll(pollId)).rejects.toMatchObject({ status: 401 });

  expect(signedOut).toBe(1);
});
