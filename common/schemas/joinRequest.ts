import { z } from 'zod';
import { dateSchema, idSchema } from './primitives.ts';
import { publicUserSchema } from './user.ts';

/** A user who may read a list on its owner's profile asks to become a member. It waits for an answer. */
export const joinRequestSchema = z
  .object({
    folderId: idSchema,
    categoryId: idSchema,
    userId: idSchema,
    user: publicUserSchema,
    createdAt: dateSchema,
  })
  .meta({ id: 'JoinRequest', description: 'A user who asks to join a list.' });
export type JoinRequest = z.infer<typeof joinRequestSchema>;

const joinStatusSchema = z.enum(['none', 'pending', 'declined', 'member']);
export type JoinStatus = z.infer<typeof joinStatusSchema>;

/** What has become of the user's own request. `declined` ends after a while, and `member` needs no request. */
export const joinStateSchema = z
  .object({ folderId: idSchema, categoryId: idSchema, status: joinStatusSchema })
  .meta({ id: 'JoinState', description: 'Your own request to join a list.' });
export type JoinState = z.infer<typeof joinStateSchema>;
