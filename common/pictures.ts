import { artPath, tmdbImagePath } from './picturePaths.ts';
import type { MediaType } from './schemas/title.ts';

export type ImageSize = 'w92' | 'w154' | 'w185' | 'w300' | 'w342' | 'w500' | 'w780' | 'w1280';

/** The sizes of posters, smallest first. */
export const POSTER_SIZES = ['w92', 'w154', 'w185', 'w342', 'w500'] as const satisfies readonly ImageSize[];

/**
 * How wide the picture of a poster must be, as a share of the width it is shown at. The difference is hardly visible, and many
 * phones need the next smaller size, which is half the bytes.
 */
export const POSTER_SHARPNESS = 0.875;

/** The sizes of the backdrop on Discover, smallest first. */
export const BACKDROP_SIZES = ['w780', 'w1280'] as const satisfies readonly ImageSize[];

/** The width of that backdrop, for the sizes attribute of images. 780 pixels are enough for any phone, as it is behind text. */
export const SPOTLIGHT_SIZES =
  '(min-width:1200px) calc(100vw - 344px),(min-width:64em) calc(100vw - 80px),(min-width:48em) calc(100vw - 48px),260px';

/** The width of each picture size in pixels. */
export const pixelsOf = (size: ImageSize): number => Number(size.slice(1));

/**
 * The address of a picture at a size. Returns null if the path is missing or invalid. TMDB paths are appended to
 * `imageBase`, which is empty if TMDB is not in use.
 */
export function pictureUrl(path: string | null | undefined, size: ImageSize, imageBase: string): string | null {
  if (!path) return null;
  if (artPath.test(path)) return `${path}?size=${size}`;
  return imageBase && tmdbImagePath.test(path) ? `${imageBase.replace(/\/$/, '')}/${size}${path}` : null;
}

export interface Pictured {
  mediaType: MediaType;
  tmdbId: number;
  posterPath: string | null;
}

/** An item's poster. If its path belongs to a title source that is no longer in use, the drawn poster is used. */
export function posterPathOf({ mediaType, tmdbId, posterPath }: Pictured, imageBase: string): string | null {
  const isElsewhere = posterPath?.startsWith('/') && !posterPath.startsWith('/api/');
  return isElsewhere && !imageBase ? `/api/art/poster/${mediaType}/${tmdbId}` : posterPath;
}

/** The colour to paint until a picture has loaded: the path of drawn art ends with it. */
export function dominantColour(path: string | null | undefined): string | undefined {
  const colour = path?.match(/-([0-9a-f]{6})$/i)?.[1];
  return colour && `#${colour}`;
}
