import { BSONRegExp } from 'bson';
import { RE2JS } from 're2js';
import type { Value } from '../document.ts';
import { badValue, MongoError, refuse } from '../errors.ts';
import { invalidRegex, translateRegex } from './regexSyntax.ts';

/** MongoDB's limit, in bytes. */
const maxPatternSize = 16_384;

/**
 * Compiles a PCRE pattern into a test for strings. RE2 does not backtrack: the time of a test grows with the text's
 * length only, whatever the pattern is.
 */
export function compileRegex(pattern: string, options: string): (text: string) => boolean {
  const invalid = [...options].find((option) => !'imsxu'.includes(option));
  if (invalid) throw new MongoError(51108, `invalid flag in regex options: ${invalid}`);
  if (options.includes('x')) throw refuse('the option x of regular expressions');
  if (Buffer.byteLength(pattern) > maxPatternSize) throw invalidRegex('regular expression is too large');
  const has = (flag: string) => options.includes(flag);
  const source = translateRegex(pattern, { i: has('i'), m: has('m'), s: has('s') });
  const regex = compileRe2(source);
  return (text) => regex.test(text);
}

/** The syntax is already known to be right, so what fails are RE2's limits, such as that of nested repetitions. */
function compileRe2(source: string): RE2JS {
  try {
    return RE2JS.compile(source);
  } catch (error) {
    throw refuse(`a regular expression beyond the limits of RE2 (${error instanceof Error ? error.message : error})`);
  }
}

/** Reads `{ $regex, $options }` or a regular expression value. */
export function regexOf(value: Value, options: Value | undefined): BSONRegExp {
  if (options !== undefined && typeof options !== 'string') throw badValue('$options has to be a string');
  if (value instanceof BSONRegExp) {
    if (options && value.options) throw new MongoError(51075, 'options set in both $regex and $options');
    return options ? new BSONRegExp(value.pattern, options) : value;
  }
  if (typeof value !== 'string') throw badValue('$regex has to be a string');
  if (value.includes('\0')) throw new MongoError(51109, 'Regular expression cannot contain an embedded null byte');
  try {
    return new BSONRegExp(value, options ?? '');
  } catch {
    throw new MongoError(51108, `invalid flag in regex options: ${options}`);
  }
}
