import type { FolderAction } from './permissions.ts';
import type { ChangeType } from './schemas/changes.ts';

/** The permission that undoing each type of change needs: the same as for the change. Null means it cannot be undone. */
export const undoRules = {
  'folder:created': null,
  'folder:renamed': 'folder:rename',
  'folder:visibility-changed': null,
  'folder:deleted': null,
  'folder:restored': null,
  'folder:handed-over': null,
  'item:added': 'item:add',
  'item:updated': 'item:watch',
  'item:noted': 'item:note',
  'item:moved': null,
  'item:removed': 'item:remove',
  'item:refreshed': null,
  /** By undoing the import. */
  'items:added': null,
  'share:granted': null,
  'share:permissions-changed': null,
  'share:revoked': null,
  'group:joined': null,
  'group:left': null,
  'poll:opened': null,
  'poll:decided': null,
  'comment:added': null,
} as const satisfies Record<ChangeType, FolderAction | null>;

export type UndoableType = {
  [T in ChangeType]: (typeof undoRules)[T] extends null ? never : T;
}[ChangeType];
