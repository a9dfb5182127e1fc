import { model, Schema } from 'mongoose';
import type { InstanceSettingsBody } from '../../../common/schemas/instance.ts';
import type { BackupSchedule } from '../../../common/schemas/operator/operator.ts';
import type { SchemaFields } from '../stored.ts';

/** What belongs to the whole instance: one document, shared by all nodes. */
export interface InstanceDoc extends InstanceSettingsBody {
  _id: 'instance';
  /** When the first account was created. Absent before. */
  claimedAt?: Date;
  /** Raised by each transaction that must not run beside another of its kind. */
  lockRev?: number;
  /** When the language of titles was last changed. Absent if never. */
  languageChangedAt?: Date;
  /** When the embedded database is backed up by itself. Absent means never. */
  backups?: BackupSchedule;
  /** The keys that operators have entered, encrypted. */
  tmdbKey?: string;
  omdbKey?: string;
  /** With which push messages are signed: created once for all nodes, the private one encrypted. */
  pushKeys?: { publicKey: string; privateKey: string };
}

const schema = new Schema<InstanceDoc>(
  {
    _id: String,
    claimedAt: { type: Date },
    lockRev: { type: Number },
    name: { type: String },
    registration: { type: String },
    canMembersInvite: { type: Boolean },
    emailFor: { type: String },
    listsFor: { type: String },
    region: { type: String },
    language: { type: String },
    languageChangedAt: { type: Date },
    backups: { type: Schema.Types.Mixed },
    tmdbKey: { type: String },
    omdbKey: { type: String },
    pushKeys: { type: new Schema({ publicKey: String, privateKey: String }, { _id: false }) },
  } satisfies SchemaFields<InstanceDoc>,
  { versionKey: false },
);

export const InstanceModel = model<InstanceDoc>('Instance', schema, 'instance');

/** The stored document, or an empty one. */
export async function loadInstance(): Promise<InstanceDoc> {
  return (await InstanceModel.findById('instance').lean<InstanceDoc>()) ?? { _id: 'instance' };
}

/** Changes stored settings. */
export async function storeInstance(set: Partial<InstanceDoc>): Promise<void> {
  await InstanceModel.updateOne({ _id: 'instance' }, { $set: set }, { upsert: true });
}

/** Forgets stored settings. */
export async function removeFromInstance(field: 'tmdbKey' | 'omdbKey'): Promise<void> {
  await InstanceModel.updateOne({ _id: 'instance' }, { $unset: { [field]: 1 } });
}

/**
 * True for the first account of the instance. Of several that are created at once, one gets true: the others' transactions
 * conflict with it and run again. Call it in the transaction that creates the account.
 */
export async function claimInstance(): Promise<boolean> {
  if ((await loadInstance()).claimedAt) return false;
  await storeInstance({ claimedAt: new Date() });
  return true;
}

/** Allows only one transaction at a time that changes operators. Call it first. */
export async function lockInstance(): Promise<void> {
  await InstanceModel.updateOne({ _id: 'instance' }, { $inc: { lockRev: 1 } }, { upsert: true });
}
