import { withFigures } from './nameMatcher.ts';

/** Words that people add to a name without being a part of it. */
const noise = new Set(
  `movie movies film films show shows series serie tv television watch watching see online full free stream streaming
  trailer teaser hd uhd 4k 720p 1080p bluray dvd download torrent subtitles subtitled dubbed imdb tmdb rotten tomatoes
  netflix hbo max amazon prime disney hulu paramount peacock crunchyroll pixar marvel dc studio
  cast actor actress director directed starring original complete review reviews rating ratings ending explained
  new latest official video season seasons staffel saison temporada episode episodes folge anime cartoon
  animation animated documentary horror comedy drama action thriller romance scifi us usa uk english french german spanish italian japanese
  korean chinese indian hindi british american pelicula peliculas filme filmes filmi filmas fernsehserie serien sarja
  фильм сериал кино смотреть онлайн 映画 영화 드라마 电影 電影`.split(/\s+/),
);
/** A number after these is one of the show, not of the name. */
const counted = new Set(['season', 'episode', 'staffel', 'saison', 'temporada', 'folge', 'series']);
const SEASON = /^s\d{1,2}(?:e\d{1,3})?$/;
const YEAR = /^(?:19|20)\d\d$/;

export interface CoreWords {
  words: string[];
  year: string | undefined;
}

/** The words that can belong to a name, and the year that was asked for. */
export function withoutNoise(all: readonly string[]): CoreWords {
  let year: string | undefined;
  const words = all.filter((word, at) => {
    if (YEAR.test(word)) year = word;
    return !isNoise(all, at);
  });
  return { words, year };
}

/** Whether the word there says nothing about the name. */
export function isNoise(words: readonly string[], at: number): boolean {
  const word = words[at] ?? '';
  const isCount = /^\d{1,3}$/.test(word) && counted.has(words[at - 1] ?? '');
  const isService = word === 'apple' && words[at + 1] === 'tv';
  return isService || noise.has(word) || YEAR.test(word) || SEASON.test(word) || isCount;
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];
/** Words between the name of a series and a number. */
const fillers = new Set([
  'part',
  'vol',
  'volume',
  'chapter',
  'episode',
  'teil',
  'no',
  'number',
  'pt',
  'the',
  'movie',
  'film',
]);
const MOST_PARTS = 30;

/** The number that a word is at the end of a name: '3', 'three', 'iii', 'third' and '3rd' are 3; 'v' is 5. */
function numberOf(word: string): number | null {
  const single = { i: 1, v: 5, x: 10 }[word];
  if (single) return single;
  const nth = ordinals.indexOf(word) + 1 || Number(/^(\d{1,2})(?:st|nd|rd|th)$/.exec(word)?.[1]);
  const value = nth || Number(withFigures([word])[0] ?? Number.NaN);
  return Number.isInteger(value) && value >= 1 && value <= MOST_PARTS ? value : null;
}

/** The number with which these words begin, after words such as 'part'. */
export function leadingNumber(words: readonly string[]): number | null {
  const first = words.findIndex((word) => !fillers.has(word));
  return first < 0 ? null : numberOf(words[first] ?? '');
}

export interface SeriesNumber {
  base: string[];
  number: number;
  /** The word before the number, if it is one such as 'part'. */
  word: string | undefined;
}

/** 'star wars episode 5' → 'star wars', 5; 't2' → 't', 2. Null without a number at the end. */
export function toSeriesNumber(all: readonly string[]): SeriesNumber | null {
  const short = all.length === 1 ? /^(\p{Letter}{1,5})(\d{1,2})$/u.exec(all[0] ?? '') : null;
  const words = short ? [short[1] ?? '', short[2] ?? ''] : [...all];
  const number = words.length > 1 ? numberOf(words.pop() ?? '') : null;
  const word = words.at(-1);
  while (words.length > 1 && fillers.has(words.at(-1) ?? '')) words.pop();
  return number === null ? null : { base: words, number, word };
}
