import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { TitleFacts } from '../../../../common/schemas/item.ts';
import type { MediaType } from '../../../../common/schemas/title.ts';
import { EmptyState } from '../../../components/feedback/EmptyState.tsx';
import { Skeleton } from '../../../components/feedback/Skeletons.tsx';
import { useRovingFocus } from '../../../components/focus/useRovingFocus.ts';
import { PosterCard } from '../../../components/posters/PosterCard.tsx';
import { useDeeperState, useTitleLink } from '../../../lib/page/dialogUrl.ts';
import { posterFacts } from '../titleFacts.ts';
import classes from './Filmography.module.css';
import { filmographyQuery } from './person.queries.ts';

const kinds = [
  { value: 'movie', label: 'Movie credits' },
  { value: 'tv', label: 'TV credits' },
] as const;

const kindNames = { movie: 'movies', tv: 'TV shows' } as const;

/** An actor's movie or TV credits, after one is chosen; can be cleared. Their best known titles until then. */
export function Filmography({ id }: { id: number }) {
  const [kind, setKind] = useState<MediaType | null>(null);
  const headingId = useId();
  const { data: titles, isError, refetch } = useQuery(filmographyQuery(kind, id));
  const name = kind ? kindNames[kind] : 'Best known';

  return (
    <section className={classes.filmography} aria-labelledby={headingId}>
      <h3 id={headingId} className={classes.heading}>
        Filmography
      </h3>
      {/* biome-ignore lint/a11y/useSemanticElements: two buttons need no fieldset */}
      <div role="group" aria-label="Filmography" className={classes.choice}>
        {kinds.map(({ value, label }) => (
          <Button
            key={value}
            variant="default"
            className={classes.kind}
            aria-pressed={kind === value}
            onClick={() => setKind(value)}
          >
            {label}
          </Button>
        ))}
        {kind && (
          <Button variant="subtle" color="gray" leftSection={<IconX size={16} />} onClick={() => setKind(null)}>
            Clear
          </Button>
        )}
      </div>
      {!titles && !isError && <Loading />}
      {isError && (
        <EmptyState
          drawing="reel"
          heading="h3"
          title="Failed to load actor's filmography"
          action={<Button onClick={() => refetch()}>Try again</Button>}
        >
          Failed to fetch {kind === 'tv' ? 'TV credits' : 'movie credits'}
        </EmptyState>
      )}
      {titles && <Results titles={titles} name={name} isChosen={kind !== null} />}
    </section>
  );
}

function Loading() {
  return (
    <div className={classes.grid} role="status" aria-label="Loading filmography">
      {[0, 1, 2, 3, 4, 5].map((place) => (
        <div key={place} className={classes.place}>
          <Skeleton height={180} radius={10} />
        </div>
      ))}
    </div>
  );
}

interface ResultsProps {
  titles: readonly TitleFacts[];
  name: string;
  /** False for the best known titles. */
  isChosen: boolean;
}

function Results({ titles, name, isChosen }: ResultsProps) {
  const linkTo = useTitleLink();
  const deeper = useDeeperState();
  const { containerProps, tabIndexOf } = useRovingFocus<HTMLUListElement>(titles.length);
  if (titles.length === 0) {
    return (
      <EmptyState drawing="ticket" heading="h3" title={`No ${isChosen ? name : 'titles'} found`}>
        Only titles with a poster and more than ten votes are listed.
      </EmptyState>
    );
  }
  return (
    <>
      {!isChosen && <p className={classes.hint}>Best known</p>}
      <ul className={classes.grid} aria-label={name} {...containerProps}>
        {titles.map((title, index) => (
          <li key={title.tmdbId}>
            <PosterCard
              {...posterFacts(title)}
              to={linkTo(title)}
              linkState={deeper}
              width={120}
              tabIndex={tabIndexOf(index)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
