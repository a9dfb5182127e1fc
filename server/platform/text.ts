import type { ErrorBody } from '../../common/errors.ts';

type Issue = NonNullable<ErrorBody['issues']>[number];

/** NUL, which the database takes for an end, and halves of characters, which it cannot keep. */
const noText = /[\0\p{Cs}]/u;

/**
 * The first text in a request that is none, by its path; names of fields are text too. No schema needs to think of it.
 * Goes without recursion: a body may be nested as deep as it is long.
 */
export function findMalformedText(value: unknown): Issue | null {
  const waiting: { value: unknown; path: string }[] = [{ value, path: '' }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { path } = next;
    if (typeof next.value === 'string' && noText.test(next.value)) return issue(path);
    if (typeof next.value !== 'object' || next.value === null) continue;
    for (const [name, inner] of Object.entries(next.value)) {
      if (noText.test(name)) return issue(path);
      // Only what holds text is worth a path.
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
