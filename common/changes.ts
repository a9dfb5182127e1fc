import { z } from 'zod';
import { folderCoreSchema } from './folder.ts';
import { itemSchema } from './item.ts';
import { dateSchema, idSchema, revSchema } from './primitives.ts';
import { publicShareSchema } from './share.ts';
import { publicUserSchema } from './user.ts';

const envelope = {
  rev: revSchema,
  at: dateSchema,
  opId: z.string().optional(),
  by: publicUserSchema,
};

const folderChange = <T extends string>(type: T) =>
  z.object({ ...envelope, type: z.literal(type), folder: folderCoreSchema });

const itemChange = <T extends string>(type: T) =>
  z.object({ ...envelope, type: z.literal(type), item: itemSchema, itemCount: z.int().min(0) });

const shareChange = <T extends string>(type: T) =>
  z.object({ ...envelope, type: z.literal(type), share: publicShareSchema, folder: folderCoreSchema });

/** All that can happen to a folder: log entry, socket payload and, but for one, activity line are this one union. */
export const changeSchema = z.discriminatedUnion('type', [
  folderChange('folder:created'),
  folderChange('folder:renamed'),
  folderChange('folder:deleted'),
  itemChange('item:added'),
  itemChange('item:updated'),
  itemChange('item:removed'),
  itemChange('item:refreshed'),
  shareChange('share:granted'),
  shareChange('share:permissions-changed'),
  shareChange('share:revoked'),
]);
export type Change = z.infer<typeof changeSchema>;
export type ChangeType = Change['type'];

/** What a member did, which is a line of the activity; an item's facts are fetched again in the owner's name by nobody. */
export type MemberChange = Exclude<Change, { type: 'item:refreshed' }>;

export const changeBatchSchema = z.object({ folderId: idSchema, changes: z.array(changeSchema).min(1) });
export type ChangeBatch = z.infer<typeof changeBatchSchema>;

/** What follows on `since`, oldest first; else what members did: the newest, or the newest before a rev. */
export const changesQuery = z.object({
  since: z.coerce.number().int().min(0).optional(),
  before: z.coerce.number().int().min(1).optional(),
});
export type ChangesQuery = z.infer<typeof changesQuery>;

/** Either the changes after `since`, or word that they are no longer kept and a fresh snapshot is needed. */
export const changesAnswerSchema = z.union([
  z.object({ rev: revSchema, changes: z.array(changeSchema), more: z.boolean() }),
  z.object({ rev: revSchema, reset: z.literal(true) }),
]);
export type ChangesAnswer = z.infer<typeof changesAnswerSchema>;
