import { z } from 'zod';
import { limits } from '../constants.ts';
import { quietTypes } from '../quietTypes.ts';
import { commentRefSchema } from './comment.ts';
import { folderCoreSchema } from './folder.ts';
import { itemSchema } from './item.ts';
import { dateSchema, idSchema, revSchema } from './primitives.ts';
import { publicShareSchema } from './share.ts';
import { mediaTypeSchema } from './title.ts';
import { publicUserSchema } from './user.ts';

const envelope = {
  rev: revSchema,
  /** The id of this change. After a restored backup or a failed election another change can have the same rev. */
  revId: idSchema,
  /** The id of the change before this one. Absent in a folder's first change, and in changes before protocol 9. */
  previousRevId: idSchema.optional(),
  at: dateSchema,
  opId: z.string().optional(),
  by: publicUserSchema,
};

/** Which title a poll chose, and why. */
const decisionSchema = z.object({
  title: z.string(),
  mediaType: mediaTypeSchema,
  tmdbId: z.int().positive(),
  sentence: z.string(),
});
export type Decision = z.infer<typeof decisionSchema>;

/** folder:created as FolderCreatedChange. */
const nameOf = (type: string) =>
  `${type.replace(/(?:^|[:-])(\w)/g, (_, letter: string) => letter.toUpperCase())}Change`;

const groupShowSchema = z.object({ tmdbId: z.int().positive(), title: z.string() });
export type GroupShow = z.infer<typeof groupShowSchema>;

const change = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.object({ ...envelope, type: z.literal(type), ...shape }).meta({ id: nameOf(type) });

const folderChange = <T extends string>(type: T) => change(type, { folder: folderCoreSchema });

const itemChange = <T extends string>(type: T) => change(type, { item: itemSchema, itemCount: z.int().min(0) });

const shareChange = <T extends string>(type: T) => change(type, { share: publicShareSchema, folder: folderCoreSchema });

/** Everything that can happen to a folder. Log entries, socket payloads and (except one type) activity entries are this union. */
export const changeSchema = z
  .discriminatedUnion('type', [
    folderChange('folder:created'),
    folderChange('folder:renamed'),
    folderChange('folder:visibility-changed'),
    folderChange('folder:deleted'),
    folderChange('folder:restored'),
    itemChange('item:added'),
    itemChange('item:updated'),
    itemChange('item:noted'),
    itemChange('item:moved'),
    itemChange('item:removed'),
    itemChange('item:refreshed'),
    /** An import added these titles. One import makes several such changes. */
    change('items:added', {
      items: z.array(itemSchema).min(1).max(limits.itemsPerChange),
      itemCount: z.int().min(0),
      importId: idSchema,
    }),
    /** The folder has a new owner, who was the member of this share until then. */
    shareChange('folder:handed-over'),
    shareChange('share:granted'),
    shareChange('share:permissions-changed'),
    shareChange('share:revoked'),
    /** A member joined or left those who watch a show together. It never says how far anybody is. */
    change('group:joined', { show: groupShowSchema }),
    change('group:left', { show: groupShowSchema }),
    change('poll:opened', { pollId: idSchema }),
    change('poll:decided', { pollId: idSchema, decision: decisionSchema }),
    change('comment:added', { comment: commentRefSchema }),
  ])
  .meta({ id: 'Change', description: 'One change of a list: an entry of its log.' });
export type Change = z.infer<typeof changeSchema>;
export type ChangeType = Change['type'];

// A quiet type that does not exist does not compile.
quietTypes satisfies readonly ChangeType[];

/** A change that the activity shows. */
export type MemberChange = Exclude<Change, { type: (typeof quietTypes)[number] }>;

export const changeBatchSchema = z
  .object({ folderId: idSchema, changes: z.array(changeSchema).min(1) })
  .meta({ id: 'ChangeBatch' });
export type ChangeBatch = z.infer<typeof changeBatchSchema>;

/** Keeps plain decimal digits. Any other text, such as '0x1' or '1e3', becomes NaN, which number schemas reject. */
const decimal = (text: unknown) => (typeof text === 'string' && !/^\d+$/.test(text) ? Number.NaN : text);

/**
 * With `since`: the changes after it, oldest first. With its `revId` as well, the answer is `reset` if another change has
 * that rev now. Without: the newest changes of members, or the newest before a rev.
 */
export const changesQuery = z.object({
  since: z.preprocess(decimal, z.coerce.number().int().min(0)).optional(),
  revId: idSchema.optional(),
  before: z.preprocess(decimal, z.coerce.number().int().min(1)).optional(),
});
export type ChangesQuery = z.infer<typeof changesQuery>;

/** The changes after `since`, or `reset` if they are no longer kept, or do not follow what the tab has, and a new snapshot is needed. */
export const changesAnswerSchema = z
  .union([
    z.object({ rev: revSchema, changes: z.array(changeSchema), more: z.boolean() }).meta({ id: 'ChangesPage' }),
    z
      .object({ rev: revSchema, reset: z.literal(true) })
      .meta({ id: 'ChangesReset', description: 'The changes are no longer stored. Read the list again.' }),
  ])
  .meta({ id: 'Changes' });
export type ChangesAnswer = z.infer<typeof changesAnswerSchema>;
