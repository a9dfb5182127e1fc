/** Letters without a Unicode decomposition and how people type them. */
const plainLetters: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
};

/** Lower case without accents and apostrophes: 'Amélie' becomes 'amelie', "Ocean's" becomes 'oceans'. */
function fold(text: string): string {
  return text
    .replace(/[¹²³½]/g, (sign) => ` ${sign}`)
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[øłđðþßæœı]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/['’ʻ`]/g, '')
    .replace(/&/g, ' and ');
}

/** Scripts that are written without spaces, so that a word within a name must be found by its start too. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Longer names of such a script are found by the starts of their first characters. */
const MOST_STARTS = 24;

/** 'となりのトトロ' → 'なりのトトロ', 'りのトトロ', … */
function endingsOf(word: string): string[] {
  if (!UNSPACED.test(word)) return [];
  const letters = [...word];
  return letters.slice(1, MOST_STARTS).map((_, at) => letters.slice(at + 1).join(''));
}

/** Words that people often leave out, add or swap. */
export const articles: ReadonlySet<string> = new Set(['the', 'a', 'an']);

export function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{Letter}\p{Number}]+/gu) ?? [];
}

/** The words, those of scripts without spaces from each character on, and hyphenated or dotted words joined: 'spiderman' finds 'Spider-Man'. */
export function searchTokens(text: string): string[] {
  const words = wordsOf(text);
  const joined = fold(text)
    .split(/\s+/)
    .map((part) => part.replace(/[^\p{Letter}\p{Number}]/gu, ''))
    .filter((part) => part && !words.includes(part));
  const whole = words.join('');
  if (words.length > 1 && words.length <= 4 && !joined.includes(whole)) joined.push(whole);
  return [...words, ...joined, ...words.flatMap(endingsOf)];
}

/** 'Matrix, The', as lists in order of names have it. */
const ARTICLE_LAST = /^(.+), (the|an?|le|la|les|der|die|das|el|los|las|il|lo|i|gli)$/iu;

/** The same for names that differ only in case, accents, punctuation, spaces, and an article that is put last. */
export function nameKey(name: string): string {
  const trimmed = name.trim();
  return wordsOf(trimmed.replace(ARTICLE_LAST, '$2 $1')).join('') || trimmed.toLowerCase();
}
