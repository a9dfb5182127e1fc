import { doubleMetaphone } from 'double-metaphone';
import { wordsOf } from './searchText.ts';

/** A name that is similar to a misspelt, partial or rearranged text; a score of 1 is the name itself. */
export interface NameMatch {
  id: number;
  score: number;
}

interface Name {
  words: string[];
  /** The core words, and each pair of neighbours joined: 'De Niro' is also 'deniro'. */
  parts: string[];
  /** Without articles and 'and', which people often leave out or add. */
  core: string[];
  /** All words joined. */
  whole: string;
  wholeCore: string;
}

/** How many names with the most shared letter pairs are compared in detail. */
const LOOKED_AT = 120;
/** Lower scores are not considered similar. */
const LEAST = 0.58;
/** Results with a score this much lower than the best are dropped. */
const BESIDE_BEST = 0.82;

/** The score of names that sound like the text. */
const HEARD = 0.82;
/** With fewer consonants, many words sound the same, and the letters decide. */
const SURE_SOUND = 5;
/** Shorter sounds are those of too many names: 'doon' and 'Dune' are 'TN', like 'Down' and 'Tony'. */
const SHORTEST_SOUND = 3;
const SHORTEST_LAST_SOUND = 4;

const small = new Set(['the', 'a', 'an', 'and', 'n']);
/** Abbreviations and their full forms. */
const inFull = new Map([
  ['dr', 'doctor'],
  ['mr', 'mister'],
  ['vs', 'v'],
  ['versus', 'v'],
  ['vol', 'volume'],
  ['pt', 'part'],
  ['jr', 'junior'],
  ['bros', 'brothers'],
  ['u', 'you'],
  ['ur', 'your'],
]);

function nameOf(words: string[]): Name {
  const core = words.filter((word) => !small.has(word));
  const named = core.length > 0 ? core : words;
  const [whole, wholeCore] = [words.join(''), named.join('')];
  const neighbours = named.slice(1).map((word, at) => `${named[at]}${word}`);
  return {
    words,
    core: named,
    parts: [...named, ...neighbours],
    whole,
    wholeCore,
  };
}

const likeFigures: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 'v' };

/** 'se7en' → 'seven'. */
function spelt(word: string): string {
  const isMixed = /\d/.test(word) && /\p{L}/u.test(word);
  return isMixed ? word.replace(/[013457]/g, (figure) => likeFigures[figure] ?? figure) : word;
}

/** The name as written, and with numbers as digits, digits as letters, and abbreviations in full, where that differs. */
function formsOf(text: string): Name[] {
  const words = wordsOf(text);
  const full = withFigures(words).map((word) => inFull.get(word) ?? word);
  const forms = [words, withFigures(words), words.map(spelt), full];
  const different = new Map(forms.map((form) => [form.join(' '), form]));
  return [...different.values()].map(nameOf);
}

/** 'heat' → '^h', 'he', 'ea', 'at'. */
function pairsOf({ whole, wholeCore }: Name): Set<string> {
  const pairs = new Set<string>();
  for (const marked of new Set([`^${whole}`, `^${wholeCore}`])) {
    for (let at = 0; at < marked.length - 1; at++) pairs.add(marked.slice(at, at + 2));
  }
  return pairs;
}

/** How the words sound, by Double Metaphone: 'fite klub' and 'Fight Club' are 'FTKLP'. Words of other languages can have two sounds. */
function soundsOf(words: readonly string[], shortest: number): string[] {
  const codes = words.map(doubleMetaphone);
  const sounds = [0, 1].map((at) => codes.map((code) => code[at]).join(''));
  return [...new Set(sounds)].filter((sound) => sound.length >= shortest);
}

/** Also by the last word alone, as people are called: 'skorsezi'. */
function soundsOfName({ core }: Name): Set<string> {
  return new Set([...soundsOf(core, SHORTEST_SOUND), ...soundsOf(core.slice(-1), SHORTEST_LAST_SOUND)]);
}

function heardScore(sound: string, asked: Name, words: string): number {
  return sound.length >= SURE_SOUND ? HEARD : 0.5 + 0.4 * alike(asked.whole, words.replaceAll(' ', ''));
}

/** The share of the letters that are the same, from 0 to 1. */
export function alike(a: string, b: string): number {
  const longer = Math.max(a.length, b.length, 1);
  // The lengths differ too much.
  if (Math.abs(a.length - b.length) > longer / 2) return 0;
  return a === b ? 1 : 1 - editDistance(a, b) / longer;
}

/** Compares with the prefix of a longer name, with a small penalty for the missing part. */
function alikeBeginning(text: string, name: string): number {
  if (text.length < 4 || text.length > name.length) return 0;
  return (1 - prefixDistance(text, name) / text.length) * 0.95 - 0.03 * (1 - text.length / name.length);
}

function alikeWord(asked: string, own: string): number {
  if (asked === own) return 1;
  if (asked.length >= 3 && own.startsWith(asked)) return 0.95;
  if (Math.abs(asked.length - own.length) > 3) return 0;
  const score = alike(asked, own);
  return score >= 0.5 ? score : 0;
}

/** Compares word by word in any order, weighted by length: all words of the query must match, and most of the name. */
function alikeWords(asked: string[], own: Name): number {
  let matched = 0;
  let total = 0;
  const used = new Map<string, number>();
  for (const word of asked) {
    let best = 0;
    let bestOwn = '';
    for (const candidate of own.parts) {
      const score = alikeWord(word, candidate);
      if (score <= best) continue;
      best = score;
      bestOwn = candidate;
    }
    matched += best * word.length;
    total += word.length;
    if (best > 0) used.set(bestOwn, bestOwn.length);
  }
  const covered = [...used.values()].reduce((sum, one) => sum + one, 0);
  return (
    (matched / Math.max(total, 1)) *
      (0.88 + (0.12 * Math.min(covered, own.wholeCore.length)) / Math.max(own.wholeCore.length, 1)) -
    0.01
  );
}

function scoreOf(asked: Name, own: Name): number {
  const core = Math.max(
    alike(asked.wholeCore, own.wholeCore),
    alikeBeginning(asked.wholeCore, own.wholeCore),
    alikeWords(asked.core, own),
    asked.core.length === 2 ? alikeWords([asked.wholeCore], own) : 0,
  );
  if (asked.whole === asked.wholeCore && own.whole === own.wholeCore) return core;
  return Math.max(core, alike(asked.whole, own.whole), alikeBeginning(asked.whole, own.whole));
}

/** Finds names by shared letter pairs and by their sound, so that spelling mistakes do not matter. */
export interface NameMatcher {
  add(id: number, text: string): void;
  /** Names that are similar to the text, best first. */
  match(text: string): NameMatch[];
  /** The ids of the names that are the text, apart from articles, and numbers and abbreviations in another form. */
  equal(text: string): number[];
}

export function createNameMatcher(): NameMatcher {
  /** Their words, of which the parts are made only when they are compared. Thousands of them would take much memory. */
  const forms: { id: number; words: string; pairs: number }[] = [];
  const formsByPair = new Map<string, number[]>();
  const formsByCore = new Map<string, number[]>();
  const formsBySound = new Map<string, number[]>();
  const note = (map: Map<string, number[]>, key: string, form: number) => {
    const known = map.get(key);
    if (known) known.push(form);
    else map.set(key, [form]);
  };
  let shared = new Uint8Array(0);

  /** The names with the largest share of the text's pairs, or of their own pairs. */
  function nearest(asked: Name): number[] {
    if (shared.length < forms.length) shared = new Uint8Array(2 * forms.length);
    shared.fill(0);
    const pairs = pairsOf(asked);
    for (const pair of pairs) for (const form of formsByPair.get(pair) ?? []) shared[form] = (shared[form] ?? 0) + 1;
    const least = Math.max(1, Math.floor(pairs.size * 0.3));
    const close: { form: number; score: number }[] = [];
    for (let form = 0; form < forms.length; form++) {
      const count = shared[form] ?? 0;
      if (count < least) continue;
      close.push({
        form,
        score: count + (2 * count * count) / (pairs.size + (forms[form]?.pairs ?? 1)),
      });
    }
    close.sort((a, b) => b.score - a.score);
    return [...(formsByCore.get(asked.wholeCore) ?? []), ...close.slice(0, LOOKED_AT).map(({ form }) => form)];
  }

  function match(text: string): NameMatch[] {
    const scores = new Map<number, number>();
    const raise = (id: number, score: number) => scores.set(id, Math.max(scores.get(id) ?? 0, score));
    for (const asked of formsOf(text)) {
      for (const sound of soundsOf(asked.core, SHORTEST_SOUND)) {
        for (const form of formsBySound.get(sound) ?? []) {
          const own = forms[form];
          if (own) raise(own.id, heardScore(sound, asked, own.words));
        }
      }
      // Very short texts are similar to too many names, except for numbers: 'twenty four' is 24.
      const near = asked.whole.length < 3 ? formsByCore.get(asked.wholeCore) : nearest(asked);
      for (const form of near ?? []) {
        const own = forms[form];
        if (own) raise(own.id, scoreOf(asked, nameOf(own.words.split(' '))));
      }
    }
    const best = Math.max(0, ...scores.values());
    const least = Math.max(LEAST, best * BESIDE_BEST);
    return [...scores]
      .map(([id, score]) => ({ id, score }))
      .filter(({ score }) => score >= least)
      .sort((a, b) => b.score - a.score);
  }

  return {
    add(id, text) {
      for (const name of formsOf(text)) {
        const pairs = pairsOf(name);
        const form = forms.push({ id, words: name.words.join(' '), pairs: pairs.size }) - 1;
        for (const pair of pairs) note(formsByPair, pair, form);
        note(formsByCore, name.wholeCore, form);
        for (const sound of soundsOfName(name)) note(formsBySound, sound, form);
      }
    },
    match,
    equal: (text) =>
      formsOf(text).flatMap(({ wholeCore }) => (formsByCore.get(wholeCore) ?? []).map((form) => forms[form]?.id ?? -1)),
  };
}

/** The number of changed, added, removed or swapped letters between `a` and `b`. */
function editDistance(a: string, b: string): number {
  return lastRow(a, b)[Math.min(b.length, LONGEST - 1)] ?? 0;
}

/** The edit distance of `a` to the nearest prefix of `b`. */
function prefixDistance(a: string, b: string): number {
  const row = lastRow(a, b);
  let least = a.length;
  for (let column = 0; column <= Math.min(b.length, LONGEST - 1); column++)
    least = Math.min(least, row[column] ?? least);
  return least;
}

/** The rows are reused, since a search compares thousands of words. */
const LONGEST = 1024;
const rows = [new Uint16Array(LONGEST), new Uint16Array(LONGEST), new Uint16Array(LONGEST)] as const;

/** Valid until the next call. Texts beyond the longest name are cut. */
function lastRow(longA: string, longB: string): Uint16Array {
  const [a, b] = [longA.slice(0, LONGEST - 1), longB.slice(0, LONGEST - 1)];
  const width = b.length + 1;
  let [beforeLast, last, current] = rows;
  for (let column = 0; column < width; column++) last[column] = column;
  for (let row = 1; row <= a.length; row++) {
    const letter = a.charCodeAt(row - 1);
    const before = a.charCodeAt(row - 2);
    current[0] = row;
    for (let column = 1; column < width; column++) {
      const own = b.charCodeAt(column - 1);
      let cost = (last[column - 1] ?? 0) + (letter === own ? 0 : 1);
      cost = Math.min(cost, (last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
      if (row > 1 && column > 1 && letter === b.charCodeAt(column - 2) && before === own) {
        cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      }
      current[column] = cost;
    }
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return last;
}

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
