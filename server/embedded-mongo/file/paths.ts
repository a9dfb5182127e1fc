import { join } from 'node:path';

/** Where a database is stored: its folder, and the name that its files have in common. */
export interface DataFolder {
  dir: string;
  /** `data` by default: the documents are then in `data.mdb`. */
  name?: string | undefined;
}

const path = ({ dir, name = 'data' }: DataFolder, extension: string) => join(dir, `${name}.${extension}`);

export const dataFile = (folder: DataFolder) => path(folder, 'mdb');
export const lockFile = (folder: DataFolder) => path(folder, 'mdb-lock');
/** Reserves disk space, see DiskSpace. */
export const spareFile = (folder: DataFolder) => path(folder, 'spare');
/** Holds the address of the running server. */
export const addressFile = (folder: DataFolder) => path(folder, 'address');
export const socketFile = (folder: DataFolder) => path(folder, 'sock');
/** The private copy of data that is being checked. */
export const checkingFolder = (folder: DataFolder) => path(folder, 'checking');
/** The private copy of a backup that is being restored. */
export const restoringFolder = (folder: DataFolder) => path(folder, 'restoring');
