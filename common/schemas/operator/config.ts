import { z } from 'zod';
import { regionSchema } from '../instance.ts';

/** The server's settings that every page needs. */
export const configSchema = z
  .object({
    imageBase: z.string(),
    source: z.enum(['catalogue', 'tmdb']),
    attribution: z.string(),
    /** The country whose offers to watch a title are shown. */
    region: regionSchema,
    /** Whether a language model can rank recommendations for users who agree to it. */
    hasModel: z.boolean(),
    /** Whether the operator has a Seerr at which titles are requested. */
    hasRequests: z.boolean(),
    /** Whether the server sends mail. */
    hasMail: z.boolean(),
    /** Whether users can have a password. */
    hasLocalAccounts: z.boolean(),
    hasSingleSignOn: z.boolean(),
    /** Whether passkeys work at this address: over https, or on this machine by the name localhost. */
    hasPasskeys: z.boolean(),
    build: z.string(),
  })
  .meta({ id: 'Config' });
export type PublicConfig = z.infer<typeof configSchema>;
