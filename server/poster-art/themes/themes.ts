import { hashOf } from '../hash.ts';
import type { ArtSubject } from '../subject.ts';
import { wordsOf } from '../words.ts';
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

function ruleFor(rules: readonly WordRule[], words: readonly string[], genreIds: readonly number[]): Theme | undefined {
  return rules.find(
    ({ words: pattern, genres }) =>
      (!genres || genres.some((genre) => genreIds.includes(genre))) && words.some((word) => pattern.test(word)),
  )?.theme;
}

/** The words of a title, and each pair of neighbouring words. */
function phrasesOf(title: string): string[] {
  const words = wordsOf(title);
  return [...words, ...words.slice(1).map((word, before) => `${words[before]} ${word}`)];
}

/** Chooses what to draw: by the words of the title, else by its keywords, else by its genres. */
export function themeOf(subject: ArtSubject): Theme {
  const { genreIds, keywords, mediaType, id, title } = subject;
  const seed = hashOf(`theme ${mediaType} ${id}`);
  const byTitle = ruleFor(wordRules, phrasesOf(title), genreIds);
  if (byTitle) return byTitle;
  // Keywords decide for three titles in five only, so that the films of a franchise differ.
  const byKeyword = seed % 5 < 3 ? ruleFor(keywordRules, keywords, genreIds) : undefined;
  if (byKeyword) return byKeyword;
  const known = genreIds.filter((genre) => genreFamilies[genre]);
  const [lead, other] = known[0] === 18 && known[1] !== undefined ? [known[1], 18] : [known[0] ?? 18, known[1]];
  const choices = [
    ...(genreFamilies[lead] ?? []),
    ...(genreFamilies[lead] ?? []),
    ...(other === undefined ? [] : (genreFamilies[other] ?? [])),
  ];
  return { family: choices[(seed >>> 4) % choices.length] ?? 'drama' };
}
