import { type ArtSubject, dominantColour } from 'poster-art';
import type { SourceFacts } from './title.source.ts';

type Known = Pick<SourceFacts, 'mediaType' | 'id' | 'title' | 'releaseDate' | 'genreIds' | 'keywords' | 'makers'>;

/** The facts that the artwork of a title is made from. */
export const toSubject = (title: Known): ArtSubject => ({
  mediaType: title.mediaType,
  id: title.id,
  title: title.title,
  year: Number(title.releaseDate.slice(0, 4)),
  genreIds: title.genreIds,
  keywords: title.keywords,
  maker: title.makers
    .slice(0, 2)
    .map((person) => person.name)
    .join(' & '),
});

/** '/api/art/poster/movie/603-1b2a44': clients show the colour after the id until the picture has loaded. */
export function artworkPath(kind: 'poster' | 'backdrop', subject: ArtSubject): string {
  return `/api/art/${kind}/${subject.mediaType}/${subject.id}-${dominantColour(subject).slice(1)}`;
}
