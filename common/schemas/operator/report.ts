import { z } from 'zod';
import { limits } from '../../constants.ts';
import { dateSchema, idPageQuery, idRefSchema, idSchema, textSchema } from '../primitives.ts';
import { publicUserSchema } from '../user.ts';

const reportKindSchema = z.enum(['user', 'list', 'comment']);

const reportReasonSchema = z.enum(['spam', 'abuse', 'illegal', 'other']);
export type ReportReason = z.infer<typeof reportReasonSchema>;

/** A report of a person, a list or a comment to the operator. */
export const reportBody = z.object({
  kind: reportKindSchema,
  id: idRefSchema,
  reason: reportReasonSchema,
  comment: textSchema.trim().max(limits.reportComment.max).default(''),
});
export type ReportBody = z.input<typeof reportBody>;

export const reportSchema = z
  .object({
    id: idSchema,
    kind: reportKindSchema,
    subjectId: idSchema,
    /** The name of the person or the list, or the text of the comment, when it was reported. */
    subjectName: z.string(),
    /** The person, the owner of the list, or the author of the comment. */
    person: publicUserSchema,
    reporter: publicUserSchema,
    reason: reportReasonSchema,
    comment: z.string(),
    createdAt: dateSchema,
    /** Null: it waits for an operator. */
    resolvedAt: dateSchema.nullable(),
  })
  .meta({ id: 'Report', description: 'A report of a person, a list or a comment, as operators see it.' });
export type Report = z.infer<typeof reportSchema>;

export const waitingReportsSchema = z.object({ count: z.int().min(0) });

export const reportsQuery = idPageQuery(limits.reportsPage);
