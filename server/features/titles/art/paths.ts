import { dominantColour } from './palette.ts';
import type { ArtSubject } from './subject.ts';

/** '/api/art/poster/movie/603-1b2a44': the colour after the id is for clients to paint until the picture is there. */
export function artworkPath(kind: 'poster' | 'backdrop', subject: ArtSubject): string {
  return `/api/art/${kind}/${subject.mediaType}/${subject.id}-${dominantColour(subject).slice(1)}`;
}
