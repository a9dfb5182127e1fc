import { genresOf } from '../../../../common/filters.ts';
import type { TitleFacts } from '../../../../common/schemas/item.ts';
import type { Credits } from '../../../../common/schemas/title.ts';
import type { TitleParts } from '../title.api.ts';

/** '2 h 16 min', '45 min'. */
export function runtimeText(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ');
}

/** The line of facts: year · runtime · seasons · genres. */
export function factsLine(
  releaseDate: string | null | undefined,
  details: TitleParts['details'] | undefined,
): string[] {
  const facts = [releaseDate?.slice(0, 4) || 'Unknown'];
  if (!details) return facts;
  if ('runtime' in details && details.runtime) facts.push(runtimeText(details.runtime));
  if ('number_of_seasons' in details && details.number_of_seasons > 0) {
    facts.push(details.number_of_seasons === 1 ? '1 season' : `${details.number_of_seasons} seasons`);
  }
  const genres = details.genres.slice(0, 3).map((genre) => genre.name);
  if (genres.length > 0) facts.push(genres.join(', '));
  return facts;
}

/** The same line from an item's facts, without details. */
export function keptFactsLine({ mediaType, releaseDate, runtime, genres }: TitleFacts): string[] {
  const names = genresOf[mediaType].filter(({ id }) => genres.includes(id)).map(({ name }) => name);
  const facts = [releaseDate?.slice(0, 4) || 'Unknown'];
  if (runtime) facts.push(runtimeText(runtime));
  if (names.length > 0) facts.push(names.slice(0, 3).join(', '));
  return facts;
}

/** 'Directed by …' for a film, 'Created by …' for a show. */
export function makersText(details: TitleParts['details'] | undefined, credits: Credits | undefined): string | null {
  const creators = details && 'created_by' in details ? details.created_by : [];
  if (creators.length > 0) return `Created by ${listOf(creators.map((person) => person.name))}`;
  const directors = credits?.crew.filter((person) => person.job === 'Director') ?? [];
  return directors.length > 0 ? `Directed by ${listOf(directors.map((person) => person.name))}` : null;
}

function listOf(names: readonly string[]): string {
  const shown = [...new Set(names)].slice(0, 3);
  return shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}` : (shown[0] ?? '');
}
