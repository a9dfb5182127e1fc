import type { ImportRating } from '../../../../../common/schemas/import.ts';
import type { TitleFacts } from '../collection.ts';
import type { When } from '../dates.ts';
import {
  episodeNumberOf,
  idsOf,
  type Mapping,
  type Reading,
  splitYear,
  type TableField,
  tableFields,
  yearOf,
} from '../reading.ts';
import { type Field, fieldAt, headerOf, type Row, type Table } from '../table.ts';

/** Usual names of columns, as they are compared, in some languages. */
const NAMES: Record<TableField, RegExp> = {
  title:
    /^(title|name|film|movie|movietitle|filmname|moviename|titel|titre|titolo|título|titulo|titelname|series|show|showname|showtitle|seriesname)$/,
  originalTitle: /^(originaltitle|originalname|originaltitel|titreoriginal|titolooriginale|títulooriginal)$/,
  year: /^(year|releaseyear|yearreleased|releasedate|released|jahr|année|annee|anno|año|ano|premiered)$/,
  type: /^(type|mediatype|kind|typ|tipo|titletype|category)$/,
  season: /^(season|seasonnumber|staffel|saison|temporada|stagione|s)$/,
  episode: /^(episode|episodenumber|folge|épisode|episodio|ep|e)$/,
  watchedAt:
    /^(watched|watchedat|watcheddate|datewatched|watchedon|watchdate|lastwatched|viewed|vieweddate|dateviewed|seen|seenat|seenon|dateseen|gesehen|gesehenam|vule|datevue|date|datum|data|fecha|finished|enddate)$/,
  rating:
    /^(rating|myrating|yourrating|score|myscore|stars|userrating|bewertung|note|voto|nota|puntuación|calificación)$/,
  review: /^(review|comment|comments|notes|thoughts|rezension|kommentar|critique|commentaire|recensione|reseña)$/,
  list: /^(list|listname|collection|liste|lista)$/,
  tmdb: /^(tmdb|tmdbid|themoviedbid)$/,
  imdb: /^(imdb|imdbid|const|imdburl|imdblink)$/,
  tvdb: /^(tvdb|tvdbid|thetvdbid)$/,
};

/** Whether a table could be a list of titles, so that it makes sense to ask for its columns. */
export function hasTitles(table: Table): boolean {
  return Object.values(guessColumns(table)).includes('title');
}

/** A table of an unknown format: asks what its columns are. */
export function readMapped(reading: Reading, table: Table): void {
  const { collection } = reading;
  collection.source = 'table';
  const guesses = guessColumns(table);
  const columns = table.headers.map((header, index) => ({
    header,
    guess: guesses[index] ?? null,
    samples: [...new Set(table.rows.map(fieldAt([index])).filter(Boolean))]
      .slice(0, 3)
      .map((cell) => cell.slice(0, 200)),
  }));
  const { name, folders } = table.file;
  const path = [...folders, name].join('/');
  const mapping = reading.ask({ kind: 'columns', id: `columns:${path}`, file: name, columns });
  if (mapping === null || typeof mapping === 'string' || mapping.title === undefined)
    collection.waiting += table.rows.length;
  else readRows(reading, table, mapping);
}

/** What a column is by its header. */
export function guessField(header: string, taken: ReadonlySet<TableField> = new Set()): TableField | undefined {
  return tableFields.find((each) => !taken.has(each) && NAMES[each].test(headerOf(header)));
}

/** By index of the column. The first of several columns with the same guess has it. */
function guessColumns(table: Table): Record<number, TableField> {
  const guesses: Record<number, TableField> = {};
  const taken = new Set<TableField>();
  for (const [index, header] of table.headers.entries()) {
    const field = guessField(header, taken);
    if (!field) continue;
    guesses[index] = field;
    taken.add(field);
  }
  return guesses;
}

function readRows(reading: Reading, table: Table, mapping: Mapping): void {
  const { collection } = reading;
  const field = (name: TableField): Field => fieldAt(mapping[name] === undefined ? [] : [mapping[name]]);
  const fields = Object.fromEntries(tableFields.map((name) => [name, field(name)])) as Record<TableField, Field>;
  const has = (name: TableField) => mapping[name] !== undefined;
  const watchedAt = reading.dates(table, table.headers[mapping.watchedAt ?? -1] || 'date', fields.watchedAt);
  const of = scaleOf(table, fields.rating);
  // Without dates, ratings and texts nothing tells whether the titles were seen.
  const saysMore = has('watchedAt') || has('rating') || has('review') || has('list');
  const contents = saysMore ? null : reading.askContents(table, fields.title, ['list', 'wants', 'seen'], 'list');
  const [first] = table.rows;
  const list = contents === 'list' && first ? collection.list(first, table.file.name.replace(/\.\w+$/, '')) : null;
  for (const [index, row] of table.rows.entries()) {
    const season = episodeNumberOf(fields.season(row));
    const number = episodeNumberOf(fields.episode(row));
    const isEpisode = season !== undefined && number !== undefined;
    const episode = isEpisode ? { season, number, ids: {} } : undefined;
    const title = collection.title(row, factsOf(row, fields, isEpisode));
    const viewing = has('watchedAt') ? viewingOf(fields.watchedAt(row), watchedAt(row)) : undefined;
    if (viewing !== undefined) collection.watched(row, title, viewing, { episode });
    const when = viewing ?? null;
    collection.rated(row, title, fields.rating(row), of, { episode, when });
    collection.reviewed(row, title, fields.review(row), { episode, when });
    const name = fields.list(row);
    if (name) collection.listed(row, title, collection.list(row, name), { position: index + 1 });
    if (contents === 'wants') collection.wanted(row, title);
    else if (contents === 'seen') collection.seen(row, title, { episode });
    else if (list) collection.listed(row, title, list, { position: index + 1 });
  }
}

const YES = /^(yes|y|true|1|x|✓|✔|ja|oui|sí|si)$/i;
const NO = /^(no|n|false|0|-|nein|non)$/i;

/** A column for 'watched' has dates, or only 'yes' and 'no'. Undefined: not watched. */
function viewingOf(cell: string, when: When): When | undefined {
  if (NO.test(cell)) return undefined;
  return YES.test(cell) ? null : when;
}

function factsOf(row: Row, fields: Record<TableField, Field>, isEpisode: boolean): TitleFacts {
  const { title, year } = splitYear(fields.title(row));
  const type = fields.type(row);
  const isShow = isEpisode || /tv|show|series|serie|staffel|season|episode/i.test(type);
  const isFilm = !isShow && /movie|film|pel[ií]cula/i.test(type);
  return {
    mediaType: isShow ? 'tv' : isFilm ? 'movie' : null,
    title,
    originalTitle: fields.originalTitle(row),
    year: yearOf(/(\d{4})/.exec(fields.year(row))?.[1]) ?? year,
    ids: idsOf({ tmdb: fields.tmdb(row), imdb: fields.imdb(row), tvdb: fields.tvdb(row) }),
  };
}

/** The smallest usual scale that has all ratings. */
function scaleOf(table: Table, rating: Field): ImportRating['of'] {
  let most = 0;
  for (const cell of table.cells(rating)) most = Math.max(most, Number(cell.replace(',', '.')) || 0);
  return most <= 5 ? 5 : most <= 10 ? 10 : 100;
}
