import { z } from 'zod';

export const flagNames = ['canView', 'canAdd', 'canRemove', 'canEdit', 'canShare', 'canManage'] as const;
export type FlagName = (typeof flagNames)[number];

export const flagsSchema = z.object({
  canView: z.boolean(),
  canAdd: z.boolean(),
  canRemove: z.boolean(),
  canEdit: z.boolean(),
  canShare: z.boolean(),
  canManage: z.boolean(),
});
export type Flags = z.infer<typeof flagsSchema>;

export const allFlags: Flags = {
  canView: true,
  canAdd: true,
  canRemove: true,
  canEdit: true,
  canShare: true,
  canManage: true,
};

const noFlags: Flags = {
  canView: false,
  canAdd: false,
  canRemove: false,
  canEdit: false,
  canShare: false,
  canManage: false,
};

/** What a share holds when nobody chose: view and add. */
export const defaultFlags: Flags = {
  canView: true,
  canAdd: true,
  canRemove: false,
  canEdit: false,
  canShare: false,
  canManage: false,
};

const mustView = z.literal(true, { error: 'Viewing cannot be taken away' });

/** Flags as they are changed: all six, and viewing cannot be taken away. */
export const flagsBody = flagsSchema.extend({ canView: mustView });

/** Flags as they are offered in an invitation: what is absent takes the stored default. */
export const offeredFlagsBody = z.object({
  canView: mustView.default(true),
  canAdd: z.boolean().default(defaultFlags.canAdd),
  canRemove: z.boolean().default(defaultFlags.canRemove),
  canEdit: z.boolean().default(defaultFlags.canEdit),
  canShare: z.boolean().default(defaultFlags.canShare),
  canManage: z.boolean().default(defaultFlags.canManage),
});

/** What somebody may do to a folder: the owner everything, a member what the flags of the share allow. */
export interface Access {
  isOwner: boolean;
  flags: Flags;
}

/** Each action and what it takes: a flag, being a member at all, or owning the folder. */
export const requirements = {
  'folder:view': 'canView',
  'folder:rename': 'canEdit',
  'folder:delete': 'owner',
  'folder:leave': 'member',
  'item:add': 'canAdd',
  'item:watch': 'canAdd',
  'item:remove': 'canRemove',
  'member:invite': 'canShare',
  'invitation:list': 'canShare',
  'share:list': 'owner',
  'share:edit': 'canManage',
  'share:revoke': 'canManage',
} as const satisfies Record<string, FlagName | 'owner' | 'member'>;

export type FolderAction = keyof typeof requirements;

export function can(access: Access, action: FolderAction): boolean {
  if (access.isOwner) return true;
  const requirement = requirements[action];
  if (requirement === 'owner') return false;
  return requirement === 'member' || access.flags[requirement];
}

/** Whether there is more for somebody than to look: always for the owner. */
export function mayDoMoreThanView({ isOwner, flags }: Access): boolean {
  return isOwner || flagNames.some((flag) => flag !== 'canView' && flags[flag]);
}

/** The flags that `wanted` turns on and `held` lacks: what nobody may grant. */
export function flagsBeyond(wanted: Flags, held: Flags): FlagName[] {
  return flagNames.filter((flag) => wanted[flag] && !held[flag]);
}

/** `flags` less everything that `held` lacks. */
export function capFlags(flags: Flags, held: Flags): Flags {
  return Object.fromEntries(flagNames.map((flag) => [flag, flags[flag] && held[flag]])) as Flags;
}

export interface Preset {
  label: 'View Only' | 'Collaborator';
  description: string;
  flags: Flags;
}

export const presets: readonly [Preset, Preset] = [
  {
    label: 'View Only',
    description: 'Can only view folder contents',
    flags: { canView: true, canAdd: false, canRemove: false, canEdit: false, canShare: false, canManage: false },
  },
  { label: 'Collaborator', description: 'Can view, add, remove, edit, and manage the folder', flags: allFlags },
];

export const DEFAULT_PRESET = 1;

/** Collaborator only with every flag beyond viewing, else View Only. */
export function levelOf(flags: Flags): Preset['label'] {
  return flagNames.every((flag) => flag === 'canView' || flags[flag]) ? 'Collaborator' : 'View Only';
}

export const flagLabels: Record<FlagName, string> = {
  canView: 'View folder contents',
  canAdd: 'Add items to folder',
  canRemove: 'Remove items from folder',
  canEdit: 'Edit folder details',
  canShare: 'Share folder with others',
  canManage: 'Manage user permissions',
};

/** Flags after one switch: without viewing nothing else holds, and anything else implies viewing. */
export function switchFlag(flags: Flags, flag: FlagName, isOn: boolean): Flags {
  if (flag === 'canView') return isOn ? { ...flags, canView: true } : noFlags;
  return { ...flags, [flag]: isOn, canView: flags.canView || isOn };
}
