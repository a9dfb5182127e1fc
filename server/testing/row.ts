import type { FlagName } from '../../common/permissions.ts';
import type { Stage } from './stage.ts';

/**
 * What a caller needs: nothing, a session, or a role or flag in the folder. The author is the stage's owner. A newcomer is
 * neither a member nor invited; others get 409. An operator runs the instance; others get 403.
 */
type Needs = 'nothing' | 'session' | 'newcomer' | 'member' | FlagName | 'owner' | 'invitee' | 'author' | 'operator';

/** A well-formed request for one call, so that only the caller decides about the answer. */
export interface Row {
  needs: Needs;
  /** The status for allowed callers, and for the owner if that is another. */
  passes: number;
  ownerPasses?: number;
  /** The call is about the owner, so it is 404 for somebody whom the owner blocks. */
  isAboutOwner?: true;
  /** The status for a guest of the stage's poll, if the call is for guests too. */
  guestPasses?: number;
  params?: (stage: Stage) => Record<string, string>;
  query?: (stage: Stage) => Record<string, string>;
  body?: (stage: Stage) => object;
  /** A body or query that does not match its schema. */
  nonsense?: { body?: (stage: Stage) => object; query?: (stage: Stage) => Record<string, string> };
  /** Restores what the call changed, after an allowed caller. */
  restore?: (stage: Stage, role: string) => Promise<void>;
}

export type Rows<Calls> = Record<keyof Calls, Row>;

/** A request of any signed-in person. */
export const open: Row = { needs: 'session', passes: 200 };

/** The params of a call on the stage's folder. */
export const folder = { params: (stage: Stage) => ({ id: stage.folderId }) };
