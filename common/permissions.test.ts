import { describe, expect, test } from '@jest/globals';
import { families } from './families.ts';
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
  levelOf,
  noAccess,
  presets,
  requirements,
  switchFlag,
} from './permissions.ts';
import { flagsBody, offeredFlagsBody } from './schemas/flags.ts';

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

/** The expected permissions, written out here rather than read from the code. */
const table: Record<FolderAction, FlagName | 'any member' | 'owner alone'> = {
  'folder:view': 'canView',
  'folder:rename': 'canEdit',
  'folder:delete': 'owner alone',
  'folder:set-visibility': 'owner alone',
  'folder:leave': 'any member',
  'seen:show': 'any member',
  'item:add': 'canAdd',
  'item:watch': 'canAdd',
  'item:note': 'canAdd',
  'item:move': 'canEdit',
  'item:remove': 'canRemove',
  'comment:read': 'canView',
  'comment:write': 'canAdd',
  'comment:moderate': 'canManage',
  'member:invite': 'canShare',
  'invitation:list': 'canShare',
  'group:join': 'canView',
  'group:propose': 'canEdit',
  'poll:open': 'canView',
  'poll:invite': 'canShare',
  'poll:manage': 'canManage',
  'share:list': 'owner alone',
  'share:edit': 'canManage',
  'webhook:manage': 'canManage',
  'share:revoke': 'canManage',
};

const rows = Object.entries(table) as [FolderAction, string][];

test('a user without access may do nothing', () => {
  const actions = Object.keys(requirements) as FolderAction[];

  expect(actions.filter((action) => requirements[action] !== 'member' && can(noAccess, action))).toEqual([]);
});

describe('permissions', () => {
  test('are defined for every action', () => {
    expect(Object.keys(table).sort()).toEqual(Object.keys(requirements).sort());
  });

  test.each(rows)('let the owner do %s', (action) => {
    expect(can({ isOwner: true, flags: allFlags }, action)).toBe(true);
  });

  test.each(rows)('%s needs, from a member: %s', (action, needed) => {
    for (const flag of flagNames) {
      expect(can(member(flag), action)).toBe(needed === 'any member' || needed === flag);
    }
    expect(can(member(...flagNames), action)).toBe(needed !== 'owner alone');
    expect(can(member(), action)).toBe(needed === 'any member');
  });
});

describe('granting', () => {
  test('reports each flag that the granter lacks', () => {
    expect(flagsBeyond(withFlags('canView', 'canAdd', 'canManage'), withFlags('canView', 'canManage'))).toEqual([
      'canAdd',
    ]);
    expect(flagsBeyond(allFlags, allFlags)).toEqual([]);
    expect(flagsBeyond(none, none)).toEqual([]);
  });

  test('is limited to the flags that the granter holds', () => {
    expect(capFlags(defaultFlags, withFlags('canView', 'canShare'))).toEqual(withFlags('canView'));
    expect(capFlags(defaultFlags, allFlags)).toEqual(defaultFlags);
  });

  test('uses view and add by default', () => {
    expect(defaultFlags).toEqual(withFlags('canView', 'canAdd'));
    expect(offeredFlagsBody.parse({})).toEqual(defaultFlags);
    expect(offeredFlagsBody.parse({ canAdd: false, canEdit: true })).toEqual(withFlags('canView', 'canEdit'));
  });

  test('always includes viewing', () => {
    expect(offeredFlagsBody.safeParse({ canView: false }).success).toBe(false);
    expect(flagsBody.safeParse(none).success).toBe(false);
    expect(flagsBody.parse(withFlags('canView'))).toEqual(withFlags('canView'));
  });

  test('needs all six flags', () => {
    const { canManage: _, ...five } = allFlags;
    expect(flagsBody.safeParse(five).success).toBe(false);
  });
});

describe('presets', () => {
  test('are View Only, then Collaborator, which is the default', () => {
    expect(presets.map(({ label }) => label)).toEqual(['View Only', 'Collaborator']);
    expect(DEFAULT_PRESET).toBe(1);
  });

  test('grant only viewing, or everything', () => {
    expect(presets[0].flags).toEqual(withFlags('canView'));
    expect(presets[1].flags).toEqual(allFlags);
  });

  test('have the expected descriptions', () => {
    expect(presets.map(({ description }) => description(families.folder))).toEqual([
      'Can only view folder contents',
      'Can view, add, remove, edit, and manage the folder',
    ]);
  });
});

describe('the level shown', () => {
  test('is Collaborator with all five flags besides viewing', () => {
    expect(levelOf(allFlags)).toBe('Collaborator');
    expect(levelOf({ ...allFlags, canView: false })).toBe('Collaborator');
  });

  test.each(flagNames.filter((flag) => flag !== 'canView'))('is View Only without %s', (flag) => {
    expect(levelOf({ ...allFlags, [flag]: false })).toBe('View Only');
  });
});

describe('the switch', () => {
  test('for viewing clears all other flags when turned off', () => {
    expect(switchFlag(allFlags, 'canView', false)).toEqual(none);
  });

  test('for viewing keeps the other flags when turned on', () => {
    expect(switchFlag(none, 'canView', true)).toEqual(withFlags('canView'));
  });

  test.each(flagNames.filter((flag) => flag !== 'canView'))('for %s turns viewing on when turned on', (flag) => {
    expect(switchFlag(none, flag, true)).toEqual(withFlags('canView', flag));
  });

  test.each(flagNames.filter((flag) => flag !== 'canView'))('for %s clears only that flag when turned off', (flag) => {
    expect(switchFlag(allFlags, flag, false)).toEqual({ ...allFlags, [flag]: false });
    expect(switchFlag(none, flag, false)).toEqual(none);
  });
});
