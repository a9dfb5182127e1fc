import { z } from 'zod';
import { type ErrorBody, type ErrorCode, errorStatus, errorTexts } from '../../../common/errors.ts';
import { type Family, families } from '../../../common/families.ts';

/** Text for people. A function where it depends on the family of lists in the request. */
type Text = string | ((family: Family) => string);

/** An error of the contract. Services throw it, and the error handler answers with it. */
export class Problem extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly issues: ErrorBody['issues'];
  readonly retryAfterSeconds: number | undefined;
  /** Of the poll that the list has open already. */
  readonly pollId: string | undefined;
  /** Continues a sign-in that waits for a code. */
  readonly ticket: string | undefined;
  readonly #text: Text;

  constructor(
    code: ErrorCode,
    text: Text,
    details: { issues?: ErrorBody['issues']; retryAfterSeconds?: number; pollId?: string; ticket?: string } = {},
  ) {
    super(typeof text === 'string' ? text : text(families.folder));
    this.#text = text;
    this.code = code;
    this.status = errorStatus[code];
    this.issues = details.issues;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.pollId = details.pollId;
    this.ticket = details.ticket;
  }

  /** The same error, with its text in the words of a family of lists. */
  forFamily(family: Family): Problem {
    return typeof this.#text === 'string' ? this : new Problem(this.code, this.#text(family), this);
  }

  toBody(): ErrorBody {
    return {
      error: this.message,
      code: this.code,
      ...(this.issues ? { issues: this.issues } : {}),
      ...(this.pollId ? { pollId: this.pollId } : {}),
      ...(this.ticket ? { ticket: this.ticket } : {}),
    };
  }
}

export const unauthorized = (text: string = errorTexts.unauthorized) => new Problem('unauthorized', text);
export const forbidden = (text = 'You are not allowed to do this') => new Problem('forbidden', text);
export const insufficientScope = (text: string) => new Problem('insufficient_scope', text);
export const notFound = (what: Text = 'Not found') => new Problem('not_found', what);
export const methodNotAllowed = () => new Problem('method_not_allowed', 'This address does not support that method');
export const conflict = (code: ErrorCode, text: string) => new Problem(code, text);
/** The write would exceed a quota. The text names the quota. */
export const limitReached = (text: string) => new Problem('limit_reached', text);
/** The list has an open poll already. */
export const pollOpen = (pollId: string) =>
  new Problem('poll_open', 'This list is voting already. Join in!', { pollId });
export const tooFewCandidates = (text: string) => new Problem('too_few_candidates', text);
/** The database cannot be reached, or did not finish in time: a write may have had its effect. The error handler says so. */
export class DatabaseAway extends Problem {
  constructor(isWrite = false) {
    const rest = isWrite ? 'Your change may or may not be saved; look again in a moment.' : 'Try again in a moment.';
    super('unavailable', `Marquee can't reach its database right now. ${rest}`, { retryAfterSeconds: 2 });
  }
}
export const noRoom = () =>
  new Problem('unavailable', 'The server has no room left. Please delete something, or try again later.', {
    retryAfterSeconds: 60,
  });
/** The disk of the backups is full or failing. The cause is for the log. */
export function backupNotWritten(cause: Error): Problem {
  const text = 'The backup could not be written. Please check that the disk of DATA_DIR has enough free space.';
  return Object.assign(new Problem('unavailable', text), { cause });
}
/** This node is overloaded. */
export class Busy extends Problem {
  constructor(text: string) {
    super('unavailable', text, { retryAfterSeconds: 2 });
  }
}
export const upstreamAway = (what = 'The movie database did not answer. Please try again in a moment.') =>
  new Problem('upstream', what);
/**
 * A part is missing, since the source of titles does not answer: for what other programs take as the whole. The failure has
 * been logged already.
 */
export class PartMissing extends Problem {
  constructor() {
    super('unavailable', 'The movie database did not answer. Please try again in a minute.', { retryAfterSeconds: 60 });
  }
}
export const rateLimited = (retryAfterSeconds: number) =>
  new Problem('rate_limited', `Too many requests. Please wait ${waitOf(retryAfterSeconds)}.`, { retryAfterSeconds });

/** Some limits are for a day. */
function waitOf(seconds: number): string {
  if (seconds <= 90) return 'a moment';
  return seconds <= 90 * 60 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.ceil(seconds / 3600)} hours`;
}

export const isProblem = (error: unknown, code: ErrorCode): error is Problem =>
  error instanceof Problem && error.code === code;

export const isRateLimited = (error: unknown) => isProblem(error, 'rate_limited');

// Programs often show only the text of an error, and zod's own texts name no field. Texts that a schema has itself stay.
const { localeError: textOfZod } = z.locales.en();
z.config({
  customError(issue) {
    const field = issue.path?.join('.');
    if (!field) return undefined;
    if (issue.code === 'invalid_type' && issue.input === undefined) return `${field} is missing`;
    const text = textOfZod?.(issue);
    return `${field}: ${typeof text === 'object' ? text?.message : text}`;
  },
});

/** A bad request with an issue for each invalid field. Its text for people is that of the first issue. */
export function invalid(issues: NonNullable<ErrorBody['issues']>): Problem {
  return new Problem('validation', issues[0]?.message ?? 'The request is not valid', { issues });
}

/** A schema's issues, in the form of the error body. */
export function issuesOf(error: z.ZodError): NonNullable<ErrorBody['issues']> {
  return error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
}

/** True for MongoDB's OutOfDiskSpace. */
export const isDiskFull = (error: unknown) =>
  error instanceof Error && (error as Error & { code?: unknown }).code === 14031;

interface DuplicateKeyError {
  code: 11000;
  keyPattern: Record<string, unknown>;
}

/** True for MongoDB's E11000, optionally of the unique index on exactly these fields. */
export function isDuplicateKey(error: unknown, ...fields: string[]): error is DuplicateKeyError {
  if (!(error instanceof Error) || (error as Partial<DuplicateKeyError>).code !== 11000) return false;
  const pattern = (error as Partial<DuplicateKeyError>).keyPattern ?? {};
  return fields.length === 0 || fields.join() === Object.keys(pattern).join();
}
