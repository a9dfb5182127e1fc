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
} from '../../../common/filters.ts';
import type { MediaType } from '../../../common/title.ts';

/** What was chosen, as it stands in the address and goes out in the query; what is at its usual value is absent. */
export interface ChosenFilters {
  /** Ids, separated by commas. */
  genre?: string;
  decade?: string;
  rating?: string;
  runtime?: RuntimeName;
  sort?: SortName;
}

export type FilterName = keyof ChosenFilters;

export interface FilterField {
  name: FilterName;
  label: string;
  /** What it says where nothing is chosen. */
  usual: string;
  choices: readonly { value: string; label: string }[];
  /** How many may be chosen at once. */
  most: number;
}

/** Of whatever shows the filters and changes them. */
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

/** The values of one field that are chosen, in the order of its choices; what else the address says is none. */
export function chosenValues(field: FilterField, value: string | null | undefined): string[] {
  const asked = new Set(value?.split(','));
  return field.choices
    .map((choice) => choice.value)
    .filter((one) => asked.has(one))
    .slice(0, field.most);
}

/** What the address chooses for this kind of title, always in the same order, as text: '' for nothing. */
export function filterTextOf(params: URLSearchParams, mediaType: MediaType): string {
  const chosen = new URLSearchParams();
  for (const field of filterFields[mediaType]) {
    const values = chosenValues(field, params.get(field.name));
    if (values.length > 0) chosen.set(field.name, values.join(','));
  }
  return chosen.toString();
}

/** The same as an object, for a query; the text has been held against the choices. */
export function parseFilters(text: string): ChosenFilters {
  return text === '' ? noFilters : (Object.fromEntries(new URLSearchParams(text)) as ChosenFilters);
}

export function filterText(filters: ChosenFilters): string {
  return new URLSearchParams(Object.entries(filters)).toString();
}

/** A field's value after one of its choices was pressed; null for none. */
export function toggled(field: FilterField, current: string | undefined, value: string): string | null {
  const values = chosenValues(field, current);
  if (values.includes(value)) return values.filter((one) => one !== value).join(',') || null;
  // With as many as may be, the next takes the place of the last.
  return [...values.slice(0, field.most - 1), value].join(',');
}

/** What a field's button says: its name, or what is chosen. */
export function filterLabel(field: FilterField, current: string | undefined): string {
  const [first, ...others] = chosenValues(field, current);
  const label = field.choices.find(({ value }) => value === first)?.label;
  if (!label) return field.label;
  return others.length > 0 ? `${label} +${others.length}` : label;
}
