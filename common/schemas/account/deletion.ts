import { z } from 'zod';
import { limits } from '../../constants.ts';
import { idSchema, textSchema } from '../primitives.ts';
import { publicUserSchema } from '../user.ts';

/** What becomes of a list with members when its owner's account is deleted. */
const deletionChoiceSchema = z.object({
  listId: idSchema,
  /** A member, who becomes the owner. Null deletes the list. */
  newOwnerId: idSchema.nullable(),
});
export type DeletionChoice = z.infer<typeof deletionChoiceSchema>;

export const deleteAccountBody = z
  .object({
    /** Required for accounts with a password. */
    currentPassword: textSchema.max(limits.password.max).optional(),
    /** Lists that are not named here are handed over to the first member that the plan names. */
    lists: z.array(deletionChoiceSchema).max(limits.listsPerPerson).default([]),
  })
  .meta({ id: 'DeleteAccountBody', examples: [{ currentPassword: 'correct horse battery', lists: [] }] });

/** What the deletion of the account would do. */
export const deletionPlanSchema = z
  .object({
    /** Your lists that others would lose. The first of the members would become the owner. */
    sharedLists: z.array(z.object({ id: idSchema, name: z.string(), members: z.array(publicUserSchema) })),
    ownLists: z.int().min(0),
    reviews: z.int().min(0),
    plays: z.int().min(0),
  })
  .meta({ id: 'DeletionPlan' });
export type DeletionPlan = z.infer<typeof deletionPlanSchema>;
