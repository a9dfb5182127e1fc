import type { DeletionChoice } from '../../../common/schemas/account/deletion.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { leaveGroups } from '../folders/groups/group.store.ts';
import { leaveOpenPolls } from '../folders/polls/poll.service.ts';
import { showInvitationsOf } from '../folders/sharing/invitation.store.ts';
import { endInstanceLinksOf, showLinksOf } from '../folders/sharing/links/link.service.ts';
import { beginEnding, disableUser, enableUser } from '../users/accountState.service.ts';
import { requireOperatorHeld, setOperator } from '../users/operator.service.ts';

/*
 * Changes of an account's state and role, in one transaction with the invitations, links and votes that depend on it. Where an
 * operator makes one, that transaction checks the role again: another operator may end it at the same time.
 */

/** What an operator does with an account. */
export interface OperatorAct {
  operatorId: string;
  /** Writes the entry of the security log, in the transaction of the act. */
  record(): Promise<void>;
}

/** Disables an account, which also ends the operator's role. Throws not_found, and conflict for the last operator. */
export async function disableAccount(userId: string, act?: OperatorAct): Promise<void> {
  await inTransaction(async () => {
    if (act) await requireOperatorHeld(act.operatorId);
    await disableUser(userId);
    await endDependents(userId);
    await act?.record();
  });
}

/** The links and invitations that were suspended work again. Throws not_found. */
export async function enableAccount(userId: string, act?: OperatorAct): Promise<void> {
  await inTransaction(async () => {
    if (act) await requireOperatorHeld(act.operatorId);
    await enableUser(userId);
    await showLinksOf(userId);
    await showInvitationsOf(userId);
    await act?.record();
  });
}

export interface Deletion {
  choices?: readonly DeletionChoice[];
  /** The operator who deletes the account, if its own user does not. */
  operatorId?: string;
}

/** Begins the deletion of an account. Throws not_found, and conflict for the last operator. */
export async function beginDeletion(userId: string, { choices = [], operatorId }: Deletion = {}): Promise<void> {
  await inTransaction(async () => {
    if (operatorId !== undefined) await requireOperatorHeld(operatorId);
    await beginEnding(userId, choices);
    await endDependents(userId);
  });
}

/** What ends as soon as no one can sign in to the account. Others in votes and watch groups must not wait for this person. */
async function endDependents(userId: string): Promise<void> {
  await endInstanceLinksOf(userId);
  await showLinksOf(userId);
  await showInvitationsOf(userId);
  await leaveOpenPolls(userId);
  await leaveGroups(userId);
}

/** Gives or takes the operator's role, as setOperator does. Call it in a transaction. */
export async function changeRole(userId: string, isOperator: boolean): Promise<boolean> {
  const isChanged = await setOperator(userId, isOperator);
  if (isChanged && !isOperator) await endInstanceLinksOf(userId);
  return isChanged;
}
