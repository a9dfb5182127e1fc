import {
  decades,
  GENRES_AT_ONCE,
  genresOf,
  minimumRatings,
  type RuntimeName,
  runtimeNames,
  runtimeRanges,
  type SortName,
  sortNames,
} from '../../../../common/filters.ts';
import type { MediaType } from '../../../../common/schemas/title.ts';

/** The chosen filters as in the address and the query. Default values are absent. */
export interface ChosenFilters {
  /** Ids, separated by commas. */
  genre?: string;
  decade?: string;
  rating?: string;
  runtime?: RuntimeName;
  sort?: SortName;
}

export type FilterName = keyof ChosenFilters;

/** One menu of filters. `Name` is that of its value in the address. */
export interface FilterField<Name extends string = FilterName> {
  name: Name;
  label: string;
  /** The label if nothing is chosen. */
  usual: string;
  choices: readonly { value: string; label: string }[];
  /** The most choices at the same time. */
  most: number;
}

/** The props of components that show and change the filters. */
export interface FilterBarProps {
  mediaType: MediaType;
  filters: ChosenFilters;
  onChange: (changes: Partial<Record<FilterName, string | null>>) => void;
  onClear: () => void;
}

export const noFilters: ChosenFilters = {};

const sortLabels: Record<SortName, string> = {
  popularity: 'Most popular',
  rating: 'Highest rated',
  newest: 'Newest first',
  oldest: 'Oldest first',
  title: 'A to Z',
};

function runtimeLabel(mediaType: MediaType, name: RuntimeName): string {
  const [from, to] = runtimeRanges[mediaType][name];
  if (name === 'short') return `Under ${to + 1} min`;
  return name === 'long' ? `Over ${from - 1} min` : `${from} to ${to} min`;
}

const fieldsOf = (mediaType: MediaType): readonly FilterField[] => [
  {
    name: 'genre',
    label: 'Genre',
    usual: 'Any genre',
    choices: genresOf[mediaType].map(({ id, name }) => ({ value: String(id), label: name })),
    most: GENRES_AT_ONCE,
  },
  {
    name: 'decade',
    label: 'Decade',
    usual: 'Any decade',
    choices: decades.map((decade) => ({ value: String(decade), label: `${decade}s` })),
    most: 1,
  },
  {
    name: 'rating',
    label: 'Rating',
    usual: 'Any rating',
    choices: minimumRatings.map((rating) => ({ value: String(rating), label: `${rating} and up` })),
    most: 1,
  },
  {
    name: 'runtime',
    label: mediaType === 'movie' ? 'Length' : 'Episode length',
    usual: 'Any length',
    choices: runtimeNames.map((name) => ({ value: name, label: runtimeLabel(mediaType, name) })),
    most: 1,
  },
  {
    name: 'sort',
    label: 'Sort',
    usual: sortLabels.popularity,
    choices: sortNames
      .filter((name) => name !== 'popularity')
      .map((name) => ({ value: name, label: sortLabels[name] })),
    most: 1,
  },
];

export const filterFields: Record<MediaType, readonly FilterField[]> = { movie: fieldsOf('movie'), tv: fieldsOf('tv') };

/** The chosen values of a field, in the order of its choices. Unknown values are ignored. */
export function chosenValues(field: FilterField<string>, value: string | null | undefined): string[] {
  const asked = new Set(value?.split(','));
  return field.choices
    .map((choice) => choice.value)
    .filter((one) => asked.has(one))
    .slice(0, field.most);
}

/** The filters in the address for this media type, as text in a fixed order; '' without filters. */
export function filterTextOf(params: URLSearchParams, mediaType: MediaType): string {
  const chosen = new URLSearchParams();
  for (const field of filterFields[mediaType]) {
    const values = chosenValues(field, params.get(field.name));
    if (values.length > 0) chosen.set(field.name, values.join(','));
  }
  return chosen.toString();
}

/** The same as an object, for a query. The text must already be validated. */
export function parseFilters(text: string): ChosenFilters {
  return text === '' ? noFilters : (Object.fromEntries(new URLSearchParams(text)) as ChosenFilters);
}

export function filterText(filters: ChosenFilters): string {
  return new URLSearchParams(Object.entries(filters)).toString();
}

/** A field's value after a click on a choice; null for none. */
export function toggled(field: FilterField<string>, current: string | undefined, value: string): string | null {
  const values = chosenValues(field, current);
  if (values.includes(value)) return values.filter((one) => one !== value).join(',') || null;
  // At the limit, the next choice replaces the last.
  return [...values.slice(0, field.most - 1), value].join(',');
}

/** The text of a field's button: its name, or the choice. */
export function filterLabel(field: FilterField<string>, current: string | undefined): string {
  const [first, ...others] = chosenValues(field, current);
  const label = field.choices.find(({ value }) => value === first)?.label;
  if (!label) return field.label;
  return others.length > 0 ? `${label} +${others.length}` : label;
}
