import { isDeepStrictEqual } from 'node:util';
import type { Response } from 'supertest';
import { allCalls, type Call } from '../../common/api.ts';
import { errorBodySchema, errorStatus } from '../../common/errors.ts';

/** Every call of the contract, those with fixed paths before those with parameters. */
const calls = allCalls
  .map((call) => ({ call, pattern: new RegExp(`^${call.path.replace(/:\w+/g, '[^/]+')}$`) }))
  .sort((a, b) => Number(a.call.path.includes(':')) - Number(b.call.path.includes(':')));

export function findCall(method: string, path: string): Call | undefined {
  const [pathname = ''] = path.split('?');
  return calls.find(({ call, pattern }) => call.method === method && pattern.test(pathname))?.call;
}

const anywhere = new Set([
  'validation',
  'unauthorized',
  'rate_limited',
  'unavailable',
  'too_large',
  'unsupported_media_type',
]);

/**
 * Throws unless the answer is one that the contract allows to this call: its status and exactly the fields of its
 * schema, or the one error body with a code that the call names. `hasKey` and `hasOrigin` allow what these headers add.
 */
export function checkAnswer(
  method: string,
  path: string,
  answer: Response,
  sent: { hasKey: boolean; hasOrigin: boolean },
): void {
  const call = findCall(method, path);
  const where = `${method.toUpperCase()} ${path} answered ${answer.status}`;
  if (answer.status >= 500) throw new Error(`${where}: ${answer.text}`);
  if (answer.status >= 400) checkError(call, answer, where, sent);
  // Forms are answered with the way on.
  else if (call && answer.status !== 303 && answer.status !== 304) checkSuccess(call, answer, where);
}

function checkSuccess(call: Call, answer: Response, where: string): void {
  if (answer.status !== call.status) throw new Error(`${where} instead of ${call.status}`);
  if (call.status === 204) return;
  const parsed = call.answer.safeParse(answer.body);
  if (!parsed.success) throw new Error(`${where} against its schema: ${parsed.error.message}`);
  if (!isDeepStrictEqual(parsed.data, answer.body)) {
    throw new Error(`${where} with more than its schema: ${JSON.stringify(answer.body)}`);
  }
}

function checkError(
  call: Call | undefined,
  answer: Response,
  where: string,
  { hasKey, hasOrigin }: { hasKey: boolean; hasOrigin: boolean },
): void {
  if (answer.type === 'text/html') return;
  const { code } = errorBodySchema.strict().parse(answer.body);
  if (errorStatus[code] !== answer.status) throw new Error(`${where} with the code ${code}`);
  if (code === 'unauthorized' && !call?.isPublic && answer.body.error !== 'Unauthorized') {
    throw new Error(`${where} with the text ${answer.body.error}`);
  }
  const isAllowed =
    !call ||
    anywhere.has(code) ||
    (call.errors as readonly string[]).includes(code) ||
    (hasOrigin && code === 'forbidden') ||
    (hasKey && code === 'conflict');
  if (!isAllowed) throw new Error(`${where} with ${code}, which the contract does not name for it`);
}
