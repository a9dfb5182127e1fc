import type { MediaType } from '../../../../common/title.ts';
import type { TitleFacts } from '../title.source.ts';
import { dominantColour } from './palette.ts';

/** What the artist is told about a title. */
export interface ArtSubject {
  mediaType: MediaType;
  id: number;
  title: string;
  year: number;
  genreIds: number[];
  keywords: string[];
  /** Director or creator, for the small print. */
  maker: string;
}

type Known = Pick<TitleFacts, 'mediaType' | 'id' | 'title' | 'releaseDate' | 'genreIds' | 'keywords' | 'makers'>;

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

/** '/api/art/poster/movie/603-1b2a44': the colour after the id is for clients to paint until the picture is there. */
export function artworkPath(kind: 'poster' | 'backdrop', subject: ArtSubject): string {
  return `/api/art/${kind}/${subject.mediaType}/${subject.id}-${dominantColour(subject).slice(1)}`;
}
