import { isDeepStrictEqual } from 'node:util';
import type { Response } from 'supertest';
import { allCalls } from '../../common/api/all.ts';
import type { Call } from '../../common/api/call.ts';
import { errorBodySchema, errorStatus, errorTexts } from '../../common/errors.ts';
import { pageRoutes } from '../openapi/openapi.pages.ts';
import { errorsOf, isForm } from '../openapi/openapi.responses.ts';
import { fixedFirst, pathPattern } from '../platform/http/pathPattern.ts';

/** All calls of the contract. */
const calls = allCalls
  .map((call) => ({ call, pattern: pathPattern(call.path) }))
  .sort((a, b) => fixedFirst(a.call.path, b.call.path));

function findCall(method: string, path: string): Call | undefined {
  const [pathname = ''] = path.split('?');
  return calls.find(({ call, pattern }) => call.method === method && pattern.test(pathname))?.call;
}

/**
 * Throws unless the contract allows the answer: status, type and exactly the fields of the schema, or the error body with
 * a code of the call.
 */
export function checkAnswer(method: string, path: string, answer: Response): void {
  const call = findCall(method, path);
  const where = `${method.toUpperCase()} ${path} answered ${answer.status}`;
  // The only such error in the contract is that of an upstream that fails, which tests cause.
  if (answer.status >= 500 && answer.status !== errorStatus.upstream) throw new Error(`${where}: ${answer.text}`);
  if (answer.status >= 400) checkError({ call, path }, answer, where);
  // Forms are answered with a redirect, and 304 has no body.
  else if (call && answer.status !== 303 && answer.status !== 304) checkSuccess(call, answer, where);
}

function checkSuccess(call: Call, answer: Response, where: string): void {
  if (answer.status !== call.status) throw new Error(`${where} instead of ${call.status}`);
  if (call.status === 204) {
    if (answer.text) throw new Error(`${where} with a body: ${answer.text}`);
    return;
  }
  if (call.files.some((type) => type === answer.type)) return;
  if (answer.type !== 'application/json') throw new Error(`${where} as ${answer.type}`);
  const parsed = call.answer.safeParse(answer.body);
  if (!parsed.success) throw new Error(`${where} does not match its schema: ${parsed.error.message}`);
  if (!isDeepStrictEqual(parsed.data, answer.body)) {
    throw new Error(`${where} with other fields than its schema: ${JSON.stringify(answer.body)}`);
  }
}

function hasErrorPage(path: string): boolean {
  const [pathname] = path.split('?');
  return pageRoutes.some((page) => page.path === pathname && page.hasErrorPage);
}

function checkError({ call, path }: { call: Call | undefined; path: string }, answer: Response, where: string): void {
  if (answer.type === 'text/html' && (call ? isForm(call) : hasErrorPage(path))) return;
  const { code, error } = errorBodySchema.strict().parse(answer.body);
  if (errorStatus[code] !== answer.status) throw new Error(`${where} with the code ${code}`);
  if (code === 'unauthorized' && !call?.isPublic && error !== errorTexts.unauthorized) {
    throw new Error(`${where} with the text ${error}`);
  }
  if (call && !errorsOf(call).includes(code)) {
    throw new Error(`${where} with ${code}, which the contract does not name for it`);
  }
}
