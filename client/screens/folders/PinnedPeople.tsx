import { useEffect, useRef } from 'react';
import type { Contact } from '../../../common/schemas/user.ts';
import { columnsAt, type GridColumns } from '../../components/posters/grid/gridColumns.ts';
import { useBox } from '../../components/posters/grid/useBox.ts';
import { PosterImage } from '../../components/posters/PosterCard.tsx';
import { useInView } from '../../features/folders/items/useInView.ts';
import { TASTE_ITEMS, useProfiles } from '../../features/folders/profile/profile.store.ts';
import { PersonCard } from '../../features/users/PersonCard.tsx';
import { useVisibilityOf } from '../../features/users/privacy/visibility.store.ts';
import { posterOf } from '../../lib/images.ts';
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
  const items = useProfiles((state) => state.tastes[userId]);
  const loadTaste = useProfiles((state) => state.loadTaste);
  const version = useVisibilityOf(userId);

  // biome-ignore lint/correctness/useExhaustiveDependencies: loads again when the user shows more or less
  useEffect(() => {
    // After a failure the places stay blank.
    if (isInView) loadTaste(userId, 'category').catch(() => undefined);
  }, [isInView, userId, loadTaste, version]);

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
