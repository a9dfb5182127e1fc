import { z } from 'zod';

/** Every machine-readable error code of the contract, with its HTTP status. */
export const errorStatus = {
  validation: 400,
  unauthorized: 401,
  forbidden: 403,
  password_change_required: 403,
  registration_closed: 403,
  invitation_required: 403,
  account_disabled: 403,
  second_factor_required: 403,
  fresh_sign_in_required: 403,
  /** The access token of the request does not open this call. */
  insufficient_scope: 403,
  not_found: 404,
  method_not_allowed: 405,
  already_in_folder: 409,
  reserved_name: 409,
  already_member: 409,
  already_invited: 409,
  already_answered: 409,
  taken: 409,
  conflict: 409,
  limit_reached: 409,
  several_plays: 409,
  watch_ahead: 409,
  changed_since: 409,
  poll_open: 409,
  too_few_candidates: 409,
  too_large: 413,
  unsupported_media_type: 415,
  misdirected: 421,
  rate_limited: 429,
  internal: 500,
  upstream: 502,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

export const errorCodes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]];

const issueSchema = z
  .object({ path: z.string(), message: z.string() })
  .meta({ id: 'Issue', description: 'What is wrong with one field.' });

/**
 * The body of every error: `error` is a text for people, `issues` lists the invalid fields, `pollId` is the list's open poll,
 * `ticket` continues a sign-in that waits for a code.
 */
export const errorBodySchema = z.object({
  error: z.string(),
  code: z.enum(errorCodes),
  issues: z.array(issueSchema).optional(),
  pollId: z.string().optional(),
  ticket: z.string().optional(),
});

export type ErrorBody = z.infer<typeof errorBodySchema>;

export const errorTexts = {
  unauthorized: 'Unauthorized',
  alreadyInFolder: 'This title already exists in this folder',
  noItemSelected: 'No item selected',
} as const;
