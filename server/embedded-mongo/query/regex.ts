import { BSONRegExp } from 'bson';
import type { Value } from '../bson/document.ts';
import { badValue, MongoError, refuse } from '../errors.ts';

/**
 * Compiles a PCRE pattern into a test for strings. The test has no state, because the RegExp never has the flag `g`.
 */
export function compileRegex(pattern: string, options: string): (text: string) => boolean {
  const regex = toRegExp(pattern, options);
  return (text) => regex.test(text);
}

/** Translates to a JavaScript RegExp. Syntax that only PCRE has is refused or fails to compile. */
function toRegExp(pattern: string, options: string): RegExp {
  const invalid = [...options].find((option) => !'imsxu'.includes(option));
  if (invalid) throw new MongoError(51108, `invalid flag in regex options: ${invalid}`);
  if (options.includes('x')) throw refuse('the option x of regular expressions');
  const source = translate(pattern, options.includes('m'));
  const kept = ['i', 'm', 's'].filter((flag) => options.includes(flag)).join('');
  try {
    // With `u` a dot matches a whole character, but unnecessary escapes such as `\-` are errors.
    return new RegExp(source, `${kept}u`);
  } catch {
    try {
      return new RegExp(source, kept);
    } catch (error) {
      throw new MongoError(51091, `Regular expression is invalid: ${error instanceof Error ? error.message : pattern}`);
    }
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

/** The escapes that have the same meaning in JavaScript. JavaScript would read other letters as themselves. */
const sharedEscape = /^\\(?:[^A-Za-z]|[bBcdDfknpPrsStuvwWx])/;

/**
 * PCRE syntax that JavaScript lacks or reads differently: inline options, other groups, a class that starts with `]`.
 */
const pcreSyntax = /^(?:\(\?(?=[^:=!<])[^():\s]*[:)]?|\[\^?\])/;
const namedClass = /^\[:\^?\w+:\]/;

/** PCRE's `$` also matches before a newline at the end of the text. Escapes and character classes stay as they are. */
function translate(source: string, isMultiline: boolean): string {
  let result = '';
  let inClass = false;
  for (let i = 0; i < source.length; i++) {
    const character = source[i] as string;
    if (character === '\\') {
      const escaped = source.slice(i, i + 2);
      if (escaped.length === 2 && !sharedEscape.test(escaped)) throw refuse(`${escaped} in a regular expression`);
      result += escaped;
      i++;
      continue;
    }
    const foreign = (inClass ? namedClass : pcreSyntax).exec(source.slice(i))?.[0];
    if (foreign) throw refuse(`${foreign} in a regular expression`);
    if (character === '[') inClass = true;
    else if (character === ']') inClass = false;
    result += character === '$' && !inClass && !isMultiline ? '(?=\\n?(?![\\s\\S]))' : character;
  }
  return result;
}
