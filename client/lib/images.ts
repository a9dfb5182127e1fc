import {
  BACKDROP_SIZES,
  type ImageSize,
  type Pictured,
  POSTER_SHARPNESS,
  POSTER_SIZES,
  pictureUrl,
  pixelsOf,
  posterPathOf,
  SPOTLIGHT_SIZES,
} from '../../common/pictures.ts';

// Components may not import contracts, so this file has the helpers for pictures.
export { dominantColour, type Pictured } from '../../common/pictures.ts';

let imageBase = '';

/** The base address of TMDB pictures; empty if TMDB is not in use. */
export function setImageBase(base: string): void {
  imageBase = base;
}

/** The address of a picture at a size. Returns null if the path is missing or invalid. */
export function imageUrl(path: string | null | undefined, size: ImageSize = 'w500'): string | null {
  return pictureUrl(path, size, imageBase);
}

/** The attributes of a picture in several sizes. Browsers start to load what they see first, so `src` is the last one. */
interface PictureSources {
  sizes: string;
  srcSet: string;
  src: string;
}

/** The large backdrop on Discover. As in the server's preview, so that it loads once. */
export function backdropSources(path: string | null): PictureSources | null {
  return sourcesOf(path, BACKDROP_SIZES, 'w1280', SPOTLIGHT_SIZES);
}

/** A poster or portrait that is shown `width` CSS pixels wide. The browser chooses as in the server's preview. */
export function posterSources(path: string | null | undefined, width: number): PictureSources | null {
  return sourcesOf(path, POSTER_SIZES, 'w342', `${Math.round(width * POSTER_SHARPNESS)}px`);
}

function sourcesOf(
  path: string | null | undefined,
  available: readonly ImageSize[],
  fallback: ImageSize,
  sizes: string,
): PictureSources | null {
  const src = imageUrl(path, fallback);
  if (!src) return null;
  const srcSet = available.map((size) => `${imageUrl(path, size)} ${pixelsOf(size)}w`).join();
  return { sizes, srcSet, src };
}

/** An item's poster, for a path from any source. */
export function posterOf(item: Pictured): string | null {
  return posterPathOf(item, imageBase);
}
