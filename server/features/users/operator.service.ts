import { Types, trusted } from 'mongoose';
import type { EventPayloads, NamedEvent } from '../../../common/schemas/events.ts';
import { conflict, forbidden, notFound } from '../../platform/http/errors.ts';
import { lockInstance } from '../../platform/instance/instance.model.ts';
import { writeNotification } from './notification.service.ts';
import { type UserDoc, UserModel } from './user.model.ts';

/** Throws forbidden for users who are not operators. */
export async function requireOperator(userId: string): Promise<void> {
  const user = await UserModel.findById(userId, { isOperator: 1 }).lean<Pick<UserDoc, 'isOperator'>>();
  if (!user?.isOperator) throw forbidden('Only the operator of this site may do this');
}

/** The same for a write: no one gets or loses the role before the caller's transaction has ended. */
export async function requireOperatorHeld(userId: string): Promise<void> {
  await lockInstance();
  await requireOperator(userId);
}

/**
 * Gives or takes the operator's role, without the links that end with it. Returns false when nothing changes. Throws conflict
 * for the last operator. Call it in a transaction.
 */
export async function setOperator(userId: Types.ObjectId | string, isOperator: boolean): Promise<boolean> {
  await lockInstance();
  const user = Types.ObjectId.isValid(userId) ? await UserModel.findById(userId).lean<UserDoc>() : null;
  if (!user) throw notFound('User not found');
  if ((user.isOperator ?? false) === isOperator) return false;
  if (isOperator && user.isDisabled) throw conflict('conflict', 'This account is disabled. Enable it first.');
  if (!isOperator) await requireOtherOperator(user._id);
  await UserModel.updateOne({ _id: userId }, isOperator ? { $set: { isOperator } } : { $unset: { isOperator: 1 } });
  await writeNotification('operator:changed', { isOperator }, { to: [user._id], by: null });
  return true;
}

/** Stores an event for the tabs of all operators. Call it in the transaction of the write that the event is about. */
export async function tellOperators<E extends NamedEvent>(event: E, payload: EventPayloads[E]): Promise<void> {
  const operators = await UserModel.find({ isOperator: true }, { _id: 1 }).lean();
  await writeNotification(event, payload, { to: operators.map(({ _id }) => _id), by: null });
}

/** Throws conflict when nobody else is an operator. Call it after lockInstance, in the same transaction. */
export async function requireOtherOperator(userId: Types.ObjectId): Promise<void> {
  const other = await UserModel.findOne({ isOperator: true, _id: trusted({ $ne: userId }) }, { _id: 1 }).lean();
  if (!other) throw conflict('conflict', 'This is the only operator. Make somebody else an operator first.');
}
