import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Change } from '../../../../common/schemas/changes.ts';
import { revAt } from '../../../../common/testing/replicas.ts';
import { type ApiStub, deferred, failure, type StubAnswer, stubApi } from '../../../testing/api.ts';
import { id, open } from '../../../testing/folderStore.ts';
import { ana, ben, idOf, publicUser, sampleFolder, sampleItem, sampleShare } from '../../../testing/samples.ts';
import { useUsers } from '../../users/users.store.ts';
import { applyMembersLeft, applyOwnSeen, applySeenChanged, liveSeen, setConsent } from './seen.store.ts';

const SEEN = `GET /api/folders/${id}/seen`;
const [first, second] = [sampleItem(1), sampleItem(2)];
const marks = () => liveSeen.get(id);
const marked = (...items: { id: string }[]) => new Set(items.map((item) => item.id));
const change = (over: object = {}) => ({ folderId: id, userId: ben.id, itemIds: [second.id], seen: true, ...over });
let api: ApiStub;

beforeEach(async () => {
  api = stubApi();
  useUsers.getState().applyViewer(ana);
  useUsers.getState().applyPeople([ben]);
  await open(api, 1, [first, second]);
  api.on(SEEN, { body: { seen: { [ben.id]: [first.id] }, consents: { [ben.id]: true } } });
});

const load = () => liveSeen.load(id, 'folder');
const seenCalls = () => api.calls.filter((call) => call === SEEN).length;

test('marks are changed by events', async () => {
  await Promise.all([load(), load()]);
  applySeenChanged(change());
  applySeenChanged(change());
  expect(marks()).toEqual({ seen: { [ben.id]: marked(first, second) }, consents: { [ben.id]: true } });

  applySeenChanged(change({ itemIds: [first.id], seen: false }));

  expect(marks()?.seen).toEqual({ [ben.id]: marked(second) });
  expect(seenCalls()).toBe(1);
});

test('an event that arrives while they load is applied after them', async () => {
  const answer = deferred<StubAnswer>();
  api.on(SEEN, () => answer.promise);
  const loading = load();

  applySeenChanged(change());
  answer.resolve({ body: { seen: {}, consents: { [ben.id]: true } } });
  await loading;

  expect(marks()?.seen).toEqual({ [ben.id]: marked(second) });
});

test('an event about a list without loaded marks changes nothing', () => {
  applySeenChanged(change());

  expect(marks()).toBeUndefined();
});

describe('a consent', () => {
  test('of a member brings all marks, and takes them away', async () => {
    await load();

    applySeenChanged(change({ itemIds: [], seen: false, shows: false }));
    expect(marks()).toEqual({ seen: {}, consents: {} });
    applySeenChanged(change({ shows: true }));

    expect(marks()).toEqual({ seen: { [ben.id]: marked(second) }, consents: { [ben.id]: true } });
  });

  test('of the viewer keeps the own marks', async () => {
    api.on(SEEN, { body: { seen: { [ana.id]: [first.id] }, consents: { [ana.id]: true } } });
    await load();

    applySeenChanged(change({ userId: ana.id, itemIds: [first.id], seen: false, shows: false }));

    expect(marks()).toEqual({ seen: { [ana.id]: marked(first) }, consents: { [ana.id]: false } });
  });

  test('is sent, and kept as it was when that fails', async () => {
    await load();
    const route = `PUT /api/folders/${id}/seen-consent`;
    api.on(route, failure(503, 'unavailable'));
    await expect(setConsent(id, true, 'folder')).rejects.toThrow('503');
    expect(marks()?.consents).toEqual({ [ben.id]: true });

    api.on(route, { status: 204 });
    await setConsent(id, true, 'folder');

    expect(api.requests.at(-1)?.body).toEqual({ shows: true });
    expect(marks()?.consents).toEqual({ [ben.id]: true, [ana.id]: true });
  });
});

test('the marks of a member go with the membership, and those of a list with the list', async () => {
  await load();
  const revoked: Change = {
    ...revAt(2),
    at: '2026-01-01T00:00:00.000Z',
    by: publicUser(ben),
    type: 'share:revoked',
    folder: sampleFolder(),
    share: sampleShare(),
  };

  applyMembersLeft(id, [revoked]);
  expect(marks()).toEqual({ seen: {}, consents: {} });
  liveSeen.apply(id, () => undefined);

  expect(marks()).toBeUndefined();
});

test('a play of the viewer marks the title in every list that is loaded', async () => {
  await load();

  applyOwnSeen(first, true);
  expect(marks()?.seen[ana.id]).toEqual(marked(first));
  applyOwnSeen(first, false);
  applyOwnSeen({ mediaType: 'tv', tmdbId: first.tmdbId }, true);

  expect(marks()?.seen[ana.id]).toEqual(marked());
});

test('members whose name is not known are loaded', async () => {
  const cleo = { ...ben, id: idOf(3), firstName: 'Cleo' };
  api.on(SEEN, { body: { seen: {}, consents: { [cleo.id]: true } } });
  api.on(`GET /api/users/${cleo.id}`, { body: cleo });

  await load();
  await new Promise((resolve) => setTimeout(resolve));

  expect(useUsers.getState().people[cleo.id]?.firstName).toBe('Cleo');
});
