import { describe, expect, test } from '@jest/globals';
import { queryClient } from '../../../lib/query.ts';
import { deferred, failure, type StubAnswer } from '../../../testing/api.ts';
import { id, setUpStore, store } from '../../../testing/folderStore.ts';
import { ben, sampleInvitation } from '../../../testing/samples.ts';
import {
  applyAnswered,
  applySent,
  applyWithdrawn,
  invitationsQuery,
  liveSentInvitations,
  useInvitations,
  withdrawInvitation,
} from './invitation.store.ts';

const api = setUpStore();

describe('invitations', () => {
  const respond = `POST /api/folder-invitations/${sampleInvitation().id}/respond`;
  const invitations = () => useInvitations.getState().invitations;

  test('disappear immediately when answered, and return if answering fails', async () => {
    useInvitations.getState().applyReceived(sampleInvitation());
    api.on(respond, failure(503, 'unavailable'));

    const answering = useInvitations.getState().respond(sampleInvitation(), 'accepted');
    expect(invitations()).toEqual([]);
    await expect(answering).rejects.toThrow('503');

    expect(invitations()).toEqual([sampleInvitation()]);
  });

  test('that were answered in another tab do not return', async () => {
    useInvitations.getState().applyReceived(sampleInvitation());
    api.on(respond, failure(409, 'already_answered'));

    await expect(useInvitations.getState().respond(sampleInvitation(), 'declined')).rejects.toThrow('409');

    expect(invitations()).toEqual([]);
  });

  test.each([
    ['an older answer', { body: [] }],
    ['a failure', failure(503, 'unavailable')],
  ])('of a sync stay after %s to a load that was running', async (_what, late) => {
    const answer = deferred<StubAnswer>();
    api.on('GET /api/folder-invitations', () => answer.promise);
    const loading = queryClient.fetchQuery(invitationsQuery('folder')).catch(() => undefined);

    useInvitations.getState().applyAll([sampleInvitation()]);
    answer.resolve(late);
    await loading;

    expect(useInvitations.getState()).toMatchObject({ invitations: [sampleInvitation()], isLoaded: true });
  });

  test('received twice appear once, and disappear when withdrawn', () => {
    const { applyReceived } = useInvitations.getState();
    applyReceived(sampleInvitation());
    applyReceived(sampleInvitation());
    expect(invitations()).toHaveLength(1);

    applyWithdrawn(sampleInvitation());

    expect(invitations()).toEqual([]);
  });

  test('sent for a folder are added, answered, withdrawn, and restored on failure', async () => {
    const sent = () => liveSentInvitations.get(id);
    api.on(`GET /api/folders/${id}/invitations`, { body: [] });
    await liveSentInvitations.load(id);
    api.on(`POST /api/folders/${id}/invite`, { status: 201, body: sampleInvitation() });
    await store().invite(id, ben.id);
    expect(sent()).toEqual([sampleInvitation()]);

    api.on(`DELETE /api/folder-invitations/${sampleInvitation().id}`, failure(503, 'unavailable'));
    const withdrawing = withdrawInvitation(sampleInvitation());
    expect(sent()).toEqual([]);
    await expect(withdrawing).rejects.toThrow('503');
    expect(sent()).toEqual([sampleInvitation()]);

    applyAnswered(sampleInvitation({ status: 'accepted' }));
    expect(sent()).toEqual([]);
  });

  test('sent for a folder are loaded again if an event arrives while they load', async () => {
    let answers = 0;
    api.on(`GET /api/folders/${id}/invitations`, async () => {
      answers += 1;
      // The first answer is older than the event.
      if (answers === 1) applySent(sampleInvitation());
      return { body: answers === 1 ? [] : [sampleInvitation()] };
    });

    await liveSentInvitations.load(id);

    expect(liveSentInvitations.get(id)).toEqual([sampleInvitation()]);
  });
});
