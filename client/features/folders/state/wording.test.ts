import { describe, expect, test } from '@jest/globals';
import { allFlags, defaultFlags } from '../../../../common/permissions.ts';
import { permissionNotice } from '../sharing/usePermissionNotice.ts';
import { countOf, levelText, rightsText } from './wording.ts';

describe('wording', () => {
  test('counts one in the singular', () => {
    expect([countOf(1, 'item'), countOf(0, 'item'), countOf(2, 'category', 'categories')]).toEqual([
      '1 item',
      '0 items',
      '2 categories',
    ]);
  });

  test('says what a changed permission means', () => {
    const after = { ...defaultFlags, canAdd: false, canRemove: true, canShare: true };

    expect(permissionNotice(defaultFlags, after)).toBe(
      'You can now remove titles and share it. You can no longer add titles.',
    );
    expect(permissionNotice(defaultFlags, { ...defaultFlags })).toBeNull();
  });

  test('lists all rights of the flags', () => {
    const viewOnly = { ...defaultFlags, canAdd: false };

    expect([
      rightsText(defaultFlags),
      rightsText({ ...defaultFlags, canEdit: true, canManage: true }),
      rightsText({ ...viewOnly, canShare: true }),
    ]).toEqual(['can view and add', 'can view, add, edit and manage permissions', 'can view and share']);
  });

  test('names a level and the additional rights', () => {
    expect([
      levelText(allFlags),
      levelText({ ...defaultFlags, canAdd: false }),
      levelText(defaultFlags),
      levelText({ ...allFlags, canEdit: false }),
    ]).toEqual([
      'Collaborator',
      'View Only',
      'View Only, and can also add',
      'View Only, and can also add, remove, share and manage permissions',
    ]);
  });
});
