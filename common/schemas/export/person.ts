import type { z } from 'zod';
import { publicUserSchema } from '../user.ts';

/** Another person as an exported file names them: without address and picture. All names are null after their account's end. */
export const exportedPersonSchema = publicUserSchema
  .omit({ profileImageUrl: true })
  .meta({ id: 'ExportedPerson', description: 'Another person, by name only.' });
export type ExportedPerson = z.infer<typeof exportedPersonSchema>;
