import { model, Schema, type Types } from 'mongoose';
import type { Webhook, WebhookDelivery } from '../../../common/schemas/webhook.ts';
import type { SchemaFields, Stored } from '../../platform/stored.ts';

export interface WebhookDoc extends Omit<Stored<Webhook, 'id' | 'listId' | 'failingSince' | 'host'>, never> {
  _id: Types.ObjectId;
  userId: Types.ObjectId;
  folderId: Types.ObjectId | null;
  /** With the port if it is unusual. Messages to one host wait for each other. */
  host: string;
  /** Sealed, because addresses often contain a password. */
  address: string;
  /** Sealed. */
  secret: string;
  failingSince: Date | null;
  /** When the next attempt is due. Absent if nothing waits. */
  nextAt?: Date;
}

const schema = new Schema<WebhookDoc>(
  {
    userId: { type: Schema.Types.ObjectId, required: true },
    folderId: { type: Schema.Types.ObjectId, default: null },
    name: { type: String, required: true },
    kind: { type: String, required: true },
    host: { type: String, required: true },
    address: { type: String, required: true },
    secret: { type: String, required: true },
    events: { type: [String], required: true },
    isOn: { type: Boolean, default: true },
    offBecause: { type: String, default: null },
    failingSince: { type: Date, default: null },
    nextAt: Date,
  } satisfies SchemaFields<WebhookDoc>,
  { timestamps: { createdAt: true, updatedAt: false }, versionKey: false },
);
schema.index({ userId: 1, folderId: 1 });
schema.index({ folderId: 1 });
schema.index({ nextAt: 1 }, { partialFilterExpression: { nextAt: { $exists: true } } });

export const WebhookModel = model<WebhookDoc>('Webhook', schema, 'webhooks');

/** A message of a webhook. What it says is read again at each attempt, from the entry of the log that it is about. */
export interface WebhookDeliveryDoc extends Omit<Stored<WebhookDelivery, 'id' | 'messageId' | 'attemptedAt'>, never> {
  _id: Types.ObjectId;
  hookId: Types.ObjectId;
  /** The entry of `changes`. Absent in a test. */
  entryId?: Types.ObjectId;
  attemptedAt: Date | null;
  /** Attempts since it was sent again by hand begin here; at first it is `createdAt`. */
  since: Date;
  expiresAt: Date;
}

const deliverySchema = new Schema<WebhookDeliveryDoc>(
  {
    hookId: { type: Schema.Types.ObjectId, required: true },
    entryId: Schema.Types.ObjectId,
    event: { type: String, required: true },
    state: { type: String, required: true },
    attempts: { type: Number, default: 0 },
    status: { type: Number, default: null },
    problem: { type: String, default: null },
    attemptedAt: { type: Date, default: null },
    since: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  } satisfies SchemaFields<WebhookDeliveryDoc>,
  { timestamps: { createdAt: true, updatedAt: false }, versionKey: false },
);
deliverySchema.index(
  { hookId: 1, entryId: 1 },
  { unique: true, partialFilterExpression: { entryId: { $exists: true } } },
);
deliverySchema.index({ hookId: 1, _id: -1 });
deliverySchema.index({ hookId: 1, _id: 1 }, { name: 'pending', partialFilterExpression: { state: 'pending' } });
deliverySchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const WebhookDeliveryModel = model<WebhookDeliveryDoc>('WebhookDelivery', deliverySchema, 'webhookdeliveries');
