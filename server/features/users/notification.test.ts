import { beforeAll, expect, test } from '@jest/globals';
import type { NamedEvent } from '../../../common/schemas/events.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { commentsPath, writeComment } from '../../testing/comments.ts';
import { beginImport, importedRow } from '../../testing/imports.ts';
import {
  addItem,
  confirm,
  createFolder,
  inviteTo,
  type Person,
  shareWith,
  signUp,
  titleFacts,
} from '../../testing/people.ts';
import { recordPlay, showSeen } from '../../testing/plays.ts';
import { setUpServer } from '../../testing/server.ts';
import { openTab } from '../../testing/tabs.ts';
import { writeNotification } from './notification.service.ts';

const server = setUpServer();
let operator: Person;
beforeAll(async () => {
  operator = await confirm(server, await signUp(server, 'Olga'));
});

/** Ana and Ben, who share the list. */
interface Stage {
  ana: Person;
  ben: Person;
  folderId: string;
}

interface Scenario {
  /** Whether Ana's act is hidden from Ben when he blocks her, or why a block changes nothing. */
  afterBlock:
    | 'hidden'
    | 'it is an act of Ben himself'
    | 'the block has ended it already'
    | 'it shows no act of a person';
  prepare: (stage: Stage) => Promise<{
    /** An act of Ana, of Ben or of the operator, of which Ben's tabs hear. */
    act: () => PromiseLike<unknown>;
    /** What Ben reads afterwards if all his tabs were closed meanwhile. */
    readBy: string;
  }>;
}

/** A scenario for each event. A missing one does not compile. */
const scenarios: Record<NamedEvent, Scenario> = {
  'invitation:received': {
    afterBlock: 'hidden',
    prepare: async ({ ana, ben }) => {
      const folder = await createFolder(ana, 'Other');
      const body = { folderId: folder.id, invitedUserId: ben.user.id };
      const act = () => ana.post('/api/folder-invitations', body);
      return { act, readBy: '/api/folder-invitations' };
    },
  },
  'invitation:answered': {
    afterBlock: 'it is an act of Ben himself',
    prepare: async ({ ana, ben }) => {
      const { id } = await inviteTo(ana, (await createFolder(ana, 'Other')).id, ben);
      const act = () => ben.post(`/api/folder-invitations/${id}/respond`, { status: 'declined' });
      return { act, readBy: '/api/folder-invitations' };
    },
  },
  'invitation:withdrawn': {
    afterBlock: 'the block has ended it already',
    prepare: async ({ ana, ben }) => {
      const { id } = await inviteTo(ana, (await createFolder(ana, 'Other')).id, ben);
      const act = () => ana.delete(`/api/folder-invitations/${id}`);
      return { act, readBy: '/api/folder-invitations' };
    },
  },
  'join-state:changed': {
    afterBlock: 'the block has ended it already',
    prepare: async ({ ana, ben }) => {
      const { id } = await createFolder(ana, 'Open');
      await ben.post(`/api/folders/${id}/join-requests/me`);
      const act = () => ana.post(`/api/folders/${id}/join-requests/${ben.user.id}/respond`, { status: 'declined' });
      return { act, readBy: `/api/folders/${id}/join-requests/me` };
    },
  },
  'play:saved': {
    afterBlock: 'it is an act of Ben himself',
    prepare: async ({ ben }) => ({
      act: () => recordPlay(ben),
      readBy: '/api/plays',
    }),
  },
  'play:deleted': {
    afterBlock: 'it is an act of Ben himself',
    prepare: async ({ ben }) => {
      const { id } = await recordPlay(ben);
      return { act: () => ben.delete(`/api/plays/${id}`), readBy: '/api/plays' };
    },
  },
  'progress:changed': {
    afterBlock: 'it is an act of Ben himself',
    prepare: async ({ ben }) => ({
      act: () => ben.post('/api/plays/season', { tmdbId: 1399, season: 1 }),
      readBy: '/api/tv/1399/progress',
    }),
  },
  'play:proposed': {
    afterBlock: 'hidden',
    prepare: async ({ ana, ben }) => ({
      act: () => recordPlay(ana, { withUserIds: [ben.user.id] }),
      readBy: '/api/plays/proposals',
    }),
  },
  'group:proposed': {
    afterBlock: 'hidden',
    prepare: async ({ ana, ben, folderId }) => {
      await addItem(ana, folderId, { tmdbId: 1399, mediaType: 'tv' });
      const path = `/api/folders/${folderId}/shows/1399/group/proposals`;
      return {
        act: () => ana.post(path, { userIds: [ben.user.id] }),
        readBy: `/api/folders/${folderId}/groups`,
      };
    },
  },
  'seen:changed': {
    afterBlock: 'it is an act of Ben himself',
    prepare: async ({ ben, folderId }) => ({
      act: () => showSeen(ben, folderId, false),
      readBy: `/api/folders/${folderId}/seen`,
    }),
  },
  'comments:read': {
    afterBlock: 'it is an act of Ben himself',
    prepare: async ({ ana, ben, folderId }) => {
      const { id } = await addItem(ana, folderId);
      const comment = await writeComment(ana, folderId, id);
      return {
        act: () => ben.put(`${commentsPath(folderId, id)}/read`, { upTo: comment.id }),
        readBy: `/api/folders/${folderId}/unread-comments`,
      };
    },
  },
  'review:saved': {
    afterBlock: 'it is an act of Ben himself',
    prepare: async ({ ben }) => {
      const facts = titleFacts();
      return {
        act: () => ben.post('/api/reviews', { ...facts, rating: 3 }),
        readBy: `/api/reviews/my-review/movie/${facts.tmdbId}`,
      };
    },
  },
  'review:deleted': {
    afterBlock: 'it is an act of Ben himself',
    prepare: async ({ ben }) => {
      const facts = titleFacts();
      const { body: review } = await ben.post('/api/reviews', { ...facts, rating: 3 });
      return {
        act: () => ben.delete(`/api/reviews/${review.id}`),
        readBy: `/api/reviews/my-review/movie/${facts.tmdbId}`,
      };
    },
  },
  'recommendations:changed': {
    afterBlock: 'it is an act of Ben himself',
    prepare: async ({ ben }) => ({
      act: () => ben.put('/api/recommendations/settings', { useModel: true }),
      readBy: '/api/recommendations/settings',
    }),
  },
  'import:progress': {
    afterBlock: 'it is an act of Ben himself',
    prepare: async ({ ben }) => ({
      act: () => beginImport(ben, [importedRow()], { send: 0 }),
      readBy: '/api/imports',
    }),
  },
  'players:changed': {
    afterBlock: 'hidden',
    prepare: async ({ ana, ben }) => {
      const { body } = await ana.post('/api/players', { kind: 'jellyfin', name: 'Sofa' });
      const part = { role: 'companion', userId: ben.user.id };
      return { act: () => ana.post(`/api/players/${body.player.id}/people`, part), readBy: '/api/players' };
    },
  },
  'pin:changed': {
    afterBlock: 'it is an act of Ben himself',
    prepare: async ({ ana, ben }) => ({
      act: () => ben.post(`/api/users/${ana.user.id}/pin`),
      readBy: '/api/users',
    }),
  },
  'user:updated': {
    afterBlock: 'it is an act of Ben himself',
    prepare: async ({ ben }) => ({
      act: () => ben.put('/api/user/name', { firstName: 'Benno', lastName: 'Test' }),
      readBy: '/api/auth/user',
    }),
  },
  'user:visibility-changed': {
    afterBlock: 'it is an act of Ben himself',
    prepare: async ({ ben }) => ({
      act: () => ben.patch('/api/user/privacy', { showsPresence: false }),
      readBy: '/api/user/privacy',
    }),
  },
  'operator:changed': {
    afterBlock: 'it shows no act of a person',
    prepare: async ({ ben }) => ({
      act: () => operator.put(`/api/admin/accounts/${ben.user.id}/operator`),
      readBy: '/api/auth/user',
    }),
  },
  'reports:changed': {
    afterBlock: 'it shows no act of a person',
    prepare: async ({ ana, ben }) => {
      await operator.put(`/api/admin/accounts/${ben.user.id}/operator`);
      return {
        act: () => ana.post('/api/reports', { kind: 'user', id: operator.user.id, reason: 'spam' }),
        readBy: '/api/admin/reports',
      };
    },
  },
};
const events = Object.keys(scenarios) as NamedEvent[];

async function setStage(): Promise<Stage> {
  const [ana, ben] = await Promise.all([signUp(server, 'Ana'), signUp(server, 'Ben')]);
  const { id: folderId } = await createFolder(ana);
  await shareWith(ana, folderId, ben);
  return { ana, ben, folderId };
}

const revOf = async (person: Person) => (await person.get('/api/auth/user')).body.rev as number;

/** The user's own rev is in one of these answers, and says nothing about what it is raised for. */
async function read(person: Person, path: string): Promise<unknown> {
  const { body } = await person.get(path);
  return Array.isArray(body) ? body : { ...body, rev: undefined };
}

test.each(events)('%s reaches open tabs, raises the rev of the user, and can be read later', async (event) => {
  const stage = await setStage();
  const { ben } = stage;
  const { afterBlock, prepare } = scenarios[event];
  const { act, readBy } = await prepare(stage);
  if (afterBlock === 'it is an act of Ben himself') await stage.ana.post('/api/logout').expect(303);
  const [before, revBefore, tab] = await Promise.all([read(ben, readBy), revOf(ben), openTab(server, ben)]);

  await act();

  await tab.next(event);
  expect(await revOf(ben)).toBeGreaterThan(revBefore);
  expect(await read(ben, readBy)).not.toEqual(before);
  tab.close();
});

const endedByBlock: Scenario['afterBlock'][] = ['hidden', 'the block has ended it already'];
test.each(events.filter((event) => endedByBlock.includes(scenarios[event].afterBlock)))(
  '%s of a blocked person reaches no tab, and is not stored',
  async (event) => {
    const stage = await setStage();
    const { ana, ben } = stage;
    const { act, readBy } = await scenarios[event].prepare(stage);
    await ben.put(`/api/users/${ana.user.id}/block`);
    const before = await read(ben, readBy);
    const tab = await openTab(server, ben);

    await act();

    await ben.post(`/api/users/${operator.user.id}/pin`);
    await tab.next('pin:changed');
    expect(tab.heard.map((one) => one.event)).toEqual(['pin:changed']);
    expect(await read(ben, readBy)).toEqual(before);
    tab.close();
  },
);

test('an event for named users is refused outside of the transaction that stores what it is about', async () => {
  const ana = await signUp(server, 'Ana');
  const before = await revOf(ana);

  const writing = writeNotification('players:changed', {}, { to: [ana.user.id], by: null });

  await expect(writing).rejects.toThrow('This write belongs in a transaction');
  expect(await revOf(ana)).toBe(before);
});

test('a block between two people keeps events from both, whichever of them made it', async () => {
  const [ana, ben, cleo, dora] = await Promise.all(['Ana', 'Ben', 'Cleo', 'Dora'].map((name) => signUp(server, name)));
  const people = [ana, ben, cleo, dora] as [Person, Person, Person, Person];
  const [actor, blocker, blocked] = people;
  await blocker.put(`/api/users/${actor.user.id}/block`).expect(204);
  await actor.put(`/api/users/${blocked.user.id}/block`).expect(204);
  const revs = () => Promise.all(people.map(revOf));
  const write = (by: string | null) =>
    inTransaction(() => writeNotification('players:changed', {}, { to: people.map(({ user }) => user.id), by }));
  const raised = async (by: string | null) => {
    const before = await revs();
    await write(by);
    return (await revs()).map((rev, index) => rev - (before[index] ?? 0));
  };

  // Services check blocks too, but a block can be stored after their check.
  expect(await raised(actor.user.id)).toEqual([1, 0, 0, 1]);
  expect(await raised(null)).toEqual([1, 1, 1, 1]);
});
