import { hashOf } from '../hash.ts';
import type { ArtSubject } from '../subject.ts';
import type { FamilyName } from './families.ts';
import { keywordRules, type Theme, type WordRule, wordRules } from './themes.words.ts';

const genreFamilies: Record<number, readonly FamilyName[]> = {
  28: ['action', 'action', 'action', 'crime', 'land'],
  12: ['land', 'land', 'action', 'water', 'fantasy'],
  16: ['family', 'family', 'comedy', 'land'],
  35: ['comedy', 'comedy', 'comedy', 'family'],
  80: ['crime', 'city'],
  99: ['land', 'water'],
  18: ['drama', 'drama', 'drama', 'figures'],
  10751: ['family', 'family', 'land'],
  14: ['fantasy', 'fantasy', 'cosmos'],
  36: ['history', 'history', 'figures'],
  27: ['dread', 'dread', 'dread', 'mystery'],
  10402: ['music'],
  9648: ['mystery', 'mystery', 'spirals'],
  10749: ['romance', 'romance', 'romance', 'drama'],
  878: ['cosmos', 'cosmos', 'cosmos', 'spirals'],
  53: ['crime', 'mystery', 'spirals', 'city', 'figures'],
  10752: ['war', 'war', 'figures'],
  37: ['land'],
  10759: ['action', 'land', 'hero'],
  10762: ['family'],
  10764: ['comedy'],
  10765: ['cosmos', 'fantasy', 'spirals'],
  10766: ['romance'],
  10768: ['war', 'history'],
};

/** The theme of the rule that most of the words match; of several, the first. */
function themeBy(rules: readonly WordRule[], words: readonly string[], genreIds: readonly number[]): Theme | undefined {
  let best: { theme: Theme; matches: number } | undefined;
  for (const { words: pattern, genres, theme } of rules) {
    if (genres && !genres.some((genre) => genreIds.includes(genre))) continue;
    const matches = words.filter((word) => pattern.test(word)).length;
    if (matches > (best?.matches ?? 0)) best = { theme, matches };
  }
  return best?.theme;
}

/** The words of a title, and each pair of neighbouring words. */
function phrasesOf(title: string): string[] {
  const words = wordsOf(title);
  return [...words, ...words.slice(1).map((word, before) => `${words[before]} ${word}`)];
}

/** Horror, thriller, crime and war. */
const DARK = [27, 53, 80, 10752, 10768];
const LIGHT: readonly FamilyName[] = ['comedy', 'family', 'romance'];

/**
 * Chooses what to draw: by the keywords of a title, else by its words, else by its genres. Words of a title often mean
 * something else, so a light motif is not chosen by them for a dark film.
 */
export function themeOf(subject: ArtSubject): Theme {
  const { genreIds, keywords, mediaType, id, title } = subject;
  const byTitle = themeBy(wordRules, phrasesOf(title), genreIds);
  const byKeyword = themeBy(keywordRules, keywords, genreIds);
  // The title names a motif of the same kind more exactly.
  if (byKeyword) return byTitle?.family === byKeyword.family ? byTitle : byKeyword;
  const isDark = genreIds.some((genre) => DARK.includes(genre));
  if (byTitle && !(isDark && LIGHT.includes(byTitle.family))) return byTitle;
  const seed = hashOf(`theme ${mediaType} ${id}`);
  const known = genreIds.filter((genre) => genreFamilies[genre]);
  const [lead, other] = known[0] === 18 && known[1] !== undefined ? [known[1], 18] : [known[0] ?? 18, known[1]];
  const choices = [
    ...(genreFamilies[lead] ?? []),
    ...(genreFamilies[lead] ?? []),
    ...(other === undefined ? [] : (genreFamilies[other] ?? [])),
  ];
  return { family: choices[(seed >>> 4) % choices.length] ?? 'drama' };
}

/** The words of a text in lower case, without accents and apostrophes; '&' counts as 'and'; 'Alien³' is two words. */
function wordsOf(text: string): string[] {
  const plain = text
    .replace(/[¹²³½]/g, (sign) => ` ${sign}`)
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/['’ʻ`]/g, '')
    .replace(/&/g, ' and ');
  return plain.match(/[\p{Letter}\p{Number}]+/gu) ?? [];
}
