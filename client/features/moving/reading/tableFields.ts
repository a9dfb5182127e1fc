/** What the columns of an unknown table can be. */
export const tableFields = [
  'title',
  /** The name of the show, in tables where the title is the episode's or the film's. */
  'show',
  'originalTitle',
  'year',
  'type',
  'season',
  'episode',
  'watchedAt',
  'status',
  'rating',
  'review',
  'list',
  'tmdb',
  'imdb',
  'tvdb',
] as const;
export type TableField = (typeof tableFields)[number];
/** The index of the column that has the field. */
export type Mapping = Partial<Record<TableField, number>>;

/** Whether a column says which title a row is about: by its name, or by an id. */
export function namesTitles(fields: readonly string[]): boolean {
  return ['title', 'show', 'tmdb', 'imdb', 'tvdb'].some((field) => fields.includes(field));
}
