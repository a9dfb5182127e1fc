import type { MediaType } from '../../../../common/title.ts';
import type { TitleFacts } from '../title.source.ts';

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
