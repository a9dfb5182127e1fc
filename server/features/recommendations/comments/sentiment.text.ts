import { fold } from '../../titles/names/searchText.ts';

/** A word, a comma (for any pause inside a sentence), a quotation mark, an emoji or a smiley. */
export interface Token {
  /** Lower case, without accents; contractions are expanded: 'can't' is 'can' and 'not'. */
  text: string;
  /** Written with a capital first letter. */
  isCapital: boolean;
}

export interface Sentence {
  tokens: Token[];
  /** The kind of sentence: a statement, a question or an unfinished sentence. */
  end: '.' | '?' | '…';
  /** Alternating capitals as in 'gReAt' are a sign of sarcasm. */
  isSarcastic: boolean;
}

/** Contractions without an apostrophe, and common misspellings. */
const contractions = new Map(
  Object.entries({
    'can not': 'cannot cant cannt canot',
    'do not': 'dont dnt',
    'does not': 'doesnt dosent doesent dosnt',
    'did not': 'didnt dident didint',
    'is not': 'isnt aint',
    'was not': 'wasnt',
    'are not': 'arent',
    'were not': 'werent',
    'will not': 'wont',
    'would not': 'wouldnt wouldent',
    'could not': 'couldnt couldent cudnt',
    'should not': 'shouldnt',
    'has not': 'hasnt',
    'have not': 'havent',
    'had not': 'hadnt',
    'i am': 'im',
    'i have': 'ive',
    'he is': 'hes',
    'she is': 'shes',
    'they are': 'theyre',
    'that is': 'thats',
    never: 'nevr nver neva',
  }).flatMap(([full, forms]) => forms.split(' ').map((form) => [form, full.split(' ')] as const)),
);

/** The words that endings after an apostrophe stand for. */
const endings: Record<string, string> = { m: 'am', re: 'are', ve: 'have', ll: 'will', d: 'would' };

const LONGEST = 2000;
const TOKEN =
  /[\p{L}\p{N}]+(?:'[\p{L}\p{N}]+)*|<3|>?[:;=]'?-?[()[\]/\\|DP]|\p{Extended_Pictographic}|[.!?…\n]+|[,;:()=/–—-]|"/gu;
/** A full stop after these does not end a sentence: 'Samuel L. Jackson', 'Mr. Cruise'. */
const ABBREVIATION = /\b(\p{L}|mr|mrs|ms|dr|jr|sr|vs)\./giu;

/** Splits the beginning of a comment into sentences of normalised words. */
export function sentencesOf(comment: string): Sentence[] {
  const text = comment
    .slice(0, LONGEST)
    .normalize('NFKC')
    .replace(/[’‘ʼʻ`´]/g, "'")
    .replace(/[“”„«»*~_]/g, '"')
    .replace(/(?<![\p{L}\p{N}])'([^'\n]{1,80})'(?![\p{L}\p{N}])/gu, '"$1"')
    .replace(/(?<=\p{L})-(?=\p{L})/gu, ' ')
    .replace(ABBREVIATION, '$1 ');
  const sentences: Sentence[] = [];
  let current = begin();
  for (const [part] of text.matchAll(TOKEN)) {
    if (/^[.!?…\n]/.test(part)) {
      current.end = part.includes('?') ? '?' : /…|\.\./.test(part) ? '…' : '.';
      if (current.tokens.length > 0) sentences.push(current);
      current = begin();
    } else if (/^[\p{L}\p{N}]/u.test(part)) {
      current.isSarcastic ||= /\p{Ll}\p{Lu}\p{Ll}\p{Lu}/u.test(part);
      const isCapital = /^\p{Lu}/u.test(part);
      for (const word of plainWords(part)) current.tokens.push({ text: word, isCapital });
    } else {
      current.tokens.push({ text: /^[,;:()=/–—-]$/.test(part) ? ',' : part, isCapital: false });
    }
  }
  if (current.tokens.length > 0) sentences.push(current);
  return sentences;
}

function begin(): Sentence {
  return { tokens: [], end: '.', isSarcastic: false };
}

/** 'Can't' as 'can' and 'not', "Pacino's" as 'pacino' and "'s", 'loooove' as 'love'. */
function plainWords(part: string): readonly string[] {
  const word = part.toLowerCase().replace(/(\p{L})\1{2,}/gu, '$1');
  if (/^[a-z]+$/.test(word)) return contractions.get(word) ?? [word];
  const [, base = '', ending = ''] = /^(.*)'(\p{L}+)$/u.exec(word) ?? [];
  if (word.endsWith("n't")) return contractions.get(fold(word)) ?? [word.slice(0, -3), 'not'];
  if (ending === 's') return [...(contractions.get(`${base}s`) ?? [fold(base), "'s"])];
  const full = endings[ending];
  if (full) return [fold(base), full];
  const folded = fold(word);
  return contractions.get(folded) ?? [folded];
}
