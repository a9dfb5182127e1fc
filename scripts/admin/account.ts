import type { Db } from 'mongodb';
import mongoose from 'mongoose';
import { LinkModel } from '../../server/features/folders/model/link.model.ts';
import { PasskeyModel } from '../../server/features/users/passkey.model.ts';
import { UserModel } from '../../server/features/users/user.model.ts';
import { inTransaction } from '../../server/platform/database/database.ts';
import { OutboxModel } from '../../server/platform/database/outbox.ts';
import { InstanceModel } from '../../server/platform/instance/instance.model.ts';
import { SecurityEventModel } from '../../server/platform/securityLog/securityEvent.model.ts';
import { SessionModel } from '../../server/platform/session/session.ts';

/** Lets the app's models work on this database. */
export function connectModels(db: Db): void {
  mongoose.connection.setClient(db.client);
}

/** Connects the app's models to the database, and gives the id of the account with this address. Throws when there is none. */
export async function loadAccount(db: Db, email: string): Promise<string> {
  connectModels(db);
  const user = await UserModel.findOne({ email: email.trim().toLowerCase() }, { _id: 1 }).lean();
  if (!user) throw new Error(`there is no account with the address ${email}`);
  return user._id.toHexString();
}

const models = [UserModel, PasskeyModel, SessionModel, OutboxModel, InstanceModel, SecurityEventModel, LinkModel];

/** Runs work on an account in one transaction. */
export async function withAccount<T>(db: Db, email: string, work: (userId: string) => Promise<T>): Promise<T> {
  const userId = await loadAccount(db, email);
  // A transaction writes only to collections that exist, and the app may never have been started here.
  for (const model of models) await model.createCollection();
  return inTransaction(() => work(userId));
}
