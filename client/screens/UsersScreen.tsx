import { Button } from '@mantine/core';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Contact } from '../../common/user.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { type GridColumns, useColumns } from '../components/gridColumns.ts';
import { PosterGrid, type PosterPlace } from '../components/PosterGrid.tsx';
import { SearchBox } from '../components/SearchBox.tsx';
import { Skeleton } from '../components/Skeletons.tsx';
import { ScreenHead } from '../features/folders/ScreenHead.tsx';
import { directoryQuery, useDirectory } from '../features/users/directory.store.ts';
import { PERSON_CARD_HEIGHT, PersonCard } from '../features/users/PersonCard.tsx';
import { useUsers } from '../features/users/users.store.ts';
import { usePageTitle } from '../lib/pageTitle.ts';
import { displayName } from '../lib/person.ts';
import { useDebounced } from '../lib/useDebounced.ts';
import { useMediaQuery } from '../lib/useMediaQuery.ts';
import { PinnedPeople } from './PinnedPeople.tsx';
import classes from './UsersScreen.module.css';

const columnsOf: GridColumns = [1, 2, 2, 3];
const columnsOfHuge: GridColumns = [1, 2, 3, 5];

/** Platform Users: everybody else, those whom the viewer has pinned first. */
export function UsersScreen() {
  usePageTitle('Users');
  const { text, setText, query } = useSearchInAddress();
  const { people, shownQuery, hasFailed, retry } = useDirectoryOf(query);
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
        {people && shownQuery !== '' && `${people.length} found`}
      </p>
      {hasFailed && <Failed onRetry={retry} />}
      {!hasFailed && !people && <CardSkeletons columns={columns} />}
      {!hasFailed && people?.length === 0 && <Empty query={shownQuery} onClear={() => setText('')} />}
      {!hasFailed && people && people.length > 0 && <People people={people} columns={columns} />}
    </>
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

/** Those whom the viewer has pinned and the others, each by name. */
function inParts(people: readonly Contact[], pinned: Record<string, boolean>) {
  const named = people.map((person) => ({ person, name: displayName(person) }));
  const sorted = named.sort((a, b) => compare(a.name, b.name)).map(({ person }) => person);
  return { first: sorted.filter(({ id }) => pinned[id]), others: sorted.filter(({ id }) => !pinned[id]) };
}

/** A card that is pinned moves to other rows, and the focus on its button with it. */
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
    // Taken out of the page with the focus on it: the browser has given that to the body.
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

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState drawing="reel" title="Failed to fetch users" action={<Button onClick={onRetry}>Try again</Button>}>
      Marquee could not be reached. Check the connection and try again.
    </EmptyState>
  );
}

function CardSkeletons({ columns }: { columns: GridColumns }) {
  return (
    <div
      role="status"
      aria-label="Loading users"
      className={classes.skeletons}
      style={{ '--columns': useColumns(columns) }}
    >
      {['a', 'b', 'c'].map((key) => (
        <Skeleton key={key} height={PERSON_CARD_HEIGHT} radius={14} />
      ))}
    </div>
  );
}

/** The search text, kept in the address so that back from a profile finds the same people. */
function useSearchInAddress() {
  const [params, setParams] = useSearchParams();
  const inAddress = params.get('q') ?? '';
  const [text, setText] = useState(inAddress);
  const settled = useDebounced(text);
  const written = useRef(inAddress);

  useEffect(() => {
    if (settled === written.current) return;
    written.current = settled;
    setParams(settled === '' ? {} : { q: settled }, { replace: true, preventScrollReset: true });
  }, [settled, setParams]);

  // A link to this screen from itself starts over.
  useEffect(() => {
    if (inAddress === written.current) return;
    written.current = inAddress;
    setText(inAddress);
  }, [inAddress]);

  return { text, setText, query: directoryQuery(settled) };
}

/** Who matches. The last answer stays until the next one is here, so that typing does not flash skeletons. */
function useDirectoryOf(query: string) {
  const { found, failed, loadDirectory } = useDirectory();
  const [shown, setShown] = useState(query);
  const isHere = found[query] !== undefined;
  const hasFailed = failed[query] ?? false;

  useEffect(() => {
    const controller = new AbortController();
    loadDirectory(query, controller.signal);
    return () => controller.abort();
  }, [query, loadDirectory]);

  if (isHere && shown !== query) setShown(query);
  const shownQuery = isHere ? query : shown;
  return { people: found[shownQuery], shownQuery, hasFailed, retry: () => loadDirectory(query) };
}
