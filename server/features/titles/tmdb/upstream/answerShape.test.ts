import { describe, expect, test } from '@jest/globals';
import { isReasonable } from './attempt.ts';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

describe('the shape of an answer', () => {
  test.each([
    ['{}', '{}'],
    ['a page', '{"page":1,"results":[{"id":603,"title":"The Matrix"}]}'],
    ['32 levels', nested(32)],
    ['many lists in a list', `[${Array(1000).fill('[[]]').join()}]`],
    ['brackets in texts', `["${'['.repeat(100)}","\\"${'{'.repeat(100)}","\\\\","]"]`],
    ['commas in texts', `["${','.repeat(500_000)}"]`],
    ['a text without an end', '["[[[['],
  ])('is accepted with %s', (_what, json) => {
    expect(isReasonable(json)).toBe(true);
  });

  test.each([
    ['33 levels', nested(33)],
    ['many levels after a text that ends with a backslash', `["\\\\",${nested(40)}]`],
    ['half a million values', `[${'1,'.repeat(500_000)}1]`],
    ['half a million empty objects', `[${'{},'.repeat(250_000)}{}]`],
  ])('is refused with %s', (_what, json) => {
    expect(isReasonable(json)).toBe(false);
  });
});
