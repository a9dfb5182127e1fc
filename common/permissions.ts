import type { Family } from './families.ts';

export const flagNames = ['canView', 'canAdd', 'canRemove', 'canEdit', 'canShare', 'canManage'] as const;
export type FlagName = (typeof flagNames)[number];

export type Flags = Record<FlagName, boolean>;

function everyFlag(isOn: boolean): Flags {
  return Object.fromEntries(flagNames.map((flag) => [flag, isOn])) as Flags;
}

export const allFlags: Flags = everyFlag(true);

const noFlags: Flags = everyFlag(false);

/** The flags of a new share by default: view and add. */
export const defaultFlags: Flags = {
  canView: true,
  canAdd: true,
  canRemove: false,
  canEdit: false,
  canShare: false,
  canManage: false,
};

/** What a user may do with a folder. The owner may do everything, a member what the flags of the share allow. */
export interface Access {
  isOwner: boolean;
  flags: Flags;
}

export const noAccess: Access = { isOwner: false, flags: noFlags };

/** What each action requires: a flag, membership, or owning the folder. */
export const requirements = {
  'folder:view': 'canView',
  'folder:rename': 'canEdit',
  'folder:delete': 'owner',
  'folder:set-visibility': 'owner',
  'folder:leave': 'member',
  'seen:show': 'member',
  'item:add': 'canAdd',
  'item:watch': 'canAdd',
  'item:note': 'canAdd',
  'item:move': 'canEdit',
  'item:remove': 'canRemove',
  'comment:read': 'canView',
  'comment:write': 'canAdd',
  /** Who wrote a comment may delete it without this flag. */
  'comment:moderate': 'canManage',
  'member:invite': 'canShare',
  'invitation:list': 'canShare',
  'group:join': 'canView',
  'group:propose': 'canEdit',
  'poll:open': 'canView',
  'poll:invite': 'canShare',
  /** Who opened a poll may do the same without this flag. */
  'poll:manage': 'canManage',
  'webhook:manage': 'canManage',
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

/** True for the owner, and for a member with any flag besides viewing. */
export function mayDoMoreThanView({ isOwner, flags }: Access): boolean {
  return isOwner || flagNames.some((flag) => flag !== 'canView' && flags[flag]);
}

/** The flags in `wanted` that `held` lacks, which the granter may therefore not grant. */
export function flagsBeyond(wanted: Flags, held: Flags): FlagName[] {
  return flagNames.filter((flag) => wanted[flag] && !held[flag]);
}

/** `flags` without those that `held` lacks. */
export function capFlags(flags: Flags, held: Flags): Flags {
  return Object.fromEntries(flagNames.map((flag) => [flag, flags[flag] && held[flag]])) as Flags;
}

export interface Preset {
  label: 'View Only' | 'Collaborator';
  /** For lists of either family. */
  description: (family: Family) => string;
  flags: Flags;
}

export const presets: readonly [Preset, Preset] = [
  {
    label: 'View Only',
    description: (family) => `Can only view ${family.noun} contents`,
    flags: { canView: true, canAdd: false, canRemove: false, canEdit: false, canShare: false, canManage: false },
  },
  {
    label: 'Collaborator',
    description: (family) => `Can view, add, remove, edit, and manage the ${family.noun}`,
    flags: allFlags,
  },
];

export const DEFAULT_PRESET = 1;

/** Collaborator with every flag besides viewing, else View Only. */
export function levelOf(flags: Flags): Preset['label'] {
  return flagNames.every((flag) => flag === 'canView' || flags[flag]) ? 'Collaborator' : 'View Only';
}

/**
 * The texts for a flag: the label of its switch, the verb in 'can view and add', and the right in
 * 'You can now add titles'.
 */
export const flagTexts: Record<FlagName, { label: (family: Family) => string; verb: string; right: string }> = {
  canView: { label: (family) => `View ${family.noun} contents`, verb: 'view', right: 'view this list' },
  canAdd: { label: (family) => `Add items to ${family.noun}`, verb: 'add', right: 'add titles' },
  canRemove: { label: (family) => `Remove items from ${family.noun}`, verb: 'remove', right: 'remove titles' },
  canEdit: { label: (family) => `Edit ${family.noun} details`, verb: 'edit', right: 'edit the details' },
  canShare: { label: (family) => `Share ${family.noun} with others`, verb: 'share', right: 'share it' },
  canManage: { label: () => 'Manage user permissions', verb: 'manage permissions', right: 'manage permissions' },
};

/** The flags after one switch. Turning viewing off clears all flags; turning any flag on turns viewing on. */
export function switchFlag(flags: Flags, flag: FlagName, isOn: boolean): Flags {
  if (flag === 'canView') return isOn ? { ...flags, canView: true } : noFlags;
  return { ...flags, [flag]: isOn, canView: flags.canView || isOn };
}
