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

const names = (...words: string[]) => new RegExp(`^(?:${words.join('|')})$`);

/** Usual names of columns, as they are compared, in some languages. */
const NAMES: Record<TableField, RegExp> = {
  title: names(
    'title|name|film|movie|movietitle|filmname|filmtitle|moviename|series|show|showname|showtitle|seriesname|programtitle',
    'titel|titelname|filmtitel|titre|titrefrançais|titolo|título|titulo|film|pelicula|película',
    'tytuł|tytułpolski|název|názevfilmu|naslov|cím|titlu|otsikko|nimi|filmadı|başlık|τίτλος',
    'название|названиефильма|русскоязычноеназвание|фильм|назва|标题|标题名|片名|電影|タイトル|作品名|映画|제목|영화',
  ),
  originalTitle: names(
    'originaltitle|originalname|originaltitel|titreoriginal|titolooriginale|títulooriginal|titulooriginal|origineletitel',
    'tytułoryginalny|originálnínázev|eredeticím|orijinaladı|оригинальноеназвание|оригінальнаназва|原名|原題|원제',
  ),
  year: names(
    'year|releaseyear|yearreleased|yearofrelease|productionyear|releasedate|released|releasedon|premiered',
    'jahr|erscheinungsjahr|produktionsjahr|année|annee|annéedesortie|anno|annodiuscita|año|ano|añodeestreno|jaar|år',
    'rok|rokprodukcji|rokvydání|godina|év|an|vuosi|yıl|yapımyılı|έτος|год|годвыпуска|рік|年份|年|公開年|연도',
  ),
  type: names(
    'type|mediatype|itemtype|contenttype|kind|typ|tipo|titletype|category|soort|rodzaj|tür|тип|种类|種類|종류',
  ),
  season: names(
    'season|seasonnumber|staffel|saison|temporada|stagione|s|seizoen|sezon|sezona|řada|säsong|sæson|sesong|kausi|сезон|シーズン|시즌',
  ),
  episode: names(
    'episode|episodenumber|folge|épisode|episodio|episódio|ep|e|aflevering|odcinek|díl|epizoda|avsnitt|afsnit|jakso|bölüm|серия|エピソード|에피소드',
  ),
  watchedAt: names(
    'watched|watchedat|watcheddate|datewatched|watchedon|watchdate|lastwatched|lastwatchedat|viewed|viewedat|vieweddate|dateviewed',
    'seen|seenat|seenon|dateseen|lastplayed|playedat|dateplayed|playbackhour|playbackdate|finished|enddate',
    'gesehen|gesehenam|angesehenam|datumangesehen|vule|datevue|datedevisionnage|visto|vistoil|datavisione|datadivisione|vistoel',
    'fechadevisionado|fechadevisualización|assistidoem|datadevisualização|gezien|gezienop|kijkdatum|bekekenop|obejrzano|dataobejrzenia',
    'zhlédnuto|datumzhlédnutí|viděno|sedd|sett|katsottu|izlemetarihi|izlenmetarihi|датапросмотра|просмотрено|观看日期|視聴日|鑑賞日|시청일',
  ),
  rating: names(
    'rating|myrating|yourrating|score|myscore|stars|userrating|ratingoutof10|vote|myvote|uservote|bewertung|meinebewertung',
    'note|manote|voto|miovoto|ilmiovoto|nota|minota|minhanota|puntuación|calificación|beoordeling|cijfer|ocena|mojaocena',
    'hodnocení|mojehodnocení|értékelés|betyg|mittbetyg|karakter|vurdering|arvosana|puan|puanım|оценка|мояоценка|оцінка',
    '我的评分|评分|評価|スコア|평점|별점',
  ),
  review: names(
    'review|comment|comments|notes|thoughts|quote|minireview|rezension|kommentar|critique|commentaire|recensione|commento|reseña',
    'comentario|comentário|crítica|resenha|recensie|opmerking|komentarz|recenzja|komentář|recenze|anmeldelse|arvostelu|yorum',
    'комментарий|отзыв|рецензия|коментар|评论|短评|感想|리뷰',
  ),
  list: names('list|listname|collection|liste|lista|lijst|seznam|список'),
  tmdb: names('tmdb|tmdbid|themoviedbid'),
  imdb: names('imdb|imdbid|const|imdburl|imdblink'),
  tvdb: names('tvdb|tvdbid|thetvdbid'),
};
/** A column that only says 'date' is the day of watching if no other column is. */
const ANY_DATE = names('date|datum|data|fecha|datetime|tarih|dato|päivämäärä|дата|日期|日付|날짜');

/** Columns of books and music. */
const OTHER_TITLES = names('isbn|isbn13|bookid|artist|artistname|artistnames|album|albumname|trackname');
/** Columns of tables about people and money. */
const NO_TITLES = names(
  'email|emailaddress|username|password|ipaddress|useragent|phone|phonenumber|firstname|lastname|amount|balance|currency|iban',
);

/** Whether a table is about something else than films and shows. */
export function isForeign(table: Table): boolean {
  return table.names.some((name) => OTHER_TITLES.test(name) || (NO_TITLES.test(name) && !hasTitles(table)));
}

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
export function guessField(header: string): TableField | undefined {
  return fieldNamed(header) ?? (ANY_DATE.test(headerOf(header)) ? 'watchedAt' : undefined);
}

function fieldNamed(header: string): TableField | undefined {
  return tableFields.find((each) => NAMES[each].test(headerOf(header)));
}

/** By index of the column. The first of several columns with the same guess has it. */
function guessColumns(table: Table): Record<number, TableField> {
  const guesses: Record<number, TableField> = {};
  for (const guess of [fieldNamed, guessField]) {
    for (const [index, header] of table.headers.entries()) {
      const field = guess(header);
      if (field && !guesses[index] && !Object.values(guesses).includes(field)) guesses[index] = field;
    }
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
    if (season !== undefined && !isEpisode && fields.rating(row)) {
      collection.refuse(row, 'ratings', 'Marquee has no ratings of single seasons');
      continue;
    }
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
  const isShow = isEpisode || fields.season(row) !== '' || /tv|show|series|serie|staffel|season|episode/i.test(type);
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
