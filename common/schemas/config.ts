import { z } from 'zod';

/** The server's settings that every page needs. */
export const configSchema = z.object({
  imageBase: z.string(),
  source: z.enum(['catalogue', 'tmdb']),
  attribution: z.string(),
  /** Whether a language model can rank recommendations for users who agree to it. */
  hasModel: z.boolean(),
  /** Whether users can have a password. */
  hasLocalAccounts: z.boolean(),
  hasSingleSignOn: z.boolean(),
  build: z.string(),
});
export type Config = z.infer<typeof configSchema>;
