import SearchableMap from 'minisearch/SearchableMap';
import { searchTokens } from './searchText.ts';

/**
 * Which names have which words. MiniSearch's full index would also keep how often and in what field each word is, and
 * compute a score from it, which takes several times the memory and time and is not used.
 */
export class WordIndex {
  private readonly idsByWord = new SearchableMap<number[]>();

  add(id: number, text: string): void {
    for (const word of new Set(searchTokens(text))) {
      const ids = this.idsByWord.get(word);
      if (ids) ids.push(id);
      else this.idsByWord.set(word, [id]);
    }
  }

  /** The ids of the names with this word, or with a word that begins so. An id can be there several times. */
  *idsOf(word: string, isPrefix: boolean): Generator<readonly number[]> {
    if (!isPrefix) yield this.idsByWord.get(word) ?? [];
    else yield* this.idsByWord.atPrefix(word).values();
  }
}

/** The ids that all words have in one of the indexes, in no order. */
export function idsOfAll(
  indexes: readonly WordIndex[],
  words: readonly string[],
  isPrefix: (word: string, at: number) => boolean,
): number[] {
  let common: Set<number> | undefined;
  for (const [at, word] of words.entries()) {
    const found = new Set<number>();
    for (const index of indexes) {
      for (const ids of index.idsOf(word, isPrefix(word, at))) {
        for (const id of ids) if (!common || common.has(id)) found.add(id);
      }
    }
    if (found.size === 0) return [];
    common = found;
  }
  return [...(common ?? [])];
}
