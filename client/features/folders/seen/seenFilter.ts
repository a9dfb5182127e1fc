import type { SeenMarks } from './seen.store.ts';

export const seenFilters = ['nobody', 'not-me', 'all'] as const;
type SeenFilter = (typeof seenFilters)[number];

export const seenFilterLabels: Record<SeenFilter, string> = {
  nobody: 'Nobody has seen',
  'not-me': "I haven't seen",
  all: 'All of us have seen',
};

/** The marks that a list is filtered by. */
export interface SeenBy extends SeenMarks {
  viewerId: string;
}

/** Whether an item passes the filter. 'All of us' are the viewer and those who show what they have seen. */
export function passesSeen(itemId: string, filter: string | undefined, { seen, consents, viewerId }: SeenBy): boolean {
  const hasSeen = (userId: string) => seen[userId]?.has(itemId) ?? false;
  switch (seenFilters.find((known) => known === filter)) {
    case 'nobody':
      return !Object.keys(seen).some(hasSeen);
    case 'not-me':
      return !hasSeen(viewerId);
    case 'all': {
      const showing = Object.keys(consents).filter((userId) => consents[userId]);
      return [viewerId, ...showing].every(hasSeen);
    }
    default:
      return true;
  }
}
