import { BSONRegExp } from 'bson';
import type { Value } from '../bson/document.ts';
import { badValue, mongoError } from '../errors.ts';

/** A test for strings from a PCRE pattern. Never stateful: no `g` reaches JavaScript's RegExp. */
export function compileRegex(pattern: string, options: string): (text: string) => boolean {
  const regex = toRegExp(pattern, options);
  return (text) => regex.test(text);
}

/** The same meaning as a JavaScript RegExp, with `x`, leading `(?i)` and the anchors of PCRE translated. */
function toRegExp(pattern: string, options: string): RegExp {
  const invalid = [...options].find((option) => !'imsxu'.includes(option));
  if (invalid) throw mongoError(51108, `invalid flag in regex options: ${invalid}`);
  let source = pattern;
  let flags = options;
  const inline = /^\(\?([imsx]+)\)/.exec(source);
  if (inline) {
    source = source.slice(inline[0].length);
    flags += inline[1];
  }
  if (flags.includes('x')) source = withoutLayout(source);
  source = translate(source, flags.includes('m'));
  const kept = ['i', 'm', 's'].filter((flag) => flags.includes(flag)).join('');
  try {
    // With `u` a dot takes a whole character, but needless escapes such as `\-` are errors.
    return new RegExp(source, `${kept}u`);
  } catch {
    try {
      return new RegExp(source, kept);
    } catch (error) {
      throw mongoError(51091, `Regular expression is invalid: ${error instanceof Error ? error.message : pattern}`);
    }
  }
}

/** `{ $regex, $options }` or a regular expression as value. */
export function regexOf(value: Value, options: Value | undefined): BSONRegExp {
  if (options !== undefined && typeof options !== 'string') throw badValue('$options has to be a string');
  if (value instanceof BSONRegExp) {
    if (options && value.options) throw mongoError(51075, 'options set in both $regex and $options');
    return options ? new BSONRegExp(value.pattern, options) : value;
  }
  if (typeof value !== 'string') throw badValue('$regex has to be a string');
  if (value.includes('\0')) throw mongoError(51109, 'Regular expression cannot contain an embedded null byte');
  try {
    return new BSONRegExp(value, options ?? '');
  } catch {
    throw mongoError(51108, `invalid flag in regex options: ${options}`);
  }
}

/** Walks the pattern once, leaving escapes and character classes as they are. */
function rewrite(source: string, change: (at: number) => [text: string, length: number] | undefined): string {
  let result = '';
  let inClass = false;
  for (let i = 0; i < source.length; ) {
    const changed = inClass ? undefined : change(i);
    if (changed) {
      result += changed[0];
      i += changed[1];
      continue;
    }
    const character = source[i] as string;
    if (character === '\\') {
      result += source.slice(i, i + 2);
      i += 2;
      continue;
    }
    if (character === '[') inClass = true;
    else if (character === ']') inClass = false;
    result += character;
    i++;
  }
  return result;
}

function withoutLayout(source: string): string {
  return rewrite(source, (at) => {
    const layout = /^(?:\s+|#[^\n]*)/.exec(source.slice(at));
    return layout ? ['', layout[0].length] : undefined;
  });
}

function translate(source: string, multiline: boolean): string {
  return rewrite(source, (at) => {
    const next = source.slice(at, at + 4);
    if (next.startsWith('\\A')) return [multiline ? '(?<![\\s\\S])' : '^', 2];
    if (next.startsWith('\\z')) return ['(?![\\s\\S])', 2];
    if (next.startsWith('\\Z')) return ['(?=\\n?(?![\\s\\S]))', 2];
    if (next.startsWith('(?P<')) return ['(?<', 4];
    // PCRE's `$` also stands before a newline that ends the text.
    if (next.startsWith('$') && !multiline) return ['(?=\\n?(?![\\s\\S]))', 1];
    return undefined;
  });
}
