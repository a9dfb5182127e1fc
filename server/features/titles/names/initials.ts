import { articles, wordsOf } from './searchText.ts';

const FEWEST = 3;
/** The shortest prefix of the initials of a long name. */
const ENOUGH = 4;

function initialsOf(name: string): Set<string> {
  const known = new Set<string>();
  // The part before a colon is the name of a series.
  for (const part of new Set([name, name.split(/: | - /)[0] ?? ''])) {
    const words = wordsOf(part);
    for (const own of [words, words.slice(articles.has(words[0] ?? '') ? 1 : 0)]) {
      const all = own.map((word) => word[0]).join('');
      if (all.length >= FEWEST) known.add(all);
      for (let length = ENOUGH; length < all.length; length++) known.add(all.slice(0, length));
    }
  }
  return known;
}

/** Finds names by their initials: 'lotr', 'himym'. */
export function createInitials(names: readonly string[]): (text: string) => readonly number[] {
  const byInitials = new Map<string, number[]>();
  for (const [id, name] of names.entries()) {
    // Most names of people have two words.
    if (name.split(' ', FEWEST).length < FEWEST) continue;
    for (const initials of initialsOf(name)) {
      const known = byInitials.get(initials);
      if (known) known.push(id);
      else byInitials.set(initials, [id]);
    }
  }
  return (text) => byInitials.get(text) ?? [];
}
