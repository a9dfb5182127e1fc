import type { EpisodeNumber } from './progress.ts';

/** 'S2 E4', or 'Special 3'. */
export function episodeText({ season, episode }: EpisodeNumber): string {
  return season === 0 ? `Special ${episode}` : `S${season} E${episode}`;
}
