import {
  BACKDROP_SIZES,
  type ImageSize,
  type Pictured,
  POSTER_SIZES,
  pictureUrl,
  pixelsOf,
  posterPathOf,
  SPOTLIGHT_SIZES,
} from '../../common/pictures.ts';

// Components may not import contracts, so this file has the helpers for pictures.
export { dominantColour } from '../../common/pictures.ts';

let imageBase = '';

/** The base address of TMDB pictures; empty if TMDB is not in use. */
export function setImageBase(base: string): void {
  imageBase = base;
}

/** The address of a picture at a size. Returns null if the path is missing or invalid. */
export function imageUrl(path: string | null | undefined, size: ImageSize = 'w500'): string | null {
  return pictureUrl(path, size, imageBase);
}

/** The attributes of the large backdrop on Discover: the same as in the server's preview, so that it loads once. */
export function backdropSources(path: string | null) {
  const src = imageUrl(path, 'w1280');
  if (!src) return null;
  const srcSet = BACKDROP_SIZES.map((size) => `${imageUrl(path, size)} ${pixelsOf(size)}w`).join();
  return { src, srcSet, sizes: SPOTLIGHT_SIZES };
}

/** An item's poster, for a path from any source. */
export function posterOf(item: Pictured): string | null {
  return posterPathOf(item, imageBase);
}

/** The smallest poster that is still sharp when shown `width` CSS pixels wide. */
export function posterSize(width: number): ImageSize {
  const pixels = width * Math.min(globalThis.devicePixelRatio ?? 1, 2);
  return POSTER_SIZES.find((size) => pixelsOf(size) >= pixels) ?? 'w500';
}
