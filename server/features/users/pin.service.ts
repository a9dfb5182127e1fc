import type { Actor } from '../../platform/actor.ts';
import { conflict } from '../../platform/errors.ts';
import { inOperation } from '../../platform/operations.ts';
import { writeNews } from '../../platform/outbox.ts';
import { PinModel } from './pin.model.ts';
import { loadUser, raiseUserRevs } from './user.service.ts';

/** Pins somebody, or unpins them; the user's other tabs hear of it. */
export async function togglePin(actor: Actor, namedId: string): Promise<{ isPinned: boolean }> {
  const { userId } = actor;
  const pinnedUserId = (await loadUser(namedId))._id.toHexString();
  if (userId === pinnedUserId) throw conflict('conflict', 'You cannot pin yourself');
  return inOperation(actor, async () => {
    const removed = await PinModel.findOneAndDelete({ userId, pinnedUserId });
    const isPinned = removed === null;
    if (isPinned) await PinModel.create([{ userId, pinnedUserId }]);
    await raiseUserRevs([userId]);
    await writeNews([userId], 'pin:changed', { userId: pinnedUserId, isPinned });
    return { isPinned };
  });
}
