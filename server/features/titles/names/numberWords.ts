const units = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const teens = ['ten', 'eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen'];
const tens = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
/** Roman numerals of parts. Single letters are excluded, because they are usually not numbers. */
const romans = ['', '', 'ii', 'iii', 'iv', '', 'vi', 'vii', 'viii', 'ix'];

const values = new Map<string, number>([
  ...units.map((word, at) => [word, at] as const),
  ...[...teens, 'nineteen'].map((word, at) => [word, at + 10] as const),
  ...tens.map((word, at) => [word, at * 10 + 20] as const),
  ...romans.flatMap((word, at) => (word ? [[word, at] as const] : [])),
]);

/** 'twenty eight days' → '28', 'days'; 'one hundred' → '100'; 'part ii' → 'part', '2'; years as they are spoken. */
export function withFigures(words: readonly string[]): string[] {
  const written: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const value = values.get(word);
    const next = values.get(words[at + 1] ?? '');
    if (words[at + 1] === 'hundred' && value !== undefined && value > 0 && value < 10) {
      written.push(String(value * 100));
      at++;
    } else if (word === 'hundred') {
      written.push('100');
    } else if (value === undefined) {
      written.push(word);
    } else if (value >= 20 && next !== undefined && next > 0 && next < 10) {
      written.push(String(value + next));
      at++;
    } else {
      written.push(String(value));
    }
  }
  const joined: string[] = [];
  for (const word of written) {
    const before = joined.at(-1) ?? '';
    const isYear = /^(19|20)$/.test(before) && /^\d\d$/.test(word);
    if (isYear) joined[joined.length - 1] = `${before}${word}`;
    else joined.push(word);
  }
  return joined;
}
