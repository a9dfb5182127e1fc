import type { Item } from './schemas/item.ts';

const DIGITS = '0123456789abcdef';
const SPREAD = 8;

type Ranked = Pick<Item, 'id' | 'rank'>;

/**
 * What an item is sorted by in the order that members give a list: a string of hexadecimal digits, compared as text. An
 * item that nobody moved is sorted by its id, so titles appear in the order of adding and new ones come last.
 */
export const rankOf = ({ id, rank }: Ranked): string => rank ?? id;

/** The rank of an item that has no id yet: after all others. */
export const LAST_RANK = 'g';

/** Compares two items by rank, and by id if two have the same. */
export function byRank(a: Ranked, b: Ranked): number {
  return compareText(rankOf(a), rankOf(b)) || compareText(a.id, b.id);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * A rank after `after` and before `before`, which is null at the end of the list. If others have moved these items past
 * each other, the rank only follows `after`. `random` (0 to 1) makes ranks differ that two members get for the same
 * place at once.
 */
export function rankBetween(after: string | null, before: string | null, random: () => number = Math.random): string {
  const low = after ?? '';
  const high = before !== null && low < before ? before : null;
  return `${middle(low, high)}${spread(random)}`;
}

/** The shortest text of digits between two others, where `low` may be empty. */
function middle(low: string, high: string | null): string {
  let prefix = '';
  for (let place = 0; ; place += 1) {
    const least = DIGITS.indexOf(low[place] ?? '0');
    const limit = high?.startsWith(prefix) ? high[place] : undefined;
    const most = limit === undefined ? DIGITS.length : DIGITS.indexOf(limit);
    if (most - least > 1) return prefix + DIGITS[Math.floor((least + most) / 2)];
    prefix += DIGITS[least];
  }
}

/** Random digits, the last of which is not 0: nothing could be sorted between two ranks that differ in zeros alone. */
function spread(random: () => number): string {
  const digits = Array.from({ length: SPREAD }, () => DIGITS[Math.floor(random() * DIGITS.length)]);
  return `${digits.join('')}8`;
}
