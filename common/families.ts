/**
 * Folders and categories are two names for the same stored lists. This table holds every difference between them;
 * no other code checks which of the two it serves.
 */
export interface Family {
  key: FamilyKey;
  /** As in 'Failed to create folder'. */
  noun: string;
  /** As in 'Folder Not Found'. */
  Noun: string;
  nouns: string;
  Nouns: string;
  /** The id's name in bodies and queries: folderId or categoryId. */
  idName: 'folderId' | 'categoryId';
  /** The path of the screens: /folder/:id. */
  screenPath: string;
  overviewPath: string;
  api: { lists: string; shared: string; deleted: string; invitations: string; shares: string };
}

export type FamilyKey = 'folder' | 'category';

export const families: Record<FamilyKey, Family> = {
  folder: {
    key: 'folder',
    noun: 'folder',
    Noun: 'Folder',
    nouns: 'folders',
    Nouns: 'Folders',
    idName: 'folderId',
    screenPath: '/folder',
    overviewPath: '/folders',
    api: {
      lists: '/api/folders',
      shared: '/api/shared-folders',
      deleted: '/api/deleted-folders',
      invitations: '/api/folder-invitations',
      shares: '/api/folder-shares',
    },
  },
  category: {
    key: 'category',
    noun: 'category',
    Noun: 'Category',
    nouns: 'categories',
    Nouns: 'Categories',
    idName: 'categoryId',
    screenPath: '/category',
    overviewPath: '/categories',
    api: {
      lists: '/api/categories',
      shared: '/api/shared-categories',
      deleted: '/api/deleted-categories',
      invitations: '/api/category-invitations',
      shares: '/api/category-shares',
    },
  },
};

export const familyKeys = ['folder', 'category'] as const satisfies readonly FamilyKey[];
