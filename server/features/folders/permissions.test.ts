import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Test } from 'supertest';
import { families, familyKeys } from '../../../common/families.ts';
import { allFlags, type FlagName, type Flags, flagNames } from '../../../common/permissions.ts';
import type { Share } from '../../../common/share.ts';
import {
  addItem,
  createFolder,
  inviteTo,
  only,
  type Person,
  shareWith,
  signUp,
  titleFacts,
  visitor,
} from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

type Caller = Omit<Person, 'user'>;

/** A folder with one of everything in it, and somebody for each role. */
interface Stage {
  folderId: string;
  itemId: string;
  otherShareId: string;
  invitationId: string;
  owner: Person;
  people: Record<string, Caller>;
}

const single = flagNames.filter((flag) => flag !== 'canView');
const roles = ['visitor', 'stranger', 'invited', 'former', 'view only', ...single, 'all flags', 'owner'];
const others = roles.filter((role) => role !== 'owner');

/** Which roles a route lets through; the rest of the members is forbidden, outsiders find nothing. */
interface Route {
  name: string;
  needs: FlagName | 'member' | 'owner';
  /** A request that is well formed and changes nothing for good, or fails later than the permission. */
  send(person: Caller, stage: Stage, api: (typeof families)['folder']['api'], idName: string): Test;
  /** What those let through get. */
  passes: number;
}

const routes: Route[] = [
  { name: 'read the list', needs: 'member', passes: 200, send: (p, s, api) => p.get(`${api.lists}/${s.folderId}`) },
  {
    name: 'read the permissions',
    needs: 'member',
    passes: 200,
    send: (p, s, api) => p.get(`${api.lists}/${s.folderId}/permissions`),
  },
  {
    name: 'read the items',
    needs: 'canView',
    passes: 200,
    send: (p, s, api) => p.get(`${api.lists}/${s.folderId}/items`),
  },
  {
    name: 'read the watchlist of it',
    needs: 'canView',
    passes: 200,
    send: (p, s, _api, idName) => p.get(`/api/watchlist?${idName}=${s.folderId}`),
  },
  {
    name: 'read the changes',
    needs: 'canView',
    passes: 200,
    send: (p, s, api) => p.get(`${api.lists}/${s.folderId}/changes?since=0`),
  },
  {
    name: 'read the invitations',
    needs: 'canShare',
    passes: 200,
    send: (p, s, api) => p.get(`${api.lists}/${s.folderId}/invitations`),
  },
  {
    name: 'read the shares',
    needs: 'owner',
    passes: 200,
    send: (p, s, api) => p.get(`${api.lists}/${s.folderId}/shares`),
  },
  {
    name: 'rename it',
    needs: 'canEdit',
    passes: 200,
    send: (p, s, api) => p.put(`${api.lists}/${s.folderId}`, { name: 'Renamed' }),
  },
  {
    name: 'add a title',
    needs: 'canAdd',
    passes: 201,
    send: (p, s, _api, idName) => p.post('/api/watchlist', { [idName]: s.folderId, ...titleFacts() }),
  },
  {
    name: 'set the rewatch flag',
    needs: 'canAdd',
    passes: 200,
    send: (p, s) => p.patch(`/api/watchlist/${s.itemId}/watched`, { watched: true }),
  },
  {
    name: 'invite in short to someone who is in it',
    needs: 'canShare',
    passes: 409,
    send: (p, s, api) => p.post(`${api.lists}/${s.folderId}/invite`, { invitedUserId: s.owner.user.id }),
  },
  {
    name: 'invite someone who is in it',
    needs: 'canShare',
    passes: 409,
    send: (p, s, api, idName) =>
      p.post(api.invitations, { [idName]: s.folderId, invitedUserId: s.owner.user.id, ...only() }),
  },
  {
    name: 'change a member’s flags',
    needs: 'canManage',
    passes: 200,
    send: (p, s, api) => p.put(`${api.shares}/${s.otherShareId}/permissions`, only()),
  },
  {
    name: 'rename it with nonsense',
    needs: 'canEdit',
    passes: 400,
    send: (p, s, api) => p.put(`${api.lists}/${s.folderId}`, { name: 7 }),
  },
  {
    name: 'add nonsense',
    needs: 'canAdd',
    passes: 400,
    send: (p, s, _api, idName) => p.post('/api/watchlist', { [idName]: s.folderId, title: 7 }),
  },
  {
    name: 'set the rewatch flag to nonsense',
    needs: 'canAdd',
    passes: 400,
    send: (p, s) => p.patch(`/api/watchlist/${s.itemId}/watched`, { watched: 7 }),
  },
  {
    name: 'invite nonsense in short',
    needs: 'canShare',
    passes: 400,
    send: (p, s, api) => p.post(`${api.lists}/${s.folderId}/invite`, { invitedUserId: 7 }),
  },
  {
    name: 'invite nonsense',
    needs: 'canShare',
    passes: 400,
    send: (p, s, api, idName) => p.post(api.invitations, { [idName]: s.folderId, invitedUserId: 7 }),
  },
  {
    name: 'change a member’s flags to nonsense',
    needs: 'canManage',
    passes: 400,
    send: (p, s, api) => p.put(`${api.shares}/${s.otherShareId}/permissions`, { canView: 7 }),
  },
  {
    name: 'ask for nonsense of the changes',
    needs: 'canView',
    passes: 400,
    send: (p, s, api) => p.get(`${api.lists}/${s.folderId}/changes?since=x`),
  },
];

const held: Record<string, Flags> = {
  'view only': only(),
  ...Object.fromEntries(single.map((flag) => [flag, only(flag)])),
  'all flags': allFlags,
};

function expected(role: string, { needs, passes }: Pick<Route, 'needs' | 'passes'>): number {
  if (role === 'visitor') return 401;
  if (role === 'owner') return passes;
  const flags = held[role];
  if (!flags) return 404;
  return needs === 'member' || (needs !== 'owner' && flags[needs]) ? passes : 403;
}

function expectedOf(asked: readonly string[], route: Pick<Route, 'needs' | 'passes'>): Record<string, number> {
  return Object.fromEntries(asked.map((role) => [role, expected(role, route)]));
}

let server: TestServer;
let stage: Stage;

beforeAll(async () => {
  server = await startTestServer();
  const [owner, other, waiting] = await Promise.all([signUp(server, 'Olga'), signUp(server, 'Otto'), signUp(server)]);
  const folder = await createFolder(owner);
  const people: Record<string, Caller> = { visitor: visitor(server), stranger: await signUp(server), owner };
  const invited = await signUp(server);
  await inviteTo(owner, folder.id, invited, allFlags);
  people.invited = invited;
  const former = await signUp(server);
  await shareWith(owner, folder.id, former, allFlags);
  await former.delete(`/api/folders/${folder.id}/leave`);
  people.former = former;
  for (const [role, flags] of Object.entries(held)) {
    const person = await signUp(server);
    await shareWith(owner, folder.id, person, flags);
    people[role] = person;
  }
  await shareWith(owner, folder.id, other, only());
  const shares: Share[] = (await owner.get(`/api/folders/${folder.id}/shares`)).body;
  stage = {
    folderId: folder.id,
    itemId: (await addItem(owner, folder.id)).id,
    otherShareId: shares.find(({ sharedWithUserId }) => sharedWithUserId === other.user.id)!.id,
    invitationId: (await inviteTo(owner, folder.id, waiting)).id,
    owner,
    people,
  };
});
afterAll(() => server.stop());

describe.each(familyKeys)('in the %s family', (key) => {
  const { api, idName } = families[key];

  test.each(routes)('to $name takes: $needs', async (route) => {
    const got: Record<string, number> = {};
    for (const role of roles) got[role] = (await route.send(stage.people[role]!, stage, api, idName)).status;

    expect(got).toEqual(expectedOf(roles, route));
  });

  test('to remove a title takes: canRemove', async () => {
    const got: Record<string, number> = {};
    for (const role of roles) {
      const item = await addItem(stage.owner, stage.folderId);
      got[role] = (await stage.people[role]!.delete(`/api/watchlist/${item.id}`)).status;
    }

    expect(got).toEqual(expectedOf(roles, { needs: 'canRemove', passes: 204 }));
  });

  test('to take back another’s invitation takes owning the list', async () => {
    const got: Record<string, number> = {};
    for (const role of others) {
      got[role] = (await stage.people[role]!.delete(`${api.invitations}/${stage.invitationId}`)).status;
    }

    expect(got).toEqual(expectedOf(others, { needs: 'owner', passes: 204 }));
  });

  test('to take away access takes: canManage', async () => {
    const member = await signUp(server);
    const got: Record<string, number> = {};
    for (const role of roles) {
      const isIn = (await member.get(`${api.lists}/${stage.folderId}`)).status === 200;
      if (!isIn) await shareWith(stage.owner, stage.folderId, member);
      const shares: Share[] = (await stage.owner.get(`${api.lists}/${stage.folderId}/shares`)).body;
      const share = shares.find(({ sharedWithUserId }) => sharedWithUserId === member.user.id)!;
      got[role] = (await stage.people[role]!.delete(`${api.shares}/${share.id}`)).status;
    }

    expect(got).toEqual(expectedOf(roles, { needs: 'canManage', passes: 204 }));
  });

  test('nobody but the owner deletes the list', async () => {
    const got: Record<string, number> = {};
    for (const role of others) {
      got[role] = (await stage.people[role]!.delete(`${api.lists}/${stage.folderId}`)).status;
    }

    expect(got).toEqual(expectedOf(others, { needs: 'owner', passes: 204 }));
  });

  test('any member leaves the list, whatever flags are held', async () => {
    const folder = await createFolder(stage.owner);

    for (const [role, flags] of Object.entries(held)) {
      await shareWith(stage.owner, folder.id, stage.people[role] as Person, flags);
      expect((await stage.people[role]!.delete(`${api.lists}/${folder.id}/leave`)).status).toBe(204);
    }
    for (const role of ['stranger', 'invited']) {
      expect((await stage.people[role]!.delete(`${api.lists}/${folder.id}/leave`)).status).toBe(404);
    }
  });
});
