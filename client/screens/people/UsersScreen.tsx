import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { Contact } from '../../../common/schemas/user.ts';
import { SearchBox } from '../../components/controls/SearchBox.tsx';
import { EmptyState } from '../../components/feedback/EmptyState.tsx';
import { LoadFailed } from '../../components/feedback/LoadFailed.tsx';
import { Skeleton } from '../../components/feedback/Skeletons.tsx';
import { MemberColours } from '../../components/MemberColours.tsx';
import { columnsAt, type GridColumns } from '../../components/posters/grid/gridLayout.ts';
import { PosterGrid, type PosterPlace } from '../../components/posters/grid/PosterGrid.tsx';
import { useBox } from '../../components/posters/grid/useBox.ts';
import { PosterImage } from '../../components/posters/PosterCard.tsx';
import { ScreenHead } from '../../features/folders/lists/ScreenHead.tsx';
import { TASTE_ITEMS, tasteQuery } from '../../features/folders/profile/profile.queries.ts';
import { PERSON_CARD_HEIGHT, PersonCard } from '../../features/users/PersonCard.tsx';
import { useDirectoryOf, useDirectoryText } from '../../features/users/useDirectorySearch.ts';
import { everybodyQuery } from '../../features/users/user.queries.ts';
import { useUsers } from '../../features/users/users.store.ts';
import { posterOf } from '../../lib/images.ts';
import { usePageTitle } from '../../lib/page/pageTitle.ts';
import { useMediaQuery } from '../../lib/page/useMediaQuery.ts';
import { displayName } from '../../lib/person.ts';
import { useInView } from '../../lib/useInView.ts';
import classes from './UsersScreen.module.css';

const columnsOf: GridColumns = [1, 2, 3, 4];
const columnsOfHuge: GridColumns = [1, 2, 3, 5];

/** Platform Users: all other users, pinned ones first. */
export function UsersScreen() {
  usePageTitle('Users');
  const { text, setText, query } = useDirectoryText();
  const { people, shownText, error, hasFailed, retry } = useDirectoryOf(query);
  const everybody = useEverybody();
  const columns = useMediaQuery('(min-width: 1900px)') ? columnsOfHuge : columnsOf;

  return (
    <>
      <ScreenHead
        title="Platform Users"
        actions={
          <div className={classes.search}>
            <SearchBox value={text} onChange={setText} placeholder="Search users by name..." />
          </div>
        }
      >
        <p className={classes.subtitle}>Discover and connect with other users</p>
      </ScreenHead>
      <p className="visually-hidden" aria-live="polite">
        {people && shownText !== '' && `${people.length} found`}
      </p>
      {hasFailed && (
        <LoadFailed
          title={query === '' ? 'Failed to fetch users' : 'Failed to search users'}
          error={error}
          onRetry={retry}
        />
      )}
      {!hasFailed && !people && <CardSkeletons columns={columns} />}
      {!hasFailed && people?.length === 0 && <Empty query={shownText} onClear={() => setText('')} />}
      {!hasFailed && people && people.length > 0 && (
        <MemberColours memberIds={everybody}>
          <People people={people} columns={columns} />
        </MemberColours>
      )}
    </>
  );
}

/** The ids of all users, the viewer's too, in an order that is the same for every viewer. */
function useEverybody(): string[] {
  const others = useQuery(everybodyQuery).data;
  const viewerId = useUsers((state) => state.viewer?.id);
  return useMemo(
    () => [...(others ?? []).map(({ id }) => id), ...(viewerId ? [viewerId] : [])].sort(),
    [others, viewerId],
  );
}

function People({ people, columns }: { people: readonly Contact[]; columns: GridColumns }) {
  const pinned = useUsers((state) => state.pinned);
  const { first, others } = useMemo(() => inParts(people, pinned), [people, pinned]);
  const root = useRef<HTMLDivElement>(null);
  useFocusKept(root);
  const renderPerson = useCallback(
    (person: Contact, place: PosterPlace) => <PersonCard person={person} place={place} />,
    [],
  );
  return (
    <div ref={root}>
      {first.length > 0 && <PinnedPeople people={first} columns={columns} />}
      {first.length > 0 && others.length > 0 && <h2 className={classes.heading}>Everyone else</h2>}
      {others.length > 0 && (
        <PosterGrid
          sections={[{ key: 'everyone', items: others }]}
          getKey={({ id }) => id}
          renderPoster={renderPerson}
          label="Users"
          columns={columns}
          ratio={0}
          captionHeight={PERSON_CARD_HEIGHT}
        />
      )}
    </div>
  );
}

const { compare } = new Intl.Collator();

/** Pinned users and the others, each sorted by name. */
function inParts(people: readonly Contact[], pinned: Record<string, boolean>) {
  const named = people.map((person) => ({ person, name: displayName(person) }));
  const sorted = named.sort((a, b) => compare(a.name, b.name)).map(({ person }) => person);
  return { first: sorted.filter(({ id }) => pinned[id]), others: sorted.filter(({ id }) => !pinned[id]) };
}

/** Pinning moves a card to another row; the focus moves with it. */
function useFocusKept(grid: { current: HTMLElement | null }) {
  const person = useRef<string | undefined>(undefined);

  useEffect(() => {
    const element = grid.current;
    if (!element) return;
    const remember = (event: FocusEvent) => {
      const target = event.target as HTMLElement;
      person.current = target.closest('button') ? cardOf(target)?.dataset.person : undefined;
    };
    element.addEventListener('focusin', remember);
    return () => element.removeEventListener('focusin', remember);
  }, [grid]);

  useEffect(() => {
    // The focused element was removed, so the browser has focused the body.
    if (!person.current || document.activeElement !== document.body) return;
    grid.current
      ?.querySelector<HTMLElement>(`[data-person="${person.current}"] button`)
      ?.focus({ preventScroll: true });
  });
}

function cardOf(element: HTMLElement): HTMLElement | null {
  return element.closest<HTMLElement>('[data-person]');
}

function Empty({ query, onClear }: { query: string; onClear: () => void }) {
  if (query === '') {
    return (
      <EmptyState drawing="seats" title="No users found">
        Once others join, they show up here with their lists.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      drawing="ticket"
      title="No users found matching the query"
      action={
        <Button variant="default" onClick={onClear}>
          Show everyone
        </Button>
      }
    >
      Try a first or last name, a username or an email address.
    </EmptyState>
  );
}

function CardSkeletons({ columns }: { columns: GridColumns }) {
  const grid = useRef<HTMLDivElement>(null);
  const { width } = useBox(grid);
  return (
    <div
      ref={grid}
      role="status"
      aria-label="Loading users"
      className={classes.grid}
      style={{ '--columns': columnsAt(width, columns) }}
    >
      {['a', 'b', 'c'].map((key) => (
        <Skeleton key={key} height={PERSON_CARD_HEIGHT} radius={14} />
      ))}
    </div>
  );
}

interface PinnedPeopleProps {
  people: readonly Contact[];
  columns: GridColumns;
}

/** The users that the viewer has pinned, each with a few posters. */
function PinnedPeople({ people, columns }: PinnedPeopleProps) {
  const grid = useRef<HTMLDivElement>(null);
  const { width } = useBox(grid);
  return (
    <section aria-labelledby="pinned">
      <h2 id="pinned" className={classes.pinnedPeopleHeading}>
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
