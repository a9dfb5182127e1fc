import { genreNames, type RuntimeName, runtimeNames, runtimeRanges } from '../../../../common/filters.ts';
import { byRank } from '../../../../common/rank.ts';
import type { Item } from '../../../../common/schemas/item.ts';
import { displayName } from '../../../lib/person.ts';
import type { FilterField } from '../../titles/filters/titleFilters.ts';
import { passesProgress, progressFilterLabels, progressFilters, type ShowProgress } from '../items/showProgress.ts';
import { passesSeen, type SeenBy, seenFilterLabels, seenFilters } from '../seen/seenFilter.ts';

const sorts = ['order', 'watched', 'added', 'title', 'year', 'rating', 'length', 'member'] as const;
type ListSort = (typeof sorts)[number];

/** How the viewer looks at a list, as in the address. Default values are absent. */
export interface ListView {
  /** Titles and notes must contain it. */
  find?: string;
  genre?: string;
  length?: string;
  /** By what the members have seen, in shared lists. */
  seen?: string;
  /** By how far the viewer is in a show. */
  progress?: string;
  sort?: string;
}

export type ListViewName = keyof ListView;

const sortLabels: Record<ListSort, string> = {
  order: 'My order',
  watched: 'Recently watched',
  added: 'Newly added first',
  title: 'A to Z',
  year: 'Newest first',
  rating: 'Highest rated',
  length: 'Shortest first',
  member: 'By who added it',
};

const sortField = (hasProgress: boolean): FilterField<ListViewName> => ({
  name: 'sort',
  label: 'Sort',
  usual: sortLabels.order,
  choices: sorts
    .filter((sort) => sort !== 'order' && (sort !== 'watched' || hasProgress))
    .map((sort) => ({ value: sort, label: sortLabels[sort] })),
  most: 1,
});

const minutesOf: Record<RuntimeName, string> = {
  short: `Under ${runtimeRanges.movie.medium[0]} min`,
  medium: `${runtimeRanges.movie.medium.join(' to ')} min`,
  long: `Over ${runtimeRanges.movie.medium[1]} min`,
};

const lengthField: FilterField<ListViewName> = {
  name: 'length',
  label: 'Length',
  usual: 'Any length',
  choices: runtimeNames.map((name) => ({ value: name, label: minutesOf[name] })),
  most: 1,
};

const seenField: FilterField<ListViewName> = {
  name: 'seen',
  label: 'Seen',
  usual: 'Seen or not',
  choices: seenFilters.map((name) => ({ value: name, label: seenFilterLabels[name] })),
  most: 1,
};

const progressField: FilterField<ListViewName> = {
  name: 'progress',
  label: 'Progress',
  usual: 'Any progress',
  choices: progressFilters.map((name) => ({ value: name, label: progressFilterLabels[name] })),
  most: 1,
};

/**
 * The menus for a list: of genres, only those that its titles have. `hasMarks` says that it shows what its members have seen,
 * `hasProgress` that the viewer's progress in shows is known.
 */
export function listFields(
  items: readonly Item[],
  { hasMarks, hasProgress }: { hasMarks: boolean; hasProgress: boolean },
): FilterField<ListViewName>[] {
  const showsProgress = hasProgress && items.some(({ mediaType }) => mediaType === 'tv');
  const present = new Set(items.flatMap((item) => item.genres));
  const choices = [...present].flatMap((id) => {
    const label = genreNames.get(id);
    return label === undefined ? [] : [{ value: String(id), label }];
  });
  const genreField: FilterField<ListViewName> = {
    name: 'genre',
    label: 'Genre',
    usual: 'Any genre',
    choices: choices.sort((a, b) => compareText(a.label, b.label)),
    most: 1,
  };
  const extra = [...(hasMarks ? [seenField] : []), ...(showsProgress ? [progressField] : [])];
  return [sortField(showsProgress), genreField, lengthField, ...extra];
}

/** True if the view shows the titles in the order that members gave the list. */
export function isInListOrder(view: ListView): boolean {
  return sortOf(view) === 'order';
}

export function isFiltered({ find, genre, length, seen, progress }: ListView): boolean {
  return Boolean(find?.trim() || genre || length || seen || progress);
}

/** What is known beside the items. Without marks or progress, the filters by them let everything pass. */
interface Known {
  marks?: SeenBy | undefined;
  progress?: ShowProgress | undefined;
}

/** The items that pass the view's filters, in its order. Without a value to sort by, an item comes last. */
export function viewOf(items: readonly Item[], view: ListView, { marks, progress }: Known = {}): Item[] {
  const sort = sortOf(view);
  return items
    .filter((item) => !marks || passesSeen(item.id, view.seen, marks))
    .filter((item) => !progress || passesProgress(item, view.progress, progress))
    .filter(createFilter(view))
    .sort(sort === 'watched' ? byLastWatched(progress) : comparisons[sort]);
}

function sortOf({ sort }: ListView): ListSort {
  return sorts.find((known) => known === sort) ?? 'order';
}

function createFilter({ find = '', genre, length }: ListView): (item: Item) => boolean {
  const wanted = folded(find.trim());
  const range = runtimeNames.find((name) => name === length);
  const [from, to] = range ? runtimeRanges.movie[range] : [];
  return ({ title, note, genres, runtime }) => {
    if (wanted && ![title, note ?? ''].some((text) => folded(text).includes(wanted))) return false;
    if (genre && !genres.includes(Number(genre))) return false;
    if (from === undefined || to === undefined) return true;
    return runtime !== null && runtime >= from && runtime <= to;
  };
}

/** Without accents and capitals. */
const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const { compare: compareText } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

type Compare = (a: Item, b: Item) => number;

const ascending =
  (value: (item: Item) => number | null): Compare =>
  (a, b) =>
    (value(a) ?? Number.POSITIVE_INFINITY) - (value(b) ?? Number.POSITIVE_INFINITY) || byRank(a, b);

const descending = (value: (item: Item) => number | null): Compare =>
  ascending((item) => {
    const found = value(item);
    return found === null ? null : -found;
  });

/** The show with the latest episode first. */
const byLastWatched = (progress: ShowProgress | undefined): Compare =>
  descending(({ mediaType, tmdbId }) => {
    const lastAt = mediaType === 'tv' ? progress?.get(tmdbId)?.lastAt : null;
    return lastAt ? Date.parse(lastAt) : null;
  });

const comparisons: Record<Exclude<ListSort, 'watched'>, Compare> = {
  order: byRank,
  added: (a, b) => b.createdAt.localeCompare(a.createdAt) || byRank(b, a),
  title: (a, b) => compareText(a.title, b.title) || byRank(a, b),
  year: descending(({ releaseDate }) => (releaseDate ? Date.parse(releaseDate) || null : null)),
  rating: descending(({ voteAverage }) => voteAverage),
  length: ascending(({ runtime }) => runtime),
  member: (a, b) => compareText(displayName(a.addedBy), displayName(b.addedBy)) || byRank(a, b),
};
