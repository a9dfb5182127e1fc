import type { z } from 'zod';
import type { Call } from '../../common/api/call.ts';
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
  /** A body or query that does not match its schema, or the reason why there is none. Required if the call has either. */
  nonsense?: Nonsense | string;
  /** Restores what the call changed, after an allowed caller. */
  restore?: (stage: Stage, role: string) => Promise<void>;
}

interface Nonsense {
  body?: (stage: Stage) => object;
  query?: (stage: Stage) => Record<string, string>;
}

/** True for a schema that is not the empty object. */
type HasFields<Schema> = Schema extends z.ZodObject<infer Shape> ? (keyof Shape extends never ? false : true) : true;
type HasInput<C extends Call> = HasFields<C['body']> extends false ? HasFields<C['query']> : true;

export type Rows<Calls extends Record<keyof Calls, Call>> = {
  [Name in keyof Calls]: HasInput<Calls[Name]> extends false ? Row : Row & { nonsense: Nonsense | string };
};

/** Why a row that expects 400 has no other nonsense. */
export const isNonsense = 'The request of the row is nonsense itself.';

/** A request of any signed-in person. */
export const open: Row = { needs: 'session', passes: 200 };

/** The params of a call on the stage's folder. */
export const folder = { params: (stage: Stage) => ({ id: stage.folderId }) };

export const hasNonsense = <R extends Row>(row: R): row is R & { nonsense: Nonsense } =>
  typeof row.nonsense === 'object';
