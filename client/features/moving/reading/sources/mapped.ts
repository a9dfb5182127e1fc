import type { ChosenState } from '../../../../../common/progress.ts';
import type { ImportEpisode, ImportRating } from '../../../../../common/schemas/import.ts';
import { type TitleFacts, timeOf } from '../collection.ts';
import type { When } from '../dates.ts';
import { episodeNumberOf, idsOf, isNoName, isWatchlist, type Reading, splitYear, yearOf } from '../reading.ts';
import { type Field, fieldAt, headerOf, type Row, type Table } from '../table.ts';
import { type Mapping, namesTitles, type TableField, tableFields } from '../tableFields.ts';
import { seasonIn } from './episodeNames.ts';

const names = (...words: string[]) => new RegExp(`^(?:${words.join('|')})$`);

/** Usual names of columns, as they are compared, in some languages. */
const NAMES: Record<TableField, RegExp> = {
  title: names(
    'title|name|film|movie|movietitle|filmname|filmtitle|moviename|series|show|showname|showtitle|seriesname|seriestitle|tvshow|programtitle',
    'titel|titelname|filmtitel|titre|titrefrançais|titolo|título|titulo|film|pelicula|película',
    'tytuł|tytułpolski|název|názevfilmu|naslov|cím|titlu|otsikko|nimi|filmadı|başlık|τίτλος',
    'название|названиефильма|русскоязычноеназвание|фильм|назва|标题|標題|标题名|片名|電影|タイトル|作品名|映画|제목|영화',
  ),
  // Only beside a column of titles.
  show: names('$'),
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
    'type|mediatype|itemtype|contenttype|kind|typ|tipo|titletype|category|soort|rodzaj|tür|тип|种类|種類|類型|类型|종류',
  ),
  season: names(
    'season|seasonnumber|staffel|saison|temporada|stagione|s|seizoen|sezon|sezona|řada|säsong|sæson|sesong|kausi|сезон|シーズン|시즌',
  ),
  episode: names(
    'episode|episodenumber|folge|épisode|episodio|episódio|ep|e|aflevering|odcinek|díl|epizoda|avsnitt|afsnit|jakso|bölüm|серия|エピソード|에피소드|集|集数',
  ),
  watchedAt: names(
    'watched|watchedat|watcheddate|datewatched|watchedon|watchdate|lastwatched|lastwatchedat|viewed|viewedat|vieweddate|dateviewed',
    'seen|seenat|seenon|dateseen|lastplayed|playedat|dateplayed|playbackhour|playbackdate|finished|enddate',
    'gesehen|gesehenam|angesehenam|datumangesehen|vule|datevue|datedevisionnage|visto|vistoil|datavisione|datadivisione|vistoel',
    'fechadevisionado|fechadevisualización|assistidoem|datadevisualização|gezien|gezienop|kijkdatum|bekekenop|obejrzano|dataobejrzenia',
    'zhlédnuto|datumzhlédnutí|viděno|sedd|sett|katsottu|izlemetarihi|izlenmetarihi|датапросмотра|просмотрено|观看日期|視聴日|鑑賞日|시청일',
    'checked|lastviewed|lastviewedat|fechavista|dataassistida|dateregardée|觀看日期|标记日期|votedate|打分日期',
  ),
  status: names(
    'playcount|viewcount|watchcount|timeswatched|status|mystatus|watchstatus|watchedstatus|state|watchstate|userstatus|progressstatus|estado|statut|stato|stan|stav|durum|статус|状态|狀態',
  ),
  rating: names(
    'rating|myrating|yourrating|score|myscore|stars|userrating|ratingoutof10|vote|myvote|uservote|bewertung|meinebewertung',
    'note|manote|voto|miovoto|ilmiovoto|nota|minota|minhanota|puntuación|calificación|beoordeling|cijfer|ocena|mojaocena',
    'hodnocení|mojehodnocení|értékelés|betyg|mittbetyg|karakter|vurdering|arvosana|puan|puanım|оценка|мояоценка|оцінка',
    '我的评分|个人评分|评分|評価|スコア|평점|별점|ratingoutof5|rating10|rating5|myratingoutof10',
  ),
  review: names(
    'review|comment|comments|notes|thoughts|quote|minireview|rezension|kommentar|critique|commentaire|recensione|commento|reseña',
    'comentario|comentário|crítica|resenha|recensie|opmerking|komentarz|recenzja|komentář|recenze|anmeldelse|arvostelu|yorum',
    'комментарий|отзыв|рецензия|коментар|评论|短评|我的短评|感想|리뷰',
  ),
  list: names('list|listname|collection|liste|lista|lijst|seznam|список'),
  tmdb: names('(?:ids|uniqueid|providerids)?tmdb|tmdbid|themoviedbid'),
  imdb: names('(?:ids|uniqueid|providerids)?imdb|imdbid|const|imdburl|imdblink'),
  tvdb: names('(?:ids|uniqueid|providerids)?tvdb|tvdbid|thetvdbid'),
};
/** Beside these columns, what is only called 'title' is the episode's or the film's. */
const SHOW_TITLE = names('show|showname|showtitle|series|seriesname|seriestitle|tvshow|grandparenttitle|сериал');
/** A column that only says 'date' is the day of watching if no other column is. */
const ANY_DATE = names('date|datum|data|fecha|datetime|starttime|timestamp|tarih|dato|päivämäärä|дата|日期|日付|날짜');

/** Columns of books, music and videos of channels. */
const OTHER_TITLES = names(
  'isbn|isbn13|bookid|artist|artistname|artistnames|album|albumname|trackname|titleurl|channel',
);
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
  return namesTitles(Object.values(guessColumns(table)));
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
  if (mapping === null || typeof mapping === 'string' || !namesTitles(Object.keys(mapping)))
    collection.waiting += table.rows.length;
  else readRows(reading, table, mapping);
}

/** The column that has a field, by its header. */
export function columnOf(table: Table, field: TableField): Field {
  const guesses = guessColumns(table);
  return fieldAt(table.headers.flatMap((_, index) => (guesses[index] === field ? [index] : [])));
}

/** What a column is by its header. */
export function guessField(header: string): TableField | undefined {
  return fieldNamed(header) ?? (ANY_DATE.test(headerOf(header)) ? 'watchedAt' : undefined);
}

function fieldNamed(header: string): TableField | undefined {
  // 'Rating (out of 10)', 'Score /100'
  const name = headerOf(header.slice(0, 200).replace(/[([].*?[)\]]|\/\s*\d+\s*$/g, ''));
  return tableFields.find((each) => NAMES[each].test(name));
}

/** By index of the column. The first of several columns with the same guess has it. */
function guessColumns(table: Table): Record<number, TableField> {
  const guesses: Record<number, TableField> = {};
  const isShow = (header: string) => SHOW_TITLE.test(headerOf(header));
  const hasTitle = table.headers.some((header) => !isShow(header) && fieldNamed(header) === 'title');
  // Without numbers of episodes, a series can be one of films.
  const hasEpisodes = table.headers.some((header) => ['season', 'episode'].includes(fieldNamed(header) ?? ''));
  const showOf = (header: string) => (hasTitle && hasEpisodes && isShow(header) ? 'show' : undefined);
  // When something was put on a list of wishes is not when it was watched.
  const all = isWatchlist(table.file) ? [showOf, fieldNamed] : [showOf, fieldNamed, guessField];
  for (const guess of all) {
    for (const [index, header] of table.headers.entries()) {
      const field = guess(header);
      if (field && !guesses[index] && !Object.values(guesses).includes(field)) guesses[index] = field;
    }
  }
  return guesses;
}

function readRows(reading: Reading, table: Table, mapping: Mapping): void {
  const { collection } = reading;
  const field = (name: TableField): Field => {
    const at = fieldAt(mapping[name] === undefined ? [] : [mapping[name]]);
    return name === 'title' || name === 'show' ? at : (row) => (NOTHING.test(at(row)) ? '' : at(row));
  };
  const fields = Object.fromEntries(tableFields.map((name) => [name, field(name)])) as Record<TableField, Field>;
  const has = (name: TableField) => mapping[name] !== undefined;
  const watchedAt = reading.dates(table, table.headers[mapping.watchedAt ?? -1] || 'date', fields.watchedAt);
  const of = scaleOf(table, fields.rating, table.headers[mapping.rating ?? -1] ?? '');
  const hasStatus = table.rows.some((row) => statusOf(fields.status(row)) !== null);
  // Without dates, ratings and texts nothing tells whether the titles were seen.
  const saysMore = hasStatus || (['watchedAt', 'rating', 'review', 'list'] as const).some(has);
  const usual = isWatchlist(table.file) ? 'wants' : 'list';
  const contents = saysMore ? null : reading.askContents(table, fields.title, ['list', 'wants', 'seen'], usual);
  const [first] = table.rows;
  const list = contents === 'list' && first ? collection.list(first, table.file.name.replace(/\.\w+$/, '')) : null;
  const hasIdsOfShow = showIdFinder(table, fields);
  for (const [index, row] of table.rows.entries()) {
    const { name: titleCell, season, number, episodeName } = numbersOf(row, fields);
    const show = fields.show(row);
    const isNumbered = season !== undefined && number !== undefined;
    const isEpisode =
      isNumbered || !/^0*$/.test(fields.episode(row)) || (show !== '' && titleCell !== '' && titleCell !== show);
    const called = show ? titleCell : episodeName;
    const episode: ImportEpisode | undefined = isEpisode
      ? { season: season ?? null, number: number ?? null, ...(called && { title: called }), ids: {} }
      : undefined;
    const facts = factsOf(row, fields, show || titleCell, isEpisode);
    if (isEpisode && facts.title && !hasIdsOfShow(row)) facts.ids = {};
    const title = collection.title(row, facts);
    const isSeason = facts.mediaType === 'tv' && fields.season(row) !== '' && !isEpisode;
    if (isSeason && fields.rating(row)) {
      collection.refuse(row, 'ratings', 'Marquee has no ratings of single seasons');
      continue;
    }
    if (isSeason && season === undefined) {
      collection.refuse(row, 'shows', `“${fields.season(row).slice(0, 60)}” is not the number of a season`);
      continue;
    }
    const viewing = has('watchedAt') ? viewingOf(fields.watchedAt(row), watchedAt(row)) : undefined;
    const status = statusOf(fields.status(row));
    const isWholeShow = facts.mediaType === 'tv' && !episode;
    const { rating, scale = of } = ratingOf(fields.rating(row));
    const name = fields.list(row);
    if (status === 'wants') collection.wanted(row, title, viewing);
    else if (status === 'unseen') continue;
    else if (isWholeShow && (status === 'paused' || status === 'dropped')) collection.stated(row, title, status);
    else if (isWholeShow && (status === 'seen' || (isSeason && status === null && viewing !== undefined)))
      collection.progress(row, title, { aired: true, ...(season !== undefined && { season }) }, viewing ?? null);
    else if (status === 'seen') collection.watched(row, title, viewing ?? null, { episode });
    // A date beside 'watching' can be the last viewing. An empty cell then says nothing.
    else if (viewing !== undefined && (status === null || (!isWholeShow && timeOf(viewing) !== null)))
      collection.watched(row, title, viewing, { episode });
    else if (status !== null && title && !rating && !fields.review(row) && !name)
      collection.refuse(row, isWholeShow ? 'shows' : 'films', `“${fields.status(row)}” does not say what was seen`);
    const when = viewing ?? null;
    collection.rated(row, title, rating, scale, { episode, when });
    collection.reviewed(row, title, fields.review(row), { episode, when });
    if (name) collection.listed(row, title, collection.list(row, name), { position: index + 1 });
    if (episode && (contents === 'wants' || list))
      collection.refuse(row, contents === 'wants' ? 'wants' : 'listItems', 'Lists have films and whole shows');
    else if (contents === 'wants') collection.wanted(row, title);
    else if (contents === 'seen') collection.seen(row, title, { episode });
    else if (list) collection.listed(row, title, list, { position: index + 1 });
  }
}

/** What tables have where they have nothing. */
const NOTHING = /^(n\/?a|none|null|nan|-+)$/i;
const YES = /^(yes|y|true|1|x|✓|✔|ja|oui|sí|si)$/i;
const NO = /^(no|n|false|0|-|nein|non)$/i;

/** A column for 'watched' has dates, or only 'yes' and 'no'. Undefined: not watched. */
function viewingOf(cell: string, when: When): When | undefined {
  if (NO.test(cell)) return undefined;
  return YES.test(cell) ? null : when;
}

type Status = 'seen' | 'unseen' | 'wants' | 'watching' | ChosenState;

/** Words for the state of a title, such as 'watching'. The first one that matches counts. */
const STATUS_WORDS: [Status, RegExp][] = [
  ['unseen', /^(0|no|false|(un|in|not[\s_-]).*(watched|seen|started|played|finished|completed?))$/i],
  [
    'wants',
    /plan|want|watch[\s_-]?list|to[\s_-]?(be[\s_-]?)?watch|later|wish|想看|буду|хочу|chcę|do obejrzenia|à voir|envie|pendiente|por ver|quiero|da vedere|para ver|quero|geplant|merkliste/i,
  ],
  ['paused', /paus|hold|搁置|отлож/i],
  ['dropped', /drop|abandon|stop|брош|抛弃/i],
  ['watching', /watching|in[\s_-]progress|^current$|started|在看|смотрю|oglądam|en cours|viendo/i],
  [
    'seen',
    /watched|seen|complete|finish|viewed|看过|已看|просмотр|obejrzan|^vue?$|^visto$|gesehen|^(yes|true|[1-9]\d*)$/i,
  ],
];

/** Null for other words, as for shows that have ended. */
function statusOf(word: string): Status | null {
  return STATUS_WORDS.find(([, words]) => words.test(word))?.[0] ?? null;
}

const SHOW_WORD = /series|serie|serial|seriál|show|staffel|season|episode|dizi|сериал|剧|劇|ドラマ|드라마|^tv$/i;
const FILM_WORD = /movie|film|pel[ií]cula|фильм|电影|電影|映画|영화/i;

/** Ids beside an episode can be its own. They are the show's if another episode has them too. */
function showIdFinder(table: Table, fields: Record<TableField, Field>): (row: Row) => boolean {
  const idsIn = (row: Row) => [fields.tmdb, fields.imdb, fields.tvdb].map((field) => field(row)).join(' ');
  const episodes = new Map<string, Set<string>>();
  for (const row of table.rows) {
    const { season, number } = numbersOf(row, fields);
    const ids = idsIn(row);
    episodes.set(ids, (episodes.get(ids) ?? new Set()).add(`${season} ${number}`));
  }
  return (row) => (episodes.get(idsIn(row))?.size ?? 0) > 1;
}

/** 'S01E02' or '1x02' */
const EPISODE_CODE = /(?:\bs(\d{1,3})\s*[.:x-]?\s*e(\d{1,4})|\b(\d{1,2})x(\d{2,3}))\b/i;

interface EpisodeNumbers {
  name: string;
  season?: number | undefined;
  number?: number | undefined;
  /** What stands where the number of the episode would be. */
  episodeName?: string;
}

/** The name of the title, and the numbers of an episode: in columns of their own, or after the name. */
function numbersOf(row: Row, fields: Record<TableField, Field>): EpisodeNumbers {
  const name = fields.title(row);
  const code = EPISODE_CODE.exec(fields.episode(row));
  const after = isNoName(name) ? null : EPISODE_CODE.exec(name);
  const found = code ?? (after && after.index > 0 && fields.episode(row) === '' ? after : null);
  if (!found) {
    const [season, number] = [seasonNumberIn(fields.season(row)), numberIn(fields.episode(row))];
    // Some write zeros beside films.
    if (season === 0 && number === 0) return { name };
    return { name, season, number, episodeName: number === undefined ? fields.episode(row) : '' };
  }
  const [season, number] = found.slice(1).filter(Boolean).map(Number);
  return { name: found === after ? name.slice(0, after.index).replace(/[\s,:–—-]+$/, '') : name, season, number };
}

function seasonNumberIn(cell: string): number | undefined {
  return /^specials?$/i.test(cell) ? 0 : (seasonIn(cell) ?? numberIn(cell));
}

/** The number in '2', '2.0', 'Season 2' and 'S02'. */
function numberIn(cell: string): number | undefined {
  return episodeNumberOf(/^\D*(\d{1,5})(?:[.,]0+)?\D*$/.exec(cell)?.[1]);
}

function factsOf(row: Row, fields: Record<TableField, Field>, name: string, isEpisode: boolean): TitleFacts {
  const { title: names, year } = splitYear(name);
  // Douban: '霸王别姬 / Farewell My Concubine'
  const [title = names, otherName] = /^\p{Script=Han}/u.test(names) ? names.split(/\s*\/\s*/) : [names];
  const type = fields.type(row);
  const isShow = isEpisode || !/^0*$/.test(fields.season(row)) || SHOW_WORD.test(type);
  const isFilm = !isShow && FILM_WORD.test(type);
  return {
    mediaType: isShow ? 'tv' : isFilm ? 'movie' : null,
    title,
    originalTitle: fields.originalTitle(row) || otherName,
    year: yearOf(/(\d{4})/.exec(fields.year(row))?.[1]) ?? year,
    ids: idsOf({ tmdb: fields.tmdb(row), imdb: fields.imdb(row), tvdb: fields.tvdb(row) }),
  };
}

/** A rating, with its scale if the cell has it: '8/10', '★★★½'. */
function ratingOf(cell: string): { rating: string; scale?: ImportRating['of'] } {
  const [, value, most] = /^(\d+(?:[.,]\d+)?)\s*\/\s*(5|10|100)$/.exec(cell) ?? [];
  if (value !== undefined) return { rating: value, scale: SCALES.find((of) => String(of) === most) ?? 10 };
  if (!/^(?:[★⭐*☆✩½\s]|\ufe0f)+$/u.test(cell)) return { rating: cell };
  const stars = cell.match(/[★⭐*]/gu)?.length ?? 0;
  return { rating: String(stars + (cell.includes('½') ? 0.5 : 0)), scale: 5 };
}

const SCALES = [5, 10, 100] as const;

/** The scale that the header names, as 'Rating (out of 10)', else the smallest usual one that has all ratings. */
function scaleOf(table: Table, rating: Field, header: string): ImportRating['of'] {
  let most = 0;
  for (const cell of table.cells(rating)) most = Math.max(most, Number(cell.replace(',', '.')) || 0);
  const named = /(?:^|\D)(5|10|100)\D*$/.exec(header)?.[1];
  return SCALES.find((of) => of >= most && (named === undefined || String(of) === named)) ?? (most <= 10 ? 10 : 100);
}
