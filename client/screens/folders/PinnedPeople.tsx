import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Contact } from '../../../common/schemas/user.ts';
import { columnsAt, type GridColumns } from '../../components/posters/grid/gridLayout.ts';
import { useBox } from '../../components/posters/grid/useBox.ts';
import { PosterImage } from '../../components/posters/PosterCard.tsx';
import { TASTE_ITEMS, tasteQuery } from '../../features/folders/profile/profile.queries.ts';
import { PersonCard } from '../../features/users/PersonCard.tsx';
import { posterOf } from '../../lib/images.ts';
import { useInView } from '../../lib/useInView.ts';
import classes from './PinnedPeople.module.css';

interface PinnedPeopleProps {
  people: readonly Contact[];
  columns: GridColumns;
}

/** The users that the viewer has pinned, each with a few posters. */
export function PinnedPeople({ people, columns }: PinnedPeopleProps) {
  const grid = useRef<HTMLDivElement>(null);
  const { width } = useBox(grid);
  return (
    <section aria-labelledby="pinned">
      <h2 id="pinned" className={classes.heading}>
        Pinned
      </h2>
      <div ref={grid} className={classes.grid} style={{ '--columns': columnsAt(width, columns) }}>
        {people.map((person) => (
          <PersonCard key={person.id} person={person}>
            <Taste userId={person.id} />
          </PersonCard>
        ))}
      </div>
    </section>
  );
}

const places = Array.from({ length: TASTE_ITEMS }, (_, place) => place);

/** Five poster places, filled if there are titles. */
function Taste({ userId }: { userId: string }) {
  const strip = useRef<HTMLDivElement>(null);
  const isInView = useInView(strip);
  // After a failure the places stay blank.
  const { data: items } = useQuery({ ...tasteQuery(userId, 'category'), enabled: isInView });

  return (
    <div ref={strip} className={classes.strip} aria-hidden="true">
      {places.map((place) => {
        const item = items?.[place];
        return (
          <div key={place} className={classes.poster} data-blank={(items && !item) || undefined}>
            {item && <PosterImage title={item.title} path={posterOf(item)} width={72} isEager={false} />}
          </div>
        );
      })}
    </div>
  );
}
