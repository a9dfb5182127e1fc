import { beforeEach, expect, test } from '@jest/globals';
import type { Privacy } from '../../../../common/schemas/account/privacy.ts';
import { queryClient } from '../../../lib/query.ts';
import { type ApiStub, deferred, failure, type StubAnswer, stubApi } from '../../../testing/api.ts';
import { changePrivacy, privacyQuery } from './privacy/privacy.queries.ts';
import { chooseSpoilers, spoilersQuery } from './spoilers.queries.ts';

const privacy: Privacy = {
  emailFor: 'everyone',
  listsFor: 'everyone',
  isListed: true,
  showsPresence: true,
  showsWatching: true,
  instance: { emailFor: 'everyone', listsFor: 'everyone' },
};
const privacyShown = () => queryClient.getQueryData(privacyQuery.queryKey);
const spoilersShown = () => queryClient.getQueryData(spoilersQuery.queryKey);
let api: ApiStub;

beforeEach(() => {
  api = stubApi();
  queryClient.setQueryData(privacyQuery.queryKey, privacy);
  queryClient.setQueryData(spoilersQuery.queryKey, { spoilers: 'show' });
});

test('a choice of privacy shows at once, and then as the server has stored it', async () => {
  const answer = deferred<StubAnswer>();
  api.on('PATCH /api/user/privacy', () => answer.promise);

  const changed = changePrivacy({ isListed: false });
  expect(privacyShown()).toEqual({ ...privacy, isListed: false });
  answer.resolve({ body: { ...privacy, isListed: false, showsPresence: false } });
  await changed;

  expect(privacyShown()).toEqual({ ...privacy, isListed: false, showsPresence: false });
});

test('a choice of privacy that is stored stays when another one, made meanwhile, is not', async () => {
  const answers = [deferred<StubAnswer>(), deferred<StubAnswer>()];
  let asked = 0;
  api.on('PATCH /api/user/privacy', () => answers[asked++]?.promise ?? failure(500, 'internal'));

  const refused = changePrivacy({ isListed: false }).catch(() => undefined);
  const changed = changePrivacy({ showsPresence: false });
  answers[1]?.resolve({ body: { ...privacy, showsPresence: false } });
  await changed;
  answers[0]?.resolve(failure(503, 'unavailable'));
  await refused;

  expect(privacyShown()).toEqual({ ...privacy, showsPresence: false });
});

test('a choice of spoilers shows at once', async () => {
  api.on('PUT /api/user/spoilers', { body: { spoilers: 'hide' } });

  const chosen = chooseSpoilers('hide');
  expect(spoilersShown()).toEqual({ spoilers: 'hide' });
  await chosen;

  expect(spoilersShown()).toEqual({ spoilers: 'hide' });
});

test('a choice that could not be stored goes back', async () => {
  api.on('PATCH /api/user/privacy', failure(503, 'unavailable'));
  api.on('PUT /api/user/spoilers', failure(503, 'unavailable'));

  await expect(changePrivacy({ isListed: false })).rejects.toThrow('503');
  await expect(chooseSpoilers('hide')).rejects.toThrow('503');

  expect(privacyShown()).toEqual(privacy);
  expect(spoilersShown()).toEqual({ spoilers: 'show' });
});
