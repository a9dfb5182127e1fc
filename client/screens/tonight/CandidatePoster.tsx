import { episodeText } from '../../../common/episodeText.ts';
import type { Candidate } from '../../../common/schemas/poll.ts';
import { PosterImage } from '../../components/posters/PosterCard.tsx';
import { dominantColour, posterOf } from '../../lib/images.ts';
import classes from './CandidatePoster.module.css';

interface CandidatePosterProps {
  candidate: Candidate;
  /** Width in CSS pixels at most: chooses the size of the picture. The place around it sets the width. */
  width: number;
  /** False where the title stands beside it. */
  isNamed?: boolean;
}

/** The poster of a candidate, on its colour while it loads. */
export function CandidatePoster({ candidate, width, isNamed = false }: CandidatePosterProps) {
  const path = posterOf(candidate);
  return (
    <div className={classes.poster} style={{ backgroundColor: dominantColour(path) }}>
      <PosterImage title={candidate.title} alt={isNamed ? candidate.title : ''} path={path} width={width} />
    </div>
  );
}

/** '1995 · Movie · 2 h 50 min', or 'S2 E4 · 2022 · TV show' of a show that some watch together. */
export function candidateFacts({ releaseDate, mediaType, runtime, episode }: Candidate): string {
  const kind = mediaType === 'movie' ? 'Movie' : 'TV show';
  const facts = [episode && episodeText(episode), releaseDate?.slice(0, 4), kind, runtime && lengthText(runtime)];
  return facts.filter(Boolean).join(' · ');
}

function lengthText(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ');
}
