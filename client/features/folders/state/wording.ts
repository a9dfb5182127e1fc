import { type Flags, flagNames, flagTexts, levelOf } from '../../../../common/permissions.ts';

/** '1 item', '2 items'. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** 'one, two and three'. */
export function inWords(words: readonly string[], joint: 'and' | 'or'): string {
  const last = words.at(-1) ?? '';
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} ${joint} ${last}` : last;
}

/** A member's level, with any additional rights: 'View Only, and can also add and share'. */
export function levelText(flags: Flags): string {
  const level = levelOf(flags);
  if (level === 'Collaborator') return level;
  const extra = flagNames.filter((flag) => flag !== 'canView' && flags[flag]).map((flag) => flagTexts[flag].verb);
  return extra.length > 0 ? `${level}, and can also ${inWords(extra, 'and')}` : level;
}

/** 'can view, add and share': all rights of the flags. */
export function rightsText(flags: Flags): string {
  const rights = flagNames.filter((flag) => flags[flag]).map((flag) => flagTexts[flag].verb);
  return `can ${inWords(rights, 'and')}`;
}
