import type { Folder } from './folder.ts';
import type { Item } from './item.ts';

/** What a list's page brings along, so that its first posters need not wait for the app's code. */
export interface Opening {
  folder: Folder;
  isOwn: boolean;
  /** The first of those to watch; of the others too, where `items` is all there is. */
  items: OpeningItem[];
  /** As in the config: where pictures come from that are not the server's own; empty where there is no such place. */
  imageBase: string;
}

export type OpeningItem = Pick<Item, 'mediaType' | 'tmdbId' | 'title' | 'posterPath' | 'watched' | 'userRating'>;

/** The id of the page's element that holds it, as JSON. */
export const OPENING_DATA = 'opening-data';
