import type { ListCalls } from '../../common/api/lists.ts';
import { folder, open, type Rows } from './row.ts';
import { putJoinRequest, type Stage } from './stage.ts';

type JoinRequestCall = 'joinRequests' | 'joinState' | 'askToJoin' | 'withdrawJoinRequest' | 'answerJoinRequest';

/** The calls of people who ask to join a list, and of those who answer them. */
export const joinRequestRows: Rows<Pick<ListCalls, JoinRequestCall>> = {
  joinRequests: { needs: 'canShare', passes: 200, ...folder },
  joinState: { ...open, ...folder, isAboutOwner: true },
  askToJoin: { needs: 'newcomer', passes: 200, ...folder, isAboutOwner: true, restore: withdrawAgain },
  withdrawJoinRequest: { needs: 'session', passes: 204, ...folder, isAboutOwner: true },
  answerJoinRequest: {
    needs: 'canShare',
    passes: 204,
    params: (stage) => ({ id: stage.folderId, userId: stage.bystander.user.id }),
    body: () => ({ status: 'accepted' }),
    nonsense: { body: () => ({ status: 'perhaps' }) },
    restore: askAgain,
  },
};

async function withdrawAgain({ people, folderId }: Stage, role: string): Promise<void> {
  await people[role]?.delete(`/api/folders/${folderId}/join-requests/me`);
}

/** Ends the membership of the bystander, who asks once more. */
async function askAgain(stage: Stage): Promise<void> {
  await stage.bystander.delete(`/api/folders/${stage.folderId}/leave`);
  await putJoinRequest(stage);
}
