import { createStore } from '../../../lib/createStore.ts';

interface VisibilityState {
  /** Raised when what others may see of any user has changed. */
  version: number;
  /** By user id, when that last happened to them. */
  versionOf: Record<string, number>;
  /** When this tab may have missed such a change of any user. */
  missedAt: number;
  applyChanged: (userId: string) => void;
  /** For changes that concern every user, or that this tab may have missed. */
  applyMissed: () => void;
}

/** Tells screens when to load again what they show of users. */
export const useVisibility = createStore<VisibilityState>((set) => ({
  version: 0,
  versionOf: {},
  missedAt: 0,

  applyChanged: (userId) =>
    set(({ version, versionOf }) => ({ version: version + 1, versionOf: { ...versionOf, [userId]: version + 1 } })),

  applyMissed: () => set(({ version }) => ({ version: version + 1, missedAt: version + 1 })),
}));

/** A number that changes when the viewer may see more or less of a user. */
export function useVisibilityOf(userId: string): number {
  return useVisibility(({ versionOf, missedAt }) => Math.max(versionOf[userId] ?? 0, missedAt));
}
