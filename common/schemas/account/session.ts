import { z } from 'zod';
import { dateSchema } from '../primitives.ts';

export const listedSessionSchema = z
  .object({
    /** Names the session in calls. It is not the session's secret. */
    id: z.string(),
    /** The browser and system at the sign-in. Null when unknown. */
    device: z.string().nullable(),
    /** The network address at the sign-in. Null when unknown. */
    address: z.string().nullable(),
    startedAt: dateSchema,
    /** Noted at most once an hour. */
    lastUsedAt: dateSchema,
    /** Whether the request came with this session. */
    isCurrent: z.boolean(),
  })
  .meta({ id: 'Session', description: 'A place where you are signed in.' });
export type ListedSession = z.infer<typeof listedSessionSchema>;
