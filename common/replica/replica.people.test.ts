import { expect, test } from '@jest/globals';
import { allFlags } from '../permissions.ts';
import type { MemberChange } from '../schemas/changes.ts';
import type { PublicUser } from '../schemas/user.ts';
import { at, revAt, item as sampleItem } from '../testing/replicas.ts';
import { applyPeople } from './replica.people.ts';
import type { Replica } from './replica.ts';

const hex = (n: number) => n.toString(16).padStart(24, '0');
const folderId = hex(100);

const person = (n: number, username: string): PublicUser => ({
  id: hex(n),
  username,
  firstName: null,
  lastName: null,
  profileImageUrl: null,
});
const [ana, ben] = [person(1, 'ana'), person(2, 'ben')];
const now = { username: 'benjamin', firstName: 'Ben', lastName: 'Berg', profileImageUrl: '/api/users/pictures/1' };
const renamed = new Map([[ben.id, { ...ben, ...now }]]);

const item = (n: number, addedBy: PublicUser) => sampleItem(n, { userId: addedBy.id, addedBy });

const share = (sharedWithUser: PublicUser) => ({
  ...allFlags,
  id: hex(200),
  folderId,
  categoryId: folderId,
  sharedWithUserId: sharedWithUser.id,
  sharedByUserId: ana.id,
  createdAt: at,
  sharedWithUser,
});

function replicaWith(member: PublicUser): Replica {
  const contact = { ...member, email: 'ben@example.org' };
  const folder = {
    id: folderId,
    name: 'Friday',
    userId: ana.id,
    createdAt: at,
    itemCount: 2,
    memberCount: 1,
    visibility: null,
    rev: 3,
    isReviewed: false,
    isSharedByMe: true,
    permissions: allFlags,
    sharedWithUser: contact,
    sharedWithUsers: [contact],
  };
  const activity: MemberChange[] = [
    { ...revAt(3), at, by: member, type: 'item:added', item: item(2, member), itemCount: 2 },
    { ...revAt(2), at, by: ana, type: 'share:granted', share: share(member), folder },
    { ...revAt(1), at, by: ana, type: 'folder:created', folder },
    {
      ...revAt(0),
      at,
      by: ana,
      type: 'items:added',
      items: [item(4, ana), item(5, member)],
      itemCount: 2,
      importId: hex(300),
    },
  ];
  return {
    viewerId: ana.id,
    folder,
    rev: 3,
    items: [item(1, ana), item(2, member)],
    shares: [share(contact)],
    activity,
    pending: [{ opId: 'a', kind: 'add', item: item(3, member) }],
  };
}

test('a new name and picture replace the old ones everywhere in the folder, and the email is kept', () => {
  const after = applyPeople(replicaWith(ben), renamed);

  // Folders in the log contain no people, but here they are whole folders.
  const expected = replicaWith({ ...ben, ...renamed.get(ben.id) });
  const withoutFolders = ({ activity, ...rest }: Replica) => ({
    ...rest,
    activity: activity?.map((change) => ('folder' in change ? { ...change, folder: null } : change)),
  });
  expect(withoutFolders(after)).toEqual(withoutFolders(expected));
});

test.each(Object.entries(now))('a new %s alone is shown', (name, value) => {
  const after = applyPeople(replicaWith(ben), new Map([[ben.id, { ...ben, [name]: value }]]));

  expect(after.items?.[1]?.addedBy).toEqual({ ...ben, [name]: value });
  expect(after.folder.sharedWithUsers).toMatchObject([{ [name]: value, email: 'ben@example.org' }]);
});

test('a replica and its parts that show none of these people stay the same objects', () => {
  const replica = replicaWith(ben);

  expect(applyPeople(replica, new Map([[hex(3), person(3, 'cleo')]]))).toBe(replica);
  expect(applyPeople(replica, new Map([[ben.id, ben]]))).toBe(replica);
  const after = applyPeople(replica, renamed);
  expect(after.items?.[0]).toBe(replica.items?.[0]);
  expect(after.activity?.[2]).toBe(replica.activity?.[2]);
});
