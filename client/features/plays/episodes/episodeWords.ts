import { episodeText } from '../../../../common/episodeText.ts';
import type { NextEpisode } from '../../../../common/schemas/progress.ts';
import { runtimeText } from '../../titles/details/titleWords.ts';

/** 'Season 2', or 'Specials'. */
export const seasonName = (season: number) => (season === 0 ? 'Specials' : `Season ${season}`);

/** The name of an episode, unless it only repeats the number: then the source knows none. */
export const ownName = ({ name, episode }: Pick<NextEpisode, 'name' | 'episode'>) =>
  name === `Episode ${episode}` ? undefined : name;

/** 'S2 E4 · The You You Are · 43 min'. */
export function episodeLine({ name, runtime, ...number }: NextEpisode): string {
  // Neither the code nor the length is broken into two lines.
  const length = runtime && runtimeText(runtime).replaceAll(' ', '\u00a0');
  return [episodeText(number).replaceAll(' ', '\u00a0'), ownName({ name, ...number }), length]
    .filter(Boolean)
    .join('\u00a0· ');
}

const sameYear = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const otherYear = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

/** 'Dec 3', or with its year if that is not this one. */
export function dayInWords(day: string, today: string): string {
  const format = day.slice(0, 4) === today.slice(0, 4) ? sameYear : otherYear;
  return format.format(new Date(day));
}
