import type { MediaType } from './title.ts';

export type ImageSize = 'w92' | 'w154' | 'w185' | 'w300' | 'w342' | 'w500' | 'w780' | 'w1280';

/** The sizes that posters are shown in, smallest first. */
export const POSTER_SIZES = ['w92', 'w154', 'w185', 'w342', 'w500'] as const satisfies readonly ImageSize[];

/** How many pixels wide a picture of a size is. */
export const pixelsOf = (size: ImageSize): number => Number(size.slice(1));

/**
 * The address of a picture at a size; null when there is none. A path is one of the server's own, a whole address, or
 * one below `imageBase`, which is empty where pictures come from nowhere else.
 */
export function pictureUrl(path: string | null | undefined, size: ImageSize, imageBase: string): string | null {
  if (!path) return null;
  if (path.startsWith('/api/')) return `${path}?size=${size}`;
  if (/^https?:/.test(path)) return path;
  return imageBase ? `${imageBase.replace(/\/$/, '')}/${size}${path}` : null;
}

export interface Pictured {
  mediaType: MediaType;
  tmdbId: number;
  posterPath: string | null;
}

/** An item's poster. Kept while another source was on, its path may lead nowhere now: then it is the drawn one. */
export function posterPathOf({ mediaType, tmdbId, posterPath }: Pictured, imageBase: string): string | null {
  const isElsewhere = posterPath?.startsWith('/') && !posterPath.startsWith('/api/');
  return isElsewhere && !imageBase ? `/api/art/poster/${mediaType}/${tmdbId}` : posterPath;
}

/** The colour to paint until a picture is there: drawn art carries it at the end of its path. */
export function dominantColour(path: string | null | undefined): string | undefined {
  const colour = path?.match(/-([0-9a-f]{6})$/i)?.[1];
  return colour && `#${colour}`;
}
