import type { ImportMatch } from '../../../../common/schemas/import.ts';
import { PosterImage } from '../../../components/posters/PosterCard.tsx';
import classes from './Rows.module.css';

interface MatchesProps {
  matches: readonly ImportMatch[];
  chosen: ImportMatch | null;
  onPick: (match: ImportMatch) => void;
  label: string;
}

/** Titles to choose from. */
export function Matches({ matches, chosen, onPick, label }: MatchesProps) {
  return (
    <ul className={classes.candidates} aria-label={label}>
      {matches.map((match) => (
        <li key={`${match.mediaType}:${match.tmdbId}`}>
          <button
            type="button"
            className={classes.candidate}
            aria-pressed={chosen?.tmdbId === match.tmdbId && chosen.mediaType === match.mediaType}
            onClick={() => onPick(match)}
          >
            <span className={classes.poster}>
              <PosterImage title="" path={match.posterPath} width={36} isEager={false} />
            </span>
            <span className={classes.text}>
              <span className={classes.name}>{match.title}</span>
              <span className={classes.detail}>{matchDetail(match)}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

export function matchDetail({ mediaType, year, makers }: ImportMatch): string {
  return [mediaType === 'movie' ? 'Film' : 'Show', year, makers.slice(0, 2).join(', ')].filter(Boolean).join(' · ');
}
