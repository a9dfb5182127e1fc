import type { Family } from '../../../../common/families.ts';

export const folderPath = (family: Family, id: string) => `${family.screenPath}/${id}`;
export const detailsPath = (family: Family, id: string) => `${family.screenPath}/${id}/details`;
export const tonightPath = (family: Family, id: string) => `${family.screenPath}/${id}/tonight`;
export const editorPath = (family: Family, id: string) => `${family.screenPath}/${id}/editor`;
/** Another user's list, read-only. */
export const profileListPath = (family: Family, userId: string, id: string) => `/users/${userId}/${family.nouns}/${id}`;
