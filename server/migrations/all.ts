import { watchedBy } from './001-watched-by.ts';
import { playsOfReviews } from './002-plays-of-reviews.ts';
import { operator } from './003-operator.ts';
import type { Migration } from './migration.ts';

/** Every migration, oldest first. Only append to this list: its length is the version of the data. */
export const migrations: readonly Migration[] = [watchedBy, playsOfReviews, operator];
