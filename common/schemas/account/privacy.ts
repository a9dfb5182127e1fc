import { z } from 'zod';
import { emailAudienceSchema, listAudienceSchema } from '../audience.ts';
import { dateSchema } from '../primitives.ts';
import { publicUserSchema } from '../user.ts';

/** Null is what the owner chose for all lists. */
export const listVisibilityBody = z.object({ visibility: listAudienceSchema.nullable() });
export type ListVisibility = z.infer<typeof listVisibilityBody>['visibility'];

const choices = {
  /** Who sees the user's email address. */
  emailFor: emailAudienceSchema,
  /** Who reads the user's lists, except lists with a visibility of their own. */
  listsFor: listAudienceSchema,
  /** The user is in the directory and can be found by name. */
  isListed: z.boolean(),
  /** Members of a list see that the user has it open. */
  showsPresence: z.boolean(),
  /** People of the user's lists see what the user watches now. */
  showsWatching: z.boolean(),
};

/** What applies to a user, and what the instance sets: the widest audience of addresses, and the default for lists. */
export const privacySchema = z.object({
  ...choices,
  instance: z.object({ emailFor: emailAudienceSchema, listsFor: listAudienceSchema }),
});
export type Privacy = z.infer<typeof privacySchema>;

export const privacyBody = z.object(choices).partial();
export type PrivacyBody = z.infer<typeof privacyBody>;

/** A person that the user blocks. */
export const blockSchema = z.object({ user: publicUserSchema, createdAt: dateSchema });
export type Block = z.infer<typeof blockSchema>;
