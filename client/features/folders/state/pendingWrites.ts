import { addOp, answerOp } from '../../../../common/replica/replica.pending.ts';
import { dropOp, type PendingOp } from '../../../../common/replica/replica.ts';
import type { Item } from '../../../../common/schemas/item.ts';
import type { GetFolders, SetFolders } from './folder.state.ts';
import { moveReplica } from './folder.state.ts';

/** How long an answered write waits for its change before requesting it, and between two requests. */
const CONFIRM_WITHIN_MS = 2000;

/** Shows writes as pending ops until the folder's changes confirm them, and reverts those that fail. */
export function createPendingWrites(set: SetFolders, get: GetFolders) {
  /** Writes to one item are sent one after the other, so that the last one wins. */
  const queues = new Map<string, Promise<unknown>>();
  const inTurn = <Answer>(itemId: string, send: () => Promise<Answer>): Promise<Answer> => {
    const turn = (queues.get(itemId) ?? Promise.resolve()).then(send, send);
    queues.set(itemId, turn);
    const forget = () => {
      if (queues.get(itemId) === turn) queues.delete(itemId);
    };
    turn.then(forget, forget);
    return turn;
  };

  const confirmSoon = (folderId: string, opId: string) => {
    setTimeout(() => {
      const isOpen = get().entries[folderId]?.replica?.pending.some((op) => op.opId === opId);
      if (!isOpen) return;
      const askAgain = () => confirmSoon(folderId, opId);
      // The request may have joined one that was sent before the answer, which does not confirm the write.
      get().catchUp(folderId).then(askAgain, askAgain);
    }, CONFIRM_WITHIN_MS);
  };

  const write = async <Answer>(
    folderId: string,
    op: PendingOp,
    send: (opId: string) => Promise<Answer>,
    itemOf?: (answer: Answer) => Item,
  ): Promise<Answer> => {
    moveReplica(set, folderId, (replica) => addOp(replica, op));
    try {
      const answer = await send(op.opId);
      moveReplica(set, folderId, (replica) => answerOp(replica, op.opId, itemOf?.(answer)));
      confirmSoon(folderId, op.opId);
      return answer;
    } catch (error) {
      moveReplica(set, folderId, (replica) => dropOp(replica, op.opId));
      throw error;
    }
  };

  return { write, inTurn };
}
