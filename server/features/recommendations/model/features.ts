import { nameOfCountry } from '../../../../common/countries.ts';
import { genresOf } from '../../../../common/filters.ts';
import type { MediaType } from '../../../../common/schemas/title.ts';
import type { SourceFacts } from '../../titles/title.source.ts';

/** The kinds of features. `scale` is the prior deviation of their weights. Popularity and acclaim are plain numbers. */
export const featureKinds = {
  genre: { scale: 1.4 },
  person: { scale: 0.7 },
  keyword: { scale: 0.5 },
  decade: { scale: 0.5 },
  language: { scale: 0.25 },
  country: { scale: 0.3 },
  mediaType: { scale: 0.15 },
  popularity: { scale: 0.2 },
  acclaim: { scale: 0.35 },
} as const;

export type FeatureKind = keyof typeof featureKinds;

/** What the model needs of a title. Facts that the source does not have are empty. */
export type RatedTitle = Pick<
  SourceFacts,
  | 'mediaType'
  | 'id'
  | 'title'
  | 'releaseDate'
  | 'genreIds'
  | 'voteAverage'
  | 'voteCount'
  | 'popularity'
  | 'language'
  | 'countries'
  | 'makers'
  | 'cast'
  | 'keywords'
>;

export interface Feature {
  kind: FeatureKind;
  /** The same in every title: 'person:1100', 'genre:Crime'. */
  key: string;
  /** For display: 'Michael Mann', 'Crime'. */
  name: string;
  value: number;
}

const CAST_COUNTED = 8;
const KEYWORDS_COUNTED = 10;

/** Genres of shows as the equivalent genres of films, so that a taste for one media type applies to the other. */
const compoundGenres: Record<string, readonly string[]> = {
  'Action & Adventure': ['Action', 'Adventure'],
  'Sci-Fi & Fantasy': ['Science Fiction', 'Fantasy'],
  'War & Politics': ['War'],
};

const genreNames = new Map(
  (['movie', 'tv'] as const).flatMap((mediaType: MediaType) =>
    genresOf[mediaType].map(({ id, name }) => [id, compoundGenres[name] ?? [name]] as const),
  ),
);

export function genresOfTitle(title: Pick<RatedTitle, 'genreIds'>): string[] {
  return [...new Set(title.genreIds.flatMap((id) => genreNames.get(id) ?? []))];
}

/** '1970s', or null when the year is unknown. */
export function decadeOf(title: Pick<RatedTitle, 'releaseDate'>): string | null {
  return /^\d{4}/.test(title.releaseDate) ? `${title.releaseDate.slice(0, 3)}0s` : null;
}

/** The first actor counts 1, the eighth a third; directors and creators count a little more than the first actor. */
function peopleOf(title: RatedTitle): Map<number, { name: string; value: number }> {
  const people = new Map<number, { name: string; value: number }>();
  for (const maker of title.makers) people.set(maker.id, { name: maker.name, value: 1.15 });
  for (const [place, member] of title.cast.slice(0, CAST_COUNTED).entries()) {
    if (!people.has(member.id)) people.set(member.id, { name: member.name, value: 1 / (1 + place * 0.28) });
  }
  return people;
}

/** All features of a title except popularity and acclaim, which are relative to all titles. */
export function featuresOf(title: RatedTitle): Feature[] {
  const genres = genresOfTitle(title);
  const decade = decadeOf(title);
  const keywords = title.keywords.slice(0, KEYWORDS_COUNTED);
  return [
    ...genres.map((name) => ({
      kind: 'genre' as const,
      key: `genre:${name}`,
      name,
      // A title of five genres belongs less to each, but more than a fifth.
      value: 1.45 / Math.sqrt(genres.length + 0.4),
    })),
    ...[...peopleOf(title)].map(([id, { name, value }]) => ({
      kind: 'person' as const,
      key: `person:${id}`,
      name,
      value,
    })),
    ...keywords.map((name) => ({ kind: 'keyword' as const, key: `keyword:${name}`, name, value: 1 })),
    ...(decade ? [{ kind: 'decade' as const, key: `decade:${decade}`, name: decade, value: 1 }] : []),
    ...(title.language
      ? [{ kind: 'language' as const, key: `language:${title.language}`, name: title.language, value: 1 }]
      : []),
    ...title.countries.map((code) => ({
      kind: 'country' as const,
      key: `country:${code}`,
      name: nameOfCountry(code),
      // With several countries each counts less.
      value: 1 / Math.sqrt(title.countries.length),
    })),
    { kind: 'mediaType', key: `mediaType:${title.mediaType}`, name: title.mediaType, value: 1 },
  ];
}
