import type { Answer } from './servers.ts';

/** How the embedded database refuses by name what MongoDB answers; its README lists them. */
const refusals: readonly { code: number; message: RegExp }[] = [
  { code: 115, message: /is not supported by the embedded database/ },
  { code: 168, message: /^Unrecognized expression/ },
  { code: 31325, message: /^Unknown expression/ },
  { code: 40415, message: /is an unknown field/ },
  { code: 112, message: /(were changed|was dropped) after the snapshot|is created by another transaction/ },
  { code: 31249, message: /^Path collision/ },
  { code: 31250, message: /^Path collision/ },
  { code: 14, message: /^BSON field 'delete.deletes.limit' is the wrong type/ },
  { code: 15975, message: /key ordering must be 1/ },
  { code: 40228, message: /^'newRoot' expression must evaluate to an object/ },
  { code: 280, message: /the resume token was not found/ },
];

/** Errors that programs act on. Others only have to be errors on both. */
const handled = new Set([26, 27, 43, 48, 50, 85, 86, 112, 175, 246, 251, 256, 260, 263, 280, 286, 11000]);

export type Verdict = 'equal' | 'refused' | 'different';

export function compare(embedded: Answer, mongodb: Answer): Verdict {
  const { code, message = '' } = embedded;
  if (code === undefined) return embedded.value === mongodb.value ? 'equal' : 'different';
  if (code === mongodb.code) return 'equal';
  if (refusals.some((refusal) => refusal.code === code && refusal.message.test(message))) return 'refused';
  const isHandled = handled.has(code) || handled.has(mongodb.code ?? 0);
  return mongodb.code !== undefined && !isHandled ? 'equal' : 'different';
}
