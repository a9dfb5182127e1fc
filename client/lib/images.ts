export type ImageSize = 'w92' | 'w154' | 'w185' | 'w300' | 'w342' | 'w500' | 'w780' | 'w1280';

let imageBase = '';

/** Where pictures come from that are not the server's own; empty where there is no such place. */
export function setImageBase(base: string): void {
  imageBase = base.replace(/\/$/, '');
}

/** The address of a picture at a size; null when there is none. */
export function imageUrl(path: string | null | undefined, size: ImageSize = 'w500'): string | null {
  if (!path) return null;
  if (path.startsWith('/api/')) return `${path}?size=${size}`;
  if (/^https?:/.test(path)) return path;
  return imageBase ? `${imageBase}/${size}${path}` : null;
}

interface Pictured {
  mediaType: 'movie' | 'tv';
  tmdbId: number;
  posterPath: string | null;
}

/** An item's poster. Kept while another source was on, its path may lead nowhere now: then it is the drawn one. */
export function posterOf({ mediaType, tmdbId, posterPath }: Pictured): string | null {
  const isElsewhere = posterPath?.startsWith('/') && !posterPath.startsWith('/api/');
  return isElsewhere && !imageBase ? `/api/art/poster/${mediaType}/${tmdbId}` : posterPath;
}

const POSTER_WIDTHS = ['w92', 'w154', 'w185', 'w342', 'w500'] as const satisfies readonly ImageSize[];

/** The smallest poster that is still sharp when shown `width` CSS pixels wide. */
export function posterSize(width: number): ImageSize {
  const pixels = width * Math.min(globalThis.devicePixelRatio ?? 1, 2);
  return POSTER_WIDTHS.find((size) => Number(size.slice(1)) >= pixels) ?? 'w500';
}

/** The colour to paint until a picture is there: drawn art carries it at the end of its path. */
export function dominantColour(path: string | null | undefined): string | undefined {
  const colour = path?.match(/-([0-9a-f]{6})$/i)?.[1];
  return colour && `#${colour}`;
}
