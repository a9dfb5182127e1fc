import type { z } from 'zod';
import { flagsSchema } from './flags.ts';
import { dateSchema, idSchema } from './primitives.ts';
import { contactSchema, publicUserSchema } from './user.ts';

const shareCore = flagsSchema.extend({
  id: idSchema,
  folderId: idSchema,
  categoryId: idSchema,
  sharedWithUserId: idSchema,
  sharedByUserId: idSchema,
  createdAt: dateSchema,
});

/** A share as the owner's permissions panel shows it. */
export const shareSchema = shareCore
  .extend({ sharedWithUser: contactSchema })
  .meta({ id: 'Share', description: 'The membership of one user in a list.' });
export type Share = z.infer<typeof shareSchema>;

/** A share as all members see it in the folder's changes: without the email. */
export const publicShareSchema = shareCore
  .extend({ sharedWithUser: publicUserSchema })
  .meta({ id: 'PublicShare', description: 'A share without the email address.' });
export type PublicShare = z.infer<typeof publicShareSchema>;
