import type { Candidate } from '../../../common/schemas/poll.ts';

/** '1995 · Movie · 2 h 50 min'. */
export function candidateFacts({ releaseDate, mediaType, runtime }: Candidate): string {
  const facts = [releaseDate?.slice(0, 4), mediaType === 'movie' ? 'Movie' : 'TV show', runtime && lengthText(runtime)];
  return facts.filter(Boolean).join(' · ');
}

function lengthText(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ');
}
