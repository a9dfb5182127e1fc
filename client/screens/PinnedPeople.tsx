import { useEffect, useRef } from 'react';
import type { Contact } from '../../common/user.ts';
import { type GridColumns, useColumns } from '../components/gridColumns.ts';
import { PosterImage } from '../components/PosterCard.tsx';
import { TASTE_ITEMS, useProfiles } from '../features/folders/profile.store.ts';
import { useInView } from '../features/folders/useInView.ts';
import { PersonCard } from '../features/users/PersonCard.tsx';
import { posterOf } from '../lib/images.ts';
import classes from './PinnedPeople.module.css';

interface PinnedPeopleProps {
  people: readonly Contact[];
  columns: GridColumns;
}

/** The people whom the viewer keeps an eye on, each with a few posters of theirs. */
export function PinnedPeople({ people, columns }: PinnedPeopleProps) {
  return (
    <section aria-labelledby="pinned">
      <h2 id="pinned" className={classes.heading}>
        Pinned
      </h2>
      <div className={classes.grid} style={{ '--columns': useColumns(columns) }}>
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

/** Places for five posters, filled as far as there are any. */
function Taste({ userId }: { userId: string }) {
  const strip = useRef<HTMLDivElement>(null);
  const isInView = useInView(strip);
  const items = useProfiles((state) => state.tastes[userId]);
  const loadTaste = useProfiles((state) => state.loadTaste);

  useEffect(() => {
    // Without them the places stay blank; the card works all the same.
    if (isInView) loadTaste(userId, 'category').catch(() => undefined);
  }, [isInView, userId, loadTaste]);

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
