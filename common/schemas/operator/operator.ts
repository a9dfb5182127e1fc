import { z } from 'zod';
import { limits } from '../../constants.ts';
import { dateSchema, idPageQuery, idSchema, textSchema } from '../primitives.ts';
import { contactSchema } from '../user.ts';

/** An account, as operators see it. Nothing of its lists is shown but how much there is. */
export const accountSchema = contactSchema
  .extend({
    createdAt: dateSchema,
    /** About when a request of the person came last, to a day. Null when no session is left. */
    lastSeenAt: dateSchema.nullable(),
    isOperator: z.boolean(),
    isDisabled: z.boolean(),
    /** Whether the person may request titles at Seerr. */
    mayRequest: z.boolean(),
    lists: z.int().min(0),
    items: z.int().min(0),
    reviews: z.int().min(0),
  })
  .meta({ id: 'Account', description: 'An account as operators see it.' });
export type Account = z.infer<typeof accountSchema>;

export const accountsQuery = idPageQuery(limits.accountsPage).extend({
  q: textSchema.max(200).default(''),
  /** Only this account. */
  userId: idSchema.optional(),
});
export type AccountsQuery = z.output<typeof accountsQuery>;

export const temporaryPasswordSchema = z.object({ password: z.string() });

/** How the embedded database is backed up by itself. */
export const backupScheduleSchema = z
  .object({
    /** Null: not by itself. */
    everyDays: z.int().min(1).max(30).nullable(),
    /** How many backups are kept. */
    keep: z.int().min(1).max(100),
  })
  .meta({ id: 'BackupSchedule' });
export type BackupSchedule = z.infer<typeof backupScheduleSchema>;
export const backupScheduleBody = z
  .object(backupScheduleSchema.shape)
  .meta({ id: 'BackupScheduleBody', examples: [{ everyDays: 1, keep: 7 }] });

export const backupSchema = z
  .object({ name: z.string(), createdAt: dateSchema, bytes: z.int().min(0) })
  .meta({ id: 'Backup' });
export type Backup = z.infer<typeof backupSchema>;

/** What the instance stores, and the work that its nodes share. */
export const storageSchema = z
  .object({
    /** The label says in plain words what the collection holds. */
    collections: z.array(z.object({ name: z.string(), label: z.string(), documents: z.int().min(0) })),
    /** The disk of DATA_DIR. Null if it cannot be read, as without the folder, which a MongoDB does not need. */
    disk: z.object({ freeBytes: z.number().min(0), totalBytes: z.number().min(0) }).nullable(),
    nodes: z.array(
      z.object({ id: z.string(), seenAt: dateSchema, version: z.string().nullable(), isOwn: z.boolean() }),
    ),
    jobs: z.array(z.object({ name: z.string(), waiting: z.int().min(0) })),
    leases: z.array(z.object({ name: z.string(), until: dateSchema })),
    /** Null with a MongoDB of one's own, which is backed up by its own tools. */
    backups: z
      .object({
        folder: z.string(),
        schedule: backupScheduleSchema,
        /** Null if the folder cannot be read. */
        made: z.array(backupSchema).nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'Storage' });
export type Storage = z.infer<typeof storageSchema>;

const findingIds = [
  'no_https',
  'weak_secret',
  'open_registration',
  'disk_nearly_full',
  'disk_unreadable',
  'titles_refused',
  'ratings_refused',
  'keys_unreadable',
  'reports_waiting',
  'node_silent',
  'old_version',
  'backup_old',
  'backups_unreadable',
  'data_damaged',
] as const;

const findingSchema = z
  .object({
    id: z.enum(findingIds),
    severity: z.enum(['warning', 'error']),
    title: z.string(),
    /** What is wrong, and what to do. */
    text: z.string(),
    /** What one press puts right, or where it leads. */
    action: z.enum(['back_up', 'invite_only', 'open_settings', 'open_reports']).nullable(),
  })
  .meta({ id: 'Finding', description: 'Something that the operator should put right.' });
export type HealthFinding = z.infer<typeof findingSchema>;

/** The check of all data in the embedded database. */
const dataCheckSchema = z
  .object({
    isRunning: z.boolean(),
    /** The last one since this node started. `problem` says why it could not be made. */
    last: z.object({ checkedAt: dateSchema, faults: z.array(z.string()), problem: z.string().nullable() }).nullable(),
  })
  .meta({ id: 'DataCheck' });
export type DataCheck = z.infer<typeof dataCheckSchema>;

export const healthSchema = z
  .object({
    checkedAt: dateSchema,
    version: z.string(),
    findings: z.array(findingSchema),
    /** Null with a MongoDB of one's own, which is checked by its own tools. */
    dataCheck: dataCheckSchema.nullable(),
  })
  .meta({ id: 'Health' });
export type Health = z.infer<typeof healthSchema>;
