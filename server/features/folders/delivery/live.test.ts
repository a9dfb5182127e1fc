import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { families, familyKeys } from '../../../../common/families.ts';
import { allFlags } from '../../../../common/permissions.ts';
import { changeSchema } from '../../../../common/schemas/changes.ts';
import type { Folder } from '../../../../common/schemas/folder.ts';
import { type Cast, gatherCast } from '../../../testing/cast.ts';
import { addItem, createFolder, inviteTo, only, type Person, shareWith, titleFacts } from '../../../testing/people.ts';
import { startVote, vote } from '../../../testing/polls.ts';
import { setUpServer } from '../../../testing/server.ts';

const server = setUpServer();
let owner: Person;
let member: Person;
let guest: Person;
let audience: Cast['audience'];
let folder: Folder;

beforeAll(async () => {
  ({ owner, member, guest, audience } = await gatherCast(server));
});
afterAll(() => {
  audience.close();
});
beforeEach(async () => {
  folder = await createFolder(owner, 'Weekend');
  await shareWith(owner, folder.id, member, allFlags);
});

const changes = ['folder:changes'];
const toMembers = { owner: changes, 'owner elsewhere': changes, member: changes };

/** The types of the changes that `changeTo` has returned. */
const deliveredTypes = new Set<unknown>();

/** The one change that a tab received. */
function changeTo(name: keyof typeof toMembers): Record<string, unknown> {
  const batches = audience.payloads(name, 'folder:changes') as { folderId: string; changes: unknown[] }[];
  expect(batches).toHaveLength(1);
  expect(batches[0]).toMatchObject({ folderId: expect.any(String) });
  expect(batches[0]?.changes).toHaveLength(1);
  const change = batches[0]?.changes[0] as Record<string, unknown>;
  deliveredTypes.add(change.type);
  return change;
}

describe.each(familyKeys)('delivered for writes in the %s family:', (key) => {
  const { api, idName } = families[key];
  const path = () => `${api.lists}/${folder.id}`;

  test('a new list, to its owner’s tabs', async () => {
    const all = ['folder:changes', 'folder:available'];

    const { body } = await audience.hears(() => owner.post(api.lists, { name: 'New' }), {
      owner: all,
      'owner elsewhere': all,
    });

    expect(audience.payloads('owner elsewhere', 'folder:available')).toEqual([{ folder: body }]);
    expect(changeTo('owner')).toMatchObject({ type: 'folder:created', rev: 1, folder: { id: body.id, name: 'New' } });
  });

  test('a new name, to every member (P9)', async () => {
    const { body } = await audience.hears(() => member.put(path(), { name: 'Renamed' }), toMembers);

    expect(changeTo('owner')).toEqual(changeTo('member'));
    expect(changeTo('owner')).toMatchObject({
      type: 'folder:renamed',
      rev: body.rev,
      by: { id: member.user.id },
      folder: { id: folder.id, name: 'Renamed', rev: body.rev, memberCount: 1 },
    });
  });

  test('who sees the list, to every member, and that it changed to everyone', async () => {
    const seen = 'user:visibility-changed';
    const members = [...changes, seen];
    const set = () => owner.put(`${path()}/visibility`, { visibility: 'nobody' });

    const { body } = await audience.hears(set, {
      owner: members,
      'owner elsewhere': members,
      member: members,
      adder: [seen],
      guest: [seen],
      stranger: [seen],
    });

    expect(body).toMatchObject({ id: folder.id, visibility: 'nobody' });
    expect(changeTo('member')).toMatchObject({
      type: 'folder:visibility-changed',
      folder: { visibility: 'nobody', rev: body.rev },
    });
    expect(audience.payloads('guest', seen)).toEqual([{ userId: owner.user.id }]);
  });

  test('an added title, to every member, equal to the answer (P9)', async () => {
    const add = () => member.post('/api/watchlist', { [idName]: folder.id, ...titleFacts() });

    const { body } = await audience.hears(add, toMembers);

    expect(changeTo('owner')).toMatchObject({ type: 'item:added', rev: 3, item: body, itemCount: 1 });
  });

  test('the rewatch flag, to every member (P6)', async () => {
    const item = await addItem(owner, folder.id);
    const watch = () => member.patch(`/api/watchlist/${item.id}/watched`, { watched: true });

    const { body } = await audience.hears(watch, toMembers);

    expect(changeTo('owner elsewhere')).toMatchObject({ type: 'item:updated', rev: 4, item: body, itemCount: 1 });
  });

  test('a note, to every member (P6)', async () => {
    const item = await addItem(owner, folder.id);
    const write = () => member.patch(`/api/watchlist/${item.id}/note`, { note: 'For Friday' });

    const { body } = await audience.hears(write, toMembers);

    expect(changeTo('owner')).toMatchObject({ type: 'item:noted', rev: 4, item: body, itemCount: 1 });
  });

  test('a moved title, to every member (P6)', async () => {
    const [first, second] = [await addItem(owner, folder.id), await addItem(owner, folder.id)];
    const move = () => member.patch(`/api/watchlist/${second.id}/place`, { afterId: null, beforeId: first.id });

    const { body } = await audience.hears(move, toMembers);

    expect(changeTo('owner')).toMatchObject({ type: 'item:moved', rev: 5, item: body, itemCount: 2 });
  });

  test('a removed title, to every member (P6)', async () => {
    const item = await addItem(owner, folder.id);

    await audience.hears(() => owner.delete(`/api/watchlist/${item.id}`), toMembers);

    expect(changeTo('member')).toMatchObject({ type: 'item:removed', rev: 4, item, itemCount: 0 });
  });

  test('an accepted invitation, to every member, and the list itself to the new member (P8)', async () => {
    const { id } = await inviteTo(owner, folder.id, guest, only('canEdit'));
    const accept = () => guest.post(`${api.invitations}/${id}/respond`, { status: 'accepted' });
    const both = ['folder:changes', 'invitation:answered'];

    const { body } = await audience.hears(accept, {
      owner: both,
      'owner elsewhere': both,
      member: both,
      guest: [...both, 'folder:available'],
    });

    expect(audience.payloads('owner', 'invitation:answered')).toEqual([{ invitation: body }]);
    expect(audience.payloads('guest', 'folder:available')).toMatchObject([
      {
        folder: {
          id: folder.id,
          isSharedByMe: false,
          permissions: only('canEdit'),
          sharedByUser: { firstName: 'Olga' },
        },
      },
    ]);
    expect(changeTo('member')).toMatchObject({
      type: 'share:granted',
      share: { sharedWithUserId: guest.user.id, ...only('canEdit') },
      folder: { memberCount: 2 },
    });
  });

  test('changed flags, to every member, and the withdrawal of invitations that needed them', async () => {
    await inviteTo(member, folder.id, guest);
    const [share] = (await owner.get(`${path()}/shares`)).body;
    const change = () => owner.put(`${api.shares}/${share.id}/permissions`, only('canAdd'));
    const both = ['folder:changes', 'invitation:withdrawn'];

    // The member may no longer share, and therefore no longer read invitations.
    await audience.hears(change, {
      owner: both,
      'owner elsewhere': both,
      member: changes,
      guest: ['invitation:withdrawn'],
    });

    expect(changeTo('member')).toMatchObject({
      type: 'share:permissions-changed',
      share: { id: share.id, ...only('canAdd') },
    });
  });

  test('a revoked share, to the remaining members, and the loss to the removed one (P7)', async () => {
    await shareWith(owner, folder.id, guest);
    const shares = (await owner.get(`${path()}/shares`)).body;

    await audience.hears(() => owner.delete(`${api.shares}/${shares[1].id}`), { ...toMembers, guest: ['folder:gone'] });

    expect(audience.payloads('guest', 'folder:gone')).toEqual([{ folderId: folder.id, reason: 'removed' }]);
    expect(changeTo('owner')).toMatchObject({ type: 'share:revoked', folder: { memberCount: 1 } });
  });

  test('leaving, to the remaining members, with the withdrawal of invitations, and the loss to the leaver (P7)', async () => {
    await inviteTo(member, folder.id, guest);
    const both = ['folder:changes', 'invitation:withdrawn'];

    await audience.hears(() => member.delete(`${path()}/leave`), {
      owner: both,
      'owner elsewhere': both,
      member: ['folder:gone'],
      guest: ['invitation:withdrawn'],
    });

    expect(audience.payloads('member', 'folder:gone')).toEqual([{ folderId: folder.id, reason: 'left' }]);
  });

  test('a deleted list, as a loss to every member and as a withdrawal to the invitee (P7)', async () => {
    await inviteTo(owner, folder.id, guest);
    const gone = ['folder:gone'];

    await audience.hears(() => owner.delete(path()), {
      owner: gone,
      'owner elsewhere': gone,
      member: gone,
      guest: ['invitation:withdrawn'],
    });

    expect(audience.payloads('member', 'folder:gone')).toEqual([{ folderId: folder.id, reason: 'deleted' }]);
  });

  test('a comment, to every member, without its text', async () => {
    const item = await addItem(owner, folder.id);
    const write = () => member.post(`${path()}/items/${item.id}/comments`, { text: 'What an ending!' });

    const { body } = await audience.hears(write, toMembers);

    const { tmdbId, mediaType, title } = item;
    const comment = { id: body.id, itemId: item.id, tmdbId, mediaType, title, about: null };
    expect(changeTo('owner')).toMatchObject({ type: 'comment:added', rev: 4, by: { id: member.user.id }, comment });
    expect(JSON.stringify(changeTo('owner'))).not.toContain('ending');
  });

  test('an opened vote, to every member', async () => {
    for (let titles = 0; titles < 3; titles += 1) await addItem(owner, folder.id);
    const both = ['folder:changes', 'poll:changed'];

    const { body } = await audience.hears(() => member.post(`${path()}/polls`, {}), {
      owner: both,
      'owner elsewhere': both,
      member: both,
    });

    expect(changeTo('owner')).toMatchObject({ type: 'poll:opened', rev: 6, pollId: body.id });
    expect(audience.payloads('owner', 'poll:changed')).toMatchObject([{ pollId: body.id, state: 'lobby' }]);
  });

  test('who watches a show together, to every member', async () => {
    await addItem(owner, folder.id, { tmdbId: 1399, mediaType: 'tv', title: 'Game of Thrones' });
    const show = { tmdbId: 1399, title: 'Game of Thrones' };
    const me = `${path()}/shows/1399/group/members/me`;
    const both = ['folder:changes', 'group:changed'];
    const all = { owner: both, 'owner elsewhere': both, member: both };

    await audience.hears(() => member.put(me, {}), all);
    expect(changeTo('owner')).toMatchObject({ type: 'group:joined', by: { id: member.user.id }, show });
    await audience.hears(() => member.delete(me), all);
    expect(changeTo('owner')).toMatchObject({ type: 'group:left', by: { id: member.user.id }, show });
  });

  test('a result, to every member', async () => {
    const poll = await startVote(owner, folder.id);
    const both = ['folder:changes', 'poll:changed'];

    await audience.hears(() => vote(owner, poll, [2, 0, 0]), { owner: both, 'owner elsewhere': both, member: both });

    const [{ key, title } = { key: '', title: '' }] = poll.candidates;
    expect(changeTo('member')).toMatchObject({ type: 'poll:decided', pollId: poll.id, decision: { title } });
    expect(audience.payloads('member', 'poll:changed')).toMatchObject([
      { pollId: poll.id, state: 'revealed', result: { winnerKey: key } },
    ]);
  });

  test('nothing, when a write is refused', async () => {
    const item = await addItem(owner, folder.id);
    const { tmdbId, mediaType, title } = item;

    await audience.hears(
      () =>
        Promise.all([
          owner.post('/api/watchlist', { [idName]: folder.id, tmdbId, mediaType, title }),
          guest.put(path(), { name: 'Mine' }),
          member.delete(path()),
          owner.put(path(), { name: '' }),
          owner.put(path(), { name: 'Reviewed' }),
          owner.delete(`${path()}/leave`),
          owner.post(`${path()}/invite`, { invitedUserId: member.user.id }),
        ]),
      {},
    );
  });
});

test('a pin is delivered to the tabs of the user who pinned', async () => {
  const pinned = ['pin:changed'];

  const pin = () => owner.post(`/api/users/${guest.user.id}/pin`);
  const { body } = await audience.hears(pin, { owner: pinned, 'owner elsewhere': pinned });

  expect(audience.payloads('owner', 'pin:changed')).toEqual([{ userId: guest.user.id, ...body }]);
});

test('each type of change has a test here', () => {
  const types = changeSchema.options.map(({ shape }) => shape.type.value);
  // A deleted list has no members left: they receive folder:gone instead. Refreshed facts are in factsRefresh.test.ts, lists
  // with a new owner in operator.test.ts, imported titles in moving/applying.test.ts.
  const others = ['folder:deleted', 'folder:restored', 'folder:handed-over', 'item:refreshed', 'items:added'];

  expect([...deliveredTypes, ...others].sort()).toEqual(types.sort());
});
