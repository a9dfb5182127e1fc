import type { Family } from '../../../common/families.ts';

/** A text written about folders, in the words of `family`. */
export function worded(family: Family, text: string): string {
  return text
    .replace(/Folders/g, family.Nouns)
    .replace(/Folder/g, family.Noun)
    .replace(/folders/g, family.nouns)
    .replace(/folder/g, family.noun);
}

/** '1 item', '2 items'. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
