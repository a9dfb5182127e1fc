import type { ImportEpisode, ImportIds } from '../../../../../common/schemas/import.ts';
import type { TitleFacts } from '../collection.ts';
import { idsOf, isNoName, type MakeSource, minutesOf, type Reading, type TitleType, yearOf } from '../reading.ts';
import { headerOf, type Row, type Table } from '../table.ts';

/** IMDb's ratings and lists, in the layouts of the last years. Words for kinds of titles are in the reader's language. */
export const imdb: MakeSource = (reading) => ({
  source: 'imdb',
  tables: [
    {
      recognises: (names) => (names.has('const') && (names.has('title') || names.has('titletype')) ? 5 : 0),
      read: (table) => readTitles(reading, table),
    },
    // Lists of people.
    { recognises: (names) => (names.has('const') && names.has('name') && !names.has('title') ? 4 : 0) },
  ],
});

function readTitles(reading: Reading, table: Table): void {
  const { collection } = reading;
  // The oldest layout names the column after the person: 'ana rated'.
  const rated = table.names.find((name) => name.endsWith('rated') && name !== 'daterated') ?? '';
  const rating = table.field('yourrating', rated);
  const ratedAt = reading.dates(table, 'Date Rated', table.field('daterated'), { isMinor: true });
  const isList = table.has('position');
  const created = reading.dates(table, 'Created', table.field('created'), { isMinor: true });
  const description = table.field('description');
  const contents = isList ? contentsOf(reading, table) : 'ratings';
  const read = titleReader(reading, table);
  const [first] = table.rows;
  const list = contents === 'list' && first ? collection.list(first, listNameOf(table.file.name)) : null;
  for (const [index, row] of table.rows.entries()) {
    const found = read(row);
    if (found === null) continue;
    const { facts, episode } = found;
    const title = collection.title(row, facts);
    // Stands beside the titles of lists too.
    collection.rated(row, title, rating(row), 10, { episode, when: ratedAt(row) });
    if (contents === 'ratings' || contents === null) continue;
    if (contents === 'seen') collection.seen(row, title, { episode });
    else if (episode)
      collection.refuse(row, contents === 'wants' ? 'wants' : 'listItems', 'Lists have films and whole shows');
    else if (contents === 'wants') collection.wanted(row, title, created(row));
    else if (list)
      collection.listed(row, title, list, { position: index + 1, note: description(row), when: created(row) });
  }
}

function contentsOf(reading: Reading, table: Table) {
  if (/watch-?list/i.test(table.file.name)) return 'wants';
  if (/ratings/i.test(table.file.name)) return 'ratings';
  return reading.askContents(table, table.field('title'), ['wants', 'list', 'seen']);
}

function listNameOf(file: string): string {
  return file.replace(/\.\w+$/, '').replaceAll(/[-_]+/g, ' ');
}

type FoundTitle = { facts: TitleFacts; episode?: ImportEpisode };

/** Answers null for what is refused, or left out until a question is answered. */
function titleReader(reading: Reading, table: Table): (row: Row) => FoundTitle | null {
  const { collection } = reading;
  const fields = {
    const: table.field('const'),
    title: table.field('title'),
    original: table.field('originaltitle'),
    type: table.field('titletype'),
    year: table.field('year'),
    directors: table.field('directors'),
    runtime: table.field('runtimemins'),
  };
  const unknown = new Map<string, string[]>();
  /** How many titles begin with the name of a show: its episodes, and the show itself. */
  const showsOf = new Map<string, number>();
  for (const row of table.rows) {
    const word = fields.type(row);
    for (const name of [fields.title(row), ...possibleShows(fields.title(row))])
      showsOf.set(name, (showsOf.get(name) ?? 0) + 1);
    const isKnown = word === '' || typeOf(word) !== undefined || !fields.const(row).startsWith('tt');
    if (!isKnown) unknown.set(word, [...(unknown.get(word) ?? []), fields.title(row)].slice(0, 3));
  }
  const chosen = new Map([...unknown].map(([word, examples]) => [word, askType(reading, table, word, examples)]));
  return (row) => {
    const id = fields.const(row);
    if (!/^tt\d+$/.test(id)) {
      collection.refuse(row, 'films', id ? `“${id}” is not the id of a film or show` : 'The row has no id');
      return null;
    }
    const word = fields.type(row);
    const type = word === '' ? 'unknown' : (typeOf(word) ?? chosen.get(word) ?? null);
    if (type === null) {
      collection.waiting++;
      return null;
    }
    if (type === 'other') {
      collection.refuse(row, 'films', `Marquee has films and shows, and this is “${word}”`);
      return null;
    }
    const year = yearOf(fields.year(row));
    const ids = idsOf({ imdb: id });
    if (type === 'episode') return episodeOf(fields.title(row), showsOf, ids);
    const facts: TitleFacts = {
      mediaType: type === 'unknown' ? null : type === 'film' ? 'movie' : 'tv',
      title: fields.title(row),
      originalTitle: fields.original(row),
      year,
      director: fields.directors(row),
      runtime: minutesOf(fields.runtime(row)),
      ids,
    };
    return { facts };
  };
}

/** All names that could be the show's in 'Star Trek: Deep Space Nine: Emissary', shortest first. */
function possibleShows(name: string): string[] {
  const shows: string[] = [];
  if (isNoName(name)) return shows;
  for (let at = name.indexOf(': '); at > 0; at = name.indexOf(': ', at + 1)) shows.push(name.slice(0, at));
  return shows;
}

/**
 * 'Chernobyl: 1:23:45' names the show and its episode, and the id is the episode's. Shows and episodes can have colons
 * too: the longest name that also stands before other episodes is the show's.
 */
function episodeOf(name: string, counts: ReadonlyMap<string, number>, ids: ImportIds): FoundTitle {
  const shows = possibleShows(name);
  const show = shows.findLast((each) => (counts.get(each) ?? 0) > 1) ?? shows[0];
  const episode = show === undefined ? name : name.slice(show.length + 2).replace(/^"(.*)"$/, '$1');
  const numbers = /^Episode #(\d+)\.(\d+)$/.exec(episode);
  return {
    // Without the show's name only the episode's id says what it is.
    facts: { mediaType: 'tv', title: show ?? '', ownId: show === undefined ? `episode ${ids.imdb}` : undefined },
    episode: {
      season: numbers ? Number(numbers[1]) : null,
      number: numbers ? Number(numbers[2]) : null,
      title: episode,
      ids,
    },
  };
}

function askType(reading: Reading, table: Table, value: string, examples: string[]): TitleType | null {
  const choices: TitleType[] = ['film', 'show', 'episode', 'other'];
  const id = `type:imdb:${headerOf(value)}`;
  const answer = reading.ask({ kind: 'type', id, file: table.file.name, value, choices, examples });
  return choices.find((choice) => choice === answer) ?? null;
}

/** IMDb's words for kinds of titles, in the languages that its site has. */
const WORDS: Record<TitleType, string[]> = {
  film: [
    'movie, feature, feature film, film, tv movie, short, short film, tv short, video, tv special, tv special film, direct to video',
    'filme, filme para tv, telefilme, especial de tv, curta, curta-metragem, curta de tv, vídeo',
    'film tv, film per la tv, speciale tv, cortometraggio, corto tv, corto',
    'spielfilm, kinofilm, fernsehfilm, tv-film, kurzfilm, fernsehkurzfilm, tv-special, fernsehspecial',
    'film de cinéma, téléfilm, court métrage, court-métrage, émission spéciale, vidéo',
    'película, película de tv, película para tv, telefilme, cortometraje, especial de tv, corto de tv',
    'speelfilm, televisiefilm, tv-film, korte film, kortfilm, film telewizyjny, film krótkometrażowy',
  ],
  show: [
    'tv series, tv mini series, tv mini-series, mini series, miniseries, tv show, series',
    'série, série de tv, série de televisão, minissérie de televisão, minissérie, minissérie de tv, mini-série de tv, mini série de tv',
    'serie tv, serie, mini serie tv, miniserie tv, miniserie',
    'fernsehserie, tv-serie, fernsehminiserie, tv-miniserie, mini-serie',
    'série tv, série télévisée, mini-série, mini-série tv, mini-série télévisée',
    'serie de tv, miniserie de tv, mini-serie de tv, serie de televisión',
    'televisieserie, tv-serie, miniserie, serial, serial tv, miniserial, serial telewizyjny',
  ],
  episode: [
    'tv episode, episode, tv pilot',
    'episódio, episódio de tv, episódio de série',
    'episodio, episodio tv, episodio di serie tv',
    'folge, fernsehepisode, tv-episode, fernsehfolge',
    'épisode, épisode tv, épisode télévisé, épisode de série télévisée',
    'episodio de tv, episodio de televisión',
    'aflevering, tv-aflevering, odcinek, odcinek serialu',
  ],
  other: [
    'video game, game, music video, podcast series, podcast episode, audiobook, radio series, radio episode',
    'videogame, jogo, jogo eletrônico, videoclipe, vídeo musical, série de podcast, episódio de podcast',
    'videogioco, video musicale, serie podcast, episodio podcast',
    'videospiel, musikvideo, podcast-serie, podcast-folge',
    'jeu vidéo, clip vidéo, clip, série de podcasts, épisode de podcast',
    'videojuego, vídeo musical, serie de podcast, episodio de podcast',
  ],
};

const types = new Map<string, TitleType>();
for (const type of ['film', 'show', 'episode', 'other'] as const) {
  for (const words of WORDS[type]) for (const word of words.split(', ')) types.set(plain(word), type);
}

function plain(word: string): string {
  return headerOf(word.normalize('NFD').replace(/\p{M}/gu, ''));
}

function typeOf(word: string): TitleType | undefined {
  return types.get(plain(word));
}
