import { conflict } from '../../platform/http/errors.ts';
import { type Actor, inOperation } from '../../platform/requests/operations.ts';
import { writeNotification } from './notification.service.ts';
import { PinModel } from './pin.model.ts';
import { loadFindableUser } from './privacy/block.service.ts';

/** Pins a user, or unpins a pinned one. Sends the result to the actor's tabs. */
export async function togglePin(actor: Actor, namedId: string): Promise<{ isPinned: boolean }> {
  const { userId } = actor;
  const pinnedUserId = (await loadFindableUser(userId, namedId))._id.toHexString();
  if (userId === pinnedUserId) throw conflict('conflict', 'You cannot pin yourself');
  return inOperation(actor, async () => {
    const removed = await PinModel.findOneAndDelete({ userId, pinnedUserId });
    const isPinned = removed === null;
    if (isPinned) await PinModel.create([{ userId, pinnedUserId }]);
    await writeNotification('pin:changed', { userId: pinnedUserId, isPinned }, { to: [userId], by: userId });
    return { isPinned };
  });
}
