import { pick } from '../../../../common/pick.ts';
import { imagePath } from '../../../../common/picturePaths.ts';
import type { TitleFacts } from '../../../../common/schemas/item.ts';
import type { SchemaFields } from '../../../platform/stored.ts';

/** The stored facts of a title, for every model that has them. */
export const factFields = {
  tmdbId: { type: Number, required: true },
  mediaType: { type: String, enum: ['movie', 'tv'], required: true },
  title: { type: String, required: true },
  overview: { type: String, default: null },
  posterPath: { type: String, default: null },
  backdropPath: { type: String, default: null },
  releaseDate: { type: String, default: null },
  voteAverage: { type: Number, default: null },
  genres: { type: [Number], default: [] },
  runtime: { type: Number, default: null },
} satisfies SchemaFields<TitleFacts>;

const factNames = Object.keys(factFields) as (keyof TitleFacts)[];

/** Only the facts of a title, without other fields of the object. */
export function factsOf(title: TitleFacts): TitleFacts {
  return pick(title, factNames);
}

/** Earlier versions stored any path. Paths that are not of an image are hidden. */
export const shownPath = (path: string | null) => (path && imagePath.test(path) ? path : null);
