import { Button } from '@mantine/core';
import { IconMovie } from '@tabler/icons-react';
import { useState } from 'react';
import { episodeText } from '../../../../common/episodeText.ts';
import type { Import, ImportedRow, ImportMatch, SentRow } from '../../../../common/schemas/import.ts';
import { useBusy } from '../../../components/feedback/useBusy.ts';
import { PosterImage } from '../../../components/posters/PosterCard.tsx';
import { calendarDayText } from '../../../lib/dates.ts';
import { fixRow } from '../importWork.queries.ts';
import { kindNames } from '../movingWords.ts';
import { Matches, matchDetail } from './Matches.tsx';
import { MatchSearch } from './MatchSearch.tsx';
import classes from './Rows.module.css';

interface RowLineProps {
  moving: Import;
  entry: ImportedRow;
  /** The line shows all rows about the same title. */
  isTitle: boolean;
}

/** A title of the files with what it was taken for, and what can be changed about that. */
export function RowLine({ moving, entry, isTitle }: RowLineProps) {
  const [isSearching, setSearching] = useState(false);
  const { isBusy, run } = useBusy();
  const { row, match, candidates, outcome, isSkipped } = entry;
  const title = 'title' in row ? row.title : null;
  const canChange = moving.state === 'preview' && title !== null;
  const of = isTitle ? 'title' : 'row';
  const pick = ({ mediaType, tmdbId }: Pick<ImportMatch, 'mediaType' | 'tmdbId'>) =>
    run(async () => {
      await fixRow(moving.id, entry.n, { match: { mediaType, tmdbId } });
      setSearching(false);
    }, 'Couldn’t change the title. Try again.');
  const skip = () =>
    run(
      () => fixRow(moving.id, entry.n, { isSkipped: !isSkipped, of }),
      isSkipped ? 'Couldn’t bring it back. Try again.' : 'Couldn’t leave it out. Try again.',
    );
  const name = nameOf(row);

  return (
    <div className={classes.line} data-skipped={isSkipped || undefined}>
      <div className={classes.poster}>
        {match ? (
          <PosterImage title="" path={match.posterPath} width={40} isEager={false} />
        ) : (
          <span className={classes.noPoster}>
            <IconMovie size={20} stroke={1.5} aria-hidden="true" />
          </span>
        )}
      </div>
      <div className={classes.text}>
        <p className={classes.name}>
          <bdi>{name}</bdi>
        </p>
        <Details entry={entry} isTitle={isTitle} />
      </div>
      {canChange && (
        <div className={classes.actions}>
          {!isSkipped && (
            <Button
              variant="subtle"
              size="compact-sm"
              aria-expanded={isSearching}
              aria-label={`${match ? 'Change' : 'Search'} ${name}`}
              onClick={() => setSearching(!isSearching)}
            >
              {match ? 'Change' : 'Search'}
            </Button>
          )}
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            loading={isBusy}
            aria-label={`${isSkipped ? 'Bring back' : 'Leave out'} ${name}`}
            onClick={skip}
          >
            {isSkipped ? 'Bring back' : 'Leave out'}
          </Button>
        </div>
      )}
      {canChange && !isSkipped && (outcome === 'ambiguous' || isSearching) && (
        <div className={classes.below}>
          {!isSearching && <Matches matches={candidates} chosen={match} onPick={pick} label={`Which ${name}?`} />}
          {isSearching && <MatchSearch title={title} candidates={candidates} onPick={pick} />}
        </div>
      )}
    </div>
  );
}

function Details({
  entry: { row, match, reason, isSkipped, outcome },
  isTitle,
}: Pick<RowLineProps, 'entry' | 'isTitle'>) {
  const found = match && isTitle && !isSkipped ? `${matchText(match)}` : null;
  return (
    <>
      {!isTitle && <p className={classes.detail}>{factText(row)}</p>}
      {found && <p className={classes.detail}>{found}</p>}
      {reason && !isSkipped && (
        <p className={classes.detail} data-tone={outcome === 'refused' ? 'problem' : undefined}>
          {reason}
        </p>
      )}
    </>
  );
}

function matchText(match: ImportMatch): string {
  return `${match.title} · ${matchDetail(match)}`;
}

/** 'Heat (1995)', or the name of an episode without a show, or of a list, or what a line that cannot be read has first. */
function nameOf(row: SentRow): string {
  if ('raw' in row) return Object.values(row.raw).find((cell) => cell.trim() !== '') ?? 'Empty line';
  if (row.kind === 'list') return row.name;
  const { title, year, ids } = row.title;
  const episode = 'episode' in row ? row.episode?.title : undefined;
  const name =
    title ||
    ids.imdb ||
    (ids.tmdb && `TMDB ${ids.tmdb}`) ||
    (ids.tvdb && `TheTVDB ${ids.tvdb}`) ||
    episode ||
    'No name';
  return year ? `${name} (${year})` : String(name);
}

/** What one row says about its title, and where: 'S1 E2 · watched on 5 May 2024 · diary.csv, line 7'. */
function factText(row: SentRow): string {
  const place = `${row.file}, line ${row.line.toLocaleString('en')}`;
  if ('raw' in row) return `${kindNames[row.kind].one} · ${place}`;
  const episode =
    'episode' in row && row.episode && row.episode.season !== null && row.episode.number !== null
      ? episodeText({ season: row.episode.season, episode: row.episode.number })
      : null;
  return [episode, deedText(row), place].filter(Boolean).join(' · ');
}

function deedText(row: Exclude<SentRow, { raw: unknown }>): string {
  switch (row.kind) {
    case 'play':
      return `watched on ${calendarDayText(row.at.slice(0, 10))}`;
    case 'seen':
      return 'watched';
    case 'progress':
      return 'watched so far';
    case 'state':
      return row.state ?? 'started again';
    case 'rating':
      return `rated ${row.rating.value}/${row.rating.of}`;
    case 'review':
      return 'review';
    case 'want':
      return 'to watch';
    case 'list':
      return 'list';
    case 'listItem':
      return 'in a list';
    default:
      return row satisfies never;
  }
}
