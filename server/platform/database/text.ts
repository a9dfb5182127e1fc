import type { ErrorBody } from '../../../common/errors.ts';

type Issue = NonNullable<ErrorBody['issues']>[number];

/** NUL, which ends a string in the database, and lone surrogates, which it cannot store. */
const malformed = /[\0\p{Cs}]/u;

/**
 * Finds the first malformed text in a request, field names included, so that no schema has to check it. Not recursive,
 * because a body may be nested very deeply.
 */
export function findMalformedText(value: unknown): Issue | null {
  const waiting: { value: unknown; path: string }[] = [{ value, path: '' }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { path } = next;
    if (typeof next.value === 'string' && malformed.test(next.value)) return issue(path);
    if (typeof next.value !== 'object' || next.value === null) continue;
    for (const [name, inner] of Object.entries(next.value)) {
      if (malformed.test(name)) return issue(path);
      // Other values hold no text, so no path is built for them.
      if (typeof inner === 'string' || typeof inner === 'object') {
        waiting.push({ value: inner, path: path ? `${path}.${name}` : name });
      }
    }
  }
  return null;
}

function issue(path: string): Issue {
  return { path, message: 'Contains characters that are not text' };
}
