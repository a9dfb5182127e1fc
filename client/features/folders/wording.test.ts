import { describe, expect, test } from '@jest/globals';
import { families } from '../../../common/families.ts';
import { allFlags, defaultFlags } from '../../../common/permissions.ts';
import { lossText } from './useLeaveWhenLost.ts';
import { permissionNews } from './usePermissionNews.ts';
import { countOf, levelText, rightsText, worded } from './wording.ts';

describe('wording', () => {
  test('turns a text about folders into its twin about categories', () => {
    expect(worded(families.category, 'All Shared Folders: edit folder details, no folders yet')).toBe(
      'All Shared Categories: edit category details, no categories yet',
    );
  });

  test('leaves folders their own words', () => {
    expect(worded(families.folder, 'Failed to create folder')).toBe('Failed to create folder');
  });

  test('counts one in the singular', () => {
    expect([countOf(1, 'item'), countOf(0, 'item'), countOf(2, 'category', 'categories')]).toEqual([
      '1 item',
      '0 items',
      '2 categories',
    ]);
  });

  test('says what a changed permission means', () => {
    const after = { ...defaultFlags, canAdd: false, canRemove: true, canShare: true };

    expect(permissionNews(defaultFlags, after)).toBe(
      'You can now remove titles and share it. You can no longer add titles.',
    );
    expect(permissionNews(defaultFlags, { ...defaultFlags })).toBeNull();
  });

  test('names everything that flags allow', () => {
    const viewOnly = { ...defaultFlags, canAdd: false };

    expect([
      rightsText(defaultFlags),
      rightsText({ ...defaultFlags, canEdit: true, canManage: true }),
      rightsText({ ...viewOnly, canShare: true }),
    ]).toEqual(['can view and add', 'can view, add, edit and manage permissions', 'can view and share']);
  });

  test('names a level, and the rights that go beyond it', () => {
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

  test('says how a list was lost', () => {
    expect(lossText({ name: 'Friday', reason: 'removed' })).toBe('"Friday" is no longer shared with you');
    expect(lossText({ name: 'Friday', reason: 'deleted' })).toBe('"Friday" was deleted');
  });
});
