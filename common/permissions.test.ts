import { describe, expect, test } from '@jest/globals';
import {
  type Access,
  allFlags,
  can,
  capFlags,
  DEFAULT_PRESET,
  defaultFlags,
  type FlagName,
  type Flags,
  type FolderAction,
  flagNames,
  flagsBeyond,
  flagsBody,
  levelOf,
  offeredFlagsBody,
  presets,
  requirements,
  switchFlag,
} from './permissions.ts';

const none: Flags = {
  canView: false,
  canAdd: false,
  canRemove: false,
  canEdit: false,
  canShare: false,
  canManage: false,
};

const withFlags = (...names: FlagName[]): Flags => ({
  ...none,
  ...Object.fromEntries(names.map((name) => [name, true])),
});

const member = (...names: FlagName[]): Access => ({ isOwner: false, flags: withFlags(...names) });

/** Written out and not taken from the code: who may do what, by the flag that it takes. */
const table: Record<FolderAction, FlagName | 'any member' | 'owner alone'> = {
  'folder:view': 'canView',
  'folder:rename': 'canEdit',
  'folder:delete': 'owner alone',
  'folder:leave': 'any member',
  'item:add': 'canAdd',
  'item:watch': 'canAdd',
  'item:remove': 'canRemove',
  'member:invite': 'canShare',
  'invitation:list': 'canShare',
  'share:list': 'owner alone',
  'share:edit': 'canManage',
  'share:revoke': 'canManage',
};

const rows = Object.entries(table) as [FolderAction, string][];

describe('who may do what', () => {
  test('is decided for every action there is', () => {
    expect(Object.keys(table).sort()).toEqual(Object.keys(requirements).sort());
  });

  test.each(rows)('the owner may %s', (action) => {
    expect(can({ isOwner: true, flags: allFlags }, action)).toBe(true);
  });

  test.each(rows)('of members, %s is for: %s', (action, needed) => {
    for (const flag of flagNames) {
      expect(can(member(flag), action)).toBe(needed === 'any member' || needed === flag);
    }
    expect(can(member(...flagNames), action)).toBe(needed !== 'owner alone');
    expect(can(member(), action)).toBe(needed === 'any member');
  });
});

describe('granting', () => {
  test('beyond what one holds is named flag by flag', () => {
    expect(flagsBeyond(withFlags('canView', 'canAdd', 'canManage'), withFlags('canView', 'canManage'))).toEqual([
      'canAdd',
    ]);
    expect(flagsBeyond(allFlags, allFlags)).toEqual([]);
    expect(flagsBeyond(none, none)).toEqual([]);
  });

  test('is capped to what one holds', () => {
    expect(capFlags(defaultFlags, withFlags('canView', 'canShare'))).toEqual(withFlags('canView'));
    expect(capFlags(defaultFlags, allFlags)).toEqual(defaultFlags);
  });

  test('takes view and add when nobody chose', () => {
    expect(defaultFlags).toEqual(withFlags('canView', 'canAdd'));
    expect(offeredFlagsBody.parse({})).toEqual(defaultFlags);
    expect(offeredFlagsBody.parse({ canAdd: false, canEdit: true })).toEqual(withFlags('canView', 'canEdit'));
  });

  test('never goes without viewing', () => {
    expect(offeredFlagsBody.safeParse({ canView: false }).success).toBe(false);
    expect(flagsBody.safeParse(none).success).toBe(false);
    expect(flagsBody.parse(withFlags('canView'))).toEqual(withFlags('canView'));
  });

  test('changes all six flags or none', () => {
    const { canManage: _, ...five } = allFlags;
    expect(flagsBody.safeParse(five).success).toBe(false);
  });
});

describe('presets', () => {
  test('are View Only, then Collaborator, which is the default', () => {
    expect(presets.map(({ label }) => label)).toEqual(['View Only', 'Collaborator']);
    expect(DEFAULT_PRESET).toBe(1);
  });

  test('hold viewing alone, and everything', () => {
    expect(presets[0].flags).toEqual(withFlags('canView'));
    expect(presets[1].flags).toEqual(allFlags);
  });

  test('are described in their own words', () => {
    expect(presets.map(({ description }) => description)).toEqual([
      'Can only view folder contents',
      'Can view, add, remove, edit, and manage the folder',
    ]);
  });
});

describe('the level shown', () => {
  test('is Collaborator with all five flags beyond viewing', () => {
    expect(levelOf(allFlags)).toBe('Collaborator');
    expect(levelOf({ ...allFlags, canView: false })).toBe('Collaborator');
  });

  test.each(flagNames.filter((flag) => flag !== 'canView'))('is View Only without %s', (flag) => {
    expect(levelOf({ ...allFlags, [flag]: false })).toBe('View Only');
  });
});

describe('one switch', () => {
  test('of viewing, turned off, clears all others', () => {
    expect(switchFlag(allFlags, 'canView', false)).toEqual(none);
  });

  test('of viewing, turned on, leaves the others', () => {
    expect(switchFlag(none, 'canView', true)).toEqual(withFlags('canView'));
  });

  test.each(flagNames.filter((flag) => flag !== 'canView'))('of %s, turned on, forces viewing on', (flag) => {
    expect(switchFlag(none, flag, true)).toEqual(withFlags('canView', flag));
  });

  test.each(flagNames.filter((flag) => flag !== 'canView'))('of %s, turned off, takes that alone', (flag) => {
    expect(switchFlag(allFlags, flag, false)).toEqual({ ...allFlags, [flag]: false });
    expect(switchFlag(none, flag, false)).toEqual(none);
  });
});
