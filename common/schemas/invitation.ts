import { z } from 'zod';
import { flagsSchema, offeredFlagsBody } from './flags.ts';
import { folderRefShape, namesOneFolder } from './item.ts';
import { dateSchema, idRefSchema, idSchema } from './primitives.ts';
import { contactSchema } from './user.ts';

const invitationStatusSchema = z.enum(['pending', 'accepted', 'declined']);

const named = z.object({ id: idSchema, name: z.string() });

export const invitationSchema = flagsSchema.extend({
  id: idSchema,
  status: invitationStatusSchema,
  createdAt: dateSchema,
  respondedAt: dateSchema.nullable(),
  folderId: idSchema,
  categoryId: idSchema,
  folder: named,
  category: named,
  invitedUserId: idSchema,
  invitedUser: contactSchema,
  invitedByUser: contactSchema,
});
export type Invitation = z.infer<typeof invitationSchema>;

export const inviteBody = z.object({ invitedUserId: idRefSchema });

export const sendInvitationBody = offeredFlagsBody
  .extend({ ...folderRefShape, invitedUserId: idRefSchema })
  .refine(namesOneFolder, { path: ['folderId'], message: 'Name exactly one of folderId and categoryId' });
export type SendInvitationBody = z.input<typeof sendInvitationBody>;

export const respondBody = z.object({ status: z.enum(['accepted', 'declined']) });
