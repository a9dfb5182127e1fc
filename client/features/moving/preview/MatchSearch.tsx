import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportMatch, ImportTitle } from '../../../../common/schemas/import.ts';
import type { TitleFacts } from '../../../../common/schemas/item.ts';
import type { MediaType } from '../../../../common/schemas/title.ts';
import { SearchBox } from '../../../components/controls/SearchBox.tsx';
import { Skeleton } from '../../../components/feedback/Skeletons.tsx';
import { useDebounced } from '../../../lib/useDebounced.ts';
import { shelfQuery } from '../../titles/shelf.queries.ts';
import { Matches } from './Matches.tsx';
import classes from './Rows.module.css';

const SHOWN = 6;

interface MatchSearchProps {
  title: ImportTitle;
  candidates: readonly ImportMatch[];
  onPick: (match: ImportMatch) => void;
}

/** Finds the right title, in place. */
export function MatchSearch({ title, candidates, onPick }: MatchSearchProps) {
  const [text, setText] = useState(title.title);
  const query = useDebounced(text.trim());
  const movies = useFound('movie', query);
  const shows = useFound('tv', query);
  const first = title.mediaType === 'tv' ? shows : movies;
  const second = title.mediaType === 'tv' ? movies : shows;
  const isLoading = query !== '' && (movies.isLoading || shows.isLoading);
  const found = query === '' ? [...candidates] : [...first.matches.slice(0, SHOWN), ...second.matches.slice(0, SHOWN)];

  return (
    <div className={classes.search}>
      <SearchBox value={text} onChange={setText} placeholder="Search films and shows" isAutoFocused />
      {isLoading ? (
        <Skeleton height={64} radius={10} />
      ) : (
        <Matches matches={found} chosen={null} onPick={onPick} label="Found titles" />
      )}
      {!isLoading && found.length === 0 && query !== '' && (
        <p className={classes.none}>
          {movies.hasFailed || shows.hasFailed
            ? 'Couldn’t search. Check your connection and try again.'
            : 'Nothing found. Try the original title, or fewer words.'}
        </p>
      )}
    </div>
  );
}

function useFound(mediaType: MediaType, query: string) {
  const { data, isLoading, isError } = useInfiniteQuery({ ...shelfQuery(mediaType, query), enabled: query !== '' });
  return { matches: data?.entries.map(toMatch) ?? [], isLoading, hasFailed: isError };
}

function toMatch({ mediaType, tmdbId, title, releaseDate, posterPath }: TitleFacts): ImportMatch {
  return { mediaType, tmdbId, title, year: Number(releaseDate?.slice(0, 4)) || null, posterPath, makers: [] };
}
