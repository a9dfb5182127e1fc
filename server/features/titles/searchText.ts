/** Letters that have no decomposition but that people type without their strokes. */
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

/** Lower case without accents, apostrophes closed up: 'Amélie' and 'amelie', "Ocean's" and 'oceans' are the same. */
export function fold(text: string): string {
  return text
    .replace(/[¹²³½]/g, (sign) => ` ${sign}`)
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[øłđðþßæœı]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/['’ʻ`]/g, '')
    .replace(/&/g, ' and ');
}

/** Left out, added and swapped without a thought. */
export const articles: ReadonlySet<string> = new Set(['the', 'a', 'an']);

export function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{Letter}\p{Number}]+/gu) ?? [];
}

/** Words, and also what is hyphenated or dotted written as one: 'Spider-Man' is found by 'spiderman'. */
export function searchTokens(text: string): string[] {
  const words = wordsOf(text);
  const joined = fold(text)
    .split(/\s+/)
    .map((part) => part.replace(/[^\p{Letter}\p{Number}]/gu, ''))
    .filter((part) => part && !words.includes(part));
  const whole = words.join('');
  if (words.length > 1 && words.length <= 4 && !joined.includes(whole)) joined.push(whole);
  return [...words, ...joined];
}
