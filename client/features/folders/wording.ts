import type { Family } from '../../../common/families.ts';
import { type FlagName, type Flags, flagNames, levelOf } from '../../../common/permissions.ts';

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

/** 'one, two and three'. */
export function inWords(words: readonly string[], joint: 'and' | 'or'): string {
  const last = words.at(-1) ?? '';
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} ${joint} ${last}` : last;
}

const verbs: Record<FlagName, string> = {
  canView: 'view',
  canAdd: 'add',
  canRemove: 'remove',
  canEdit: 'edit',
  canShare: 'share',
  canManage: 'manage permissions',
};

/** A member's level; where they hold rights beyond it, those too: 'View Only, and can also add and share'. */
export function levelText(flags: Flags): string {
  const level = levelOf(flags);
  if (level === 'Collaborator') return level;
  const extra = flagNames.filter((flag) => flag !== 'canView' && flags[flag]).map((flag) => verbs[flag]);
  return extra.length > 0 ? `${level}, and can also ${inWords(extra, 'and')}` : level;
}

/** 'can view, add and share': everything that the flags allow. */
export function rightsText(flags: Flags): string {
  const rights = flagNames.filter((flag) => flags[flag]).map((flag) => verbs[flag]);
  return `can ${inWords(rights, 'and')}`;
}
