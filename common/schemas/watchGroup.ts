import { z } from 'zod';
import { limits } from '../constants.ts';
import { aheadSchema, episodeNumberSchema } from './play.ts';
import { idRefSchema, idSchema } from './primitives.ts';
import { progressSchema, timeZoneQuery } from './progress.ts';
import { publicUserSchema } from './user.ts';

/**
 * The members of a list who watch a show together. `next` is the first episode that one of them has not seen, and never says
 * who that is. It is null below two members, when all have seen everything, and while the source of titles does not answer.
 */
const groupShape = {
  tmdbId: z.int().positive(),
  memberIds: z.array(idSchema),
  next: episodeNumberSchema.nullable(),
};

export const watchGroupSchema = z
  .object({
    ...groupShape,
    /** Its members, and who proposes it to the caller: members of a list need not know each other otherwise. */
    people: z.array(publicUserSchema),
    /** Only for the caller's own groups: whether the others may record plays for the caller. */
    trusts: z.boolean().optional(),
    /** Who proposes the group to the caller. */
    proposedByUserId: idSchema.optional(),
  })
  .meta({ id: 'WatchGroup', description: 'The members of a list who watch a show together.' });
export type WatchGroup = z.infer<typeof watchGroupSchema>;

export const changedGroupSchema = z.object({ folderId: idSchema, ...groupShape }).meta({ id: 'ChangedWatchGroup' });
export type ChangedGroup = z.infer<typeof changedGroupSchema>;

/** Without `trusts`, the caller's choice stays; it is false at first. */
export const joinGroupBody = z
  .object({ trusts: z.boolean().optional() })
  .meta({ id: 'JoinGroupBody', examples: [{ trusts: true }] });

export const proposeGroupBody = z
  .object({ userIds: z.array(idRefSchema).min(1).max(limits.groupMembers) })
  .meta({ id: 'ProposeGroupBody', examples: [{ userIds: ['65f0c0ffee5eedbadc0ffee2'] }] });

/** `ahead` confirms an episode beyond the next one of a group. */
export const groupWatchedBody = z
  .object({ ...episodeNumberSchema.shape, ahead: aheadSchema, ...timeZoneQuery.shape })
  .meta({ id: 'GroupWatchedBody', examples: [{ season: 2, episode: 4 }] });

export const groupWatchedSchema = z
  .object({
    /** With it, the caller's own play can be undone for 30 days. Null when the caller had seen the episode. */
    id: idSchema.nullable(),
    group: watchGroupSchema,
    progress: progressSchema,
  })
  .meta({ id: 'GroupWatched' });
export type GroupWatched = z.infer<typeof groupWatchedSchema>;
