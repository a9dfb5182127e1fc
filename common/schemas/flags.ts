import { z } from 'zod';
import { defaultFlags, type Flags } from '../permissions.ts';

export const flagsSchema = z
  .object({
    canView: z.boolean(),
    canAdd: z.boolean(),
    canRemove: z.boolean(),
    canEdit: z.boolean(),
    canShare: z.boolean(),
    canManage: z.boolean(),
  })
  .meta({ id: 'Flags', description: 'What a member may do in a list.' }) satisfies z.ZodType<Flags>;

const mustView = z.literal(true, { error: 'Viewing cannot be taken away' });

/** The flags of a permission change: all six, and viewing must be on. */
export const flagsBody = flagsSchema.extend({ canView: mustView }).meta({
  id: 'FlagsBody',
  examples: [{ canView: true, canAdd: true, canRemove: false, canEdit: false, canShare: false, canManage: false }],
});

/** The flags of an invitation. A missing flag gets its default. */
export const offeredFlagsBody = z.object({
  canView: mustView.default(true),
  canAdd: z.boolean().default(defaultFlags.canAdd),
  canRemove: z.boolean().default(defaultFlags.canRemove),
  canEdit: z.boolean().default(defaultFlags.canEdit),
  canShare: z.boolean().default(defaultFlags.canShare),
  canManage: z.boolean().default(defaultFlags.canManage),
});
