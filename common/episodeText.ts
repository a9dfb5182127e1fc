import { compareEpisodes, type EpisodeNumber, type EpisodeSet, episodesOf } from './progress.ts';

/** 'S2 E4', or 'Special 3'. */
export function episodeText({ season, episode }: EpisodeNumber): string {
  return season === 0 ? `Special ${episode}` : `S${season} E${episode}`;
}

/** 'S2 E4 and E5'. More than three are '12 episodes'. */
export function episodesText(set: EpisodeSet): string {
  const episodes = [...episodesOf(set)].sort(compareEpisodes);
  if (episodes.length > 3) return `${episodes.length} episodes`;
  const names = episodes.map((one, place) =>
    one.season > 0 && one.season === episodes[place - 1]?.season ? `E${one.episode}` : episodeText(one),
  );
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ');
}
