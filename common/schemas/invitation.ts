import { z } from 'zod';
import { flagsSchema, offeredFlagsBody } from './flags.ts';
import { exactlyOneFolder, folderRefShape, namesOneFolder } from './item.ts';
import { dateSchema, EXAMPLE_ID, idRefSchema, idSchema } from './primitives.ts';
import { contactSchema } from './user.ts';

const invitationStatusSchema = z.enum(['pending', 'accepted', 'declined']);

const named = z.object({ id: idSchema, name: z.string() });

export const invitationSchema = flagsSchema
  .extend({
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
  })
  .meta({ id: 'Invitation' });
export type Invitation = z.infer<typeof invitationSchema>;

export const inviteBody = z
  .object({ invitedUserId: idRefSchema })
  .meta({ id: 'InviteBody', examples: [{ invitedUserId: EXAMPLE_ID }] });

export const sendInvitationBody = offeredFlagsBody
  .extend({ ...folderRefShape, invitedUserId: idRefSchema })
  .refine(namesOneFolder, { path: ['folderId'], message: 'Name exactly one of folderId and categoryId' })
  .meta({
    id: 'SendInvitationBody',
    ...exactlyOneFolder,
    examples: [{ folderId: EXAMPLE_ID, invitedUserId: EXAMPLE_ID, canRemove: true }],
  });
export type SendInvitationBody = z.input<typeof sendInvitationBody>;

export const respondBody = z
  .object({ status: z.enum(['accepted', 'declined']) })
  .meta({ id: 'RespondBody', examples: [{ status: 'accepted' }] });
