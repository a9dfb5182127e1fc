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

export interface Initials {
  add(id: number, name: string): void;
  find(text: string): readonly number[];
}

/** Finds names by their initials: 'lotr', 'himym'. */
export function createInitials(): Initials {
  const byInitials = new Map<string, number[]>();
  return {
    add(id, name) {
      // Most names of people have two words.
      if (name.split(' ', FEWEST).length < FEWEST) return;
      for (const initials of initialsOf(name)) {
        const known = byInitials.get(initials);
        if (known) known.push(id);
        else byInitials.set(initials, [id]);
      }
    },
    find: (text) => byInitials.get(text) ?? [],
  };
}
