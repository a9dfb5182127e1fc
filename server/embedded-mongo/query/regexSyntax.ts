import { MongoError, refuse } from '../errors.ts';

/** A part of a pattern in RE2's syntax, with what the parts around it need to know. */
interface Part {
  source: string;
  /** How many characters it has after its repetitions are written out. */
  size: number;
  canBeEmpty: boolean;
  /** Whether it may stand before a newline at the end of the text: nothing may follow it, see `endOfText`. */
  isEnd?: boolean;
  /** Whether nothing has to follow a `^` for lines in it, see `Translator.pattern`. */
  isOpenLine?: boolean;
}

interface Flags {
  i: boolean;
  m: boolean;
  s: boolean;
}

/** RE2 needs time and memory for each character of a pattern and, in the worst case, for each pair with the text's. */
const maxSize = 2000;
const maxRepeat = 1000;
/** The limits of PCRE. */
const maxPcreRepeat = 65_535;
const maxDepth = 250;

export const invalidRegex = (reason: string) => new MongoError(51091, `Regular expression is invalid: ${reason}`);
const refuseSyntax = (syntax: string) => refuse(`${syntax} in a regular expression`);

/**
 * Translates a pattern of PCRE into RE2's syntax, for testing only: groups do not capture. Only what is known to mean
 * the same in both is translated; all other syntax is refused.
 */
export function translateRegex(pattern: string, flags: Flags): string {
  return new Translator(unquote(pattern), flags).pattern();
}

/** Replaces `\Q…\E` by escaped characters. */
function unquote(pattern: string): string {
  let result = '';
  for (let at = 0; at < pattern.length; ) {
    const length = pattern[at] === '\\' ? 2 : 1;
    const part = pattern.slice(at, at + length);
    at += length;
    if (part === '\\Q') {
      const end = pattern.indexOf('\\E', at);
      if (end < 0) throw invalidRegex('missing \\E');
      result += pattern.slice(at, end).replace(/\W/gu, '\\$&');
      at = end + 2;
    } else if (part !== '\\E') result += part;
  }
  return result;
}

const escapedCharacters: Record<string, number> = { a: 7, e: 27, f: 12, n: 10, r: 13, t: 9 };
/** Classes of ASCII characters. `\s` includes the vertical tab, unlike RE2's. */
const escapedClasses: Record<string, string> = {
  d: '\\d',
  D: '\\D',
  w: '\\w',
  W: '\\W',
  s: '[:space:]',
  S: '[:^space:]',
};
/** Those that contain both cases of each character. */
const hasNoCase = new Set(['\\d', '\\D', '[:space:]', '[:^space:]']);
const namedClasses = new Set(
  'alnum alpha ascii blank cntrl digit graph lower print punct space upper word xdigit'.split(' '),
);
/**
 * PCRE's `$` also stands before a newline at the end. RE2 cannot look ahead, so this consumes the newline; therefore
 * nothing may follow.
 */
const endOfText: Part = { source: '(?:\\n?\\z)', size: 1, canBeEmpty: true, isEnd: true };
const lineStart: Part = { source: '(?m:^)', size: 1, canBeEmpty: true, isOpenLine: true };
const assertions: Record<string, Part> = {
  A: { source: '\\A', size: 1, canBeEmpty: true },
  z: { source: '\\z', size: 1, canBeEmpty: true },
  Z: endOfText,
  b: { source: '\\b', size: 1, canBeEmpty: true },
  B: { source: '\\B', size: 1, canBeEmpty: true },
};

const inHex = (code: number) => `\\x{${code.toString(16)}}`;
const isQuantifier = (text: string) => /^(?:[*+?]|\{\d+(?:,\d*)?\})/.test(text);

class Translator {
  private at = 0;
  private depth = 0;
  private readonly names = new Set<string>();
  private readonly text: string;
  private readonly flags: Flags;

  constructor(text: string, flags: Flags) {
    this.text = text;
    this.flags = flags;
  }

  pattern(): string {
    const { source, size, isOpenLine } = this.alternatives({ ...this.flags });
    if (this.at < this.text.length) throw invalidRegex('unmatched parentheses');
    // RE2 finds the start of a line after the last newline, PCRE does not. It matters only if no character has to follow.
    if (isOpenLine) throw refuseSyntax('^ that no character has to follow, with the option m,');
    if (size > maxSize) throw refuse(`a regular expression of more than ${maxSize} characters, with its repetitions,`);
    return source;
  }

  /** Reads up to the end of the group. Options that are set in one alternative also hold in the next. */
  private alternatives(flags: Flags): Part {
    const parts = [this.sequence(flags)];
    while (this.take('|')) parts.push(this.sequence(flags));
    return {
      source: parts.map(({ source }) => source).join('|'),
      size: parts.reduce((sum, { size }) => sum + size, 0),
      canBeEmpty: parts.some(({ canBeEmpty }) => canBeEmpty),
      isEnd: parts.some(({ isEnd }) => isEnd),
      isOpenLine: parts.some(({ isOpenLine }) => isOpenLine),
    };
  }

  private sequence(flags: Flags): Part {
    const whole: Part = { source: '', size: 1, canBeEmpty: true, isEnd: false, isOpenLine: false };
    while (this.at < this.text.length && !/[|)]/.test(this.text[this.at] as string)) {
      const part = this.quantified(flags);
      if (!part) continue;
      if (whole.isEnd) throw refuseSyntax('$ that something follows');
      whole.source += part.source;
      whole.size += part.size;
      whole.isEnd = part.isEnd === true;
      whole.isOpenLine = part.isOpenLine || (whole.isOpenLine && part.canBeEmpty);
      whole.canBeEmpty &&= part.canBeEmpty;
    }
    return whole;
  }

  /** Reads one part and its quantifier. Returns undefined for options such as `(?i)`, which are not a part. */
  private quantified(flags: Flags): Part | undefined {
    if (isQuantifier(this.rest())) throw invalidRegex('nothing to repeat');
    const assertion = this.assertion(flags);
    if (assertion) return assertion;
    const part = this.atom(flags);
    const quantifier = part && this.takeMatch(/^(?:[*+?]|\{(\d+)(,?)(\d*)\})/);
    if (!quantifier) return part;
    if (this.take('+')) throw refuseSyntax('the possessive quantifier +');
    this.take('?'); // whether a quantifier is greedy does not matter for a test
    if (part.isEnd) throw refuseSyntax('$ in a group that is repeated');
    return repeat(part, quantifier);
  }

  private assertion({ m }: Flags): Part | undefined {
    if (this.take('^')) return m ? lineStart : assertions.A;
    if (this.take('$')) return m ? { source: '(?m:$)', size: 1, canBeEmpty: true } : endOfText;
    const letter = this.takeMatch(/^\\([AzZbB])/)?.[1];
    return letter ? assertions[letter] : undefined;
  }

  private atom(flags: Flags): Part | undefined {
    if (this.text[this.at] === '(') return this.group(flags);
    if (this.take('[')) return one(this.characterClass(flags));
    if (this.take('.')) return one(flags.s ? '(?s:.)' : '.');
    const character = this.take('\\') ? this.escape(flags, false) : this.character();
    if (typeof character === 'string') return one(`[${character}]`);
    return one(flags.i ? `(?i:${inHex(character)})` : inHex(character));
  }

  private group(flags: Flags): Part | undefined {
    const options = this.takeMatch(/^\(\?([imsU]*)(?:-([imsU]*))?([:)])/);
    const inner = { ...flags };
    if (options) {
      const changed = options[3] === ')' ? flags : inner;
      for (const [position, value] of [true, false].entries()) {
        for (const flag of options[position + 1] ?? '') if (flag !== 'U') changed[flag as keyof Flags] = value;
      }
      if (options[3] === ')') {
        if (isQuantifier(this.rest())) throw invalidRegex('nothing to repeat');
        return undefined;
      }
    } else if (!this.takeMatch(/^\((?![?*])/) && !this.takeName()) {
      const syntax = /^\((?:\?(?:<?[=!>]|[A-Za-z-]+|.)?|\*)/.exec(this.rest())?.[0] ?? '(';
      if (syntax === '(?') throw invalidRegex('unrecognized character after (? or (?-');
      throw refuseSyntax(syntax);
    }
    if (++this.depth > maxDepth) throw invalidRegex('parentheses are too deeply nested');
    const part = this.alternatives(inner);
    if (!this.take(')')) throw invalidRegex('missing )');
    this.depth--;
    return { ...part, source: `(?:${part.source})` };
  }

  /** Reads the start of a group with a name. */
  private takeName(): boolean {
    const name = this.takeMatch(/^\(\?P?<([A-Za-z_]\w{0,31})>/)?.[1];
    if (name === undefined) return false;
    if (this.names.has(name)) throw invalidRegex('two named subpatterns have the same name');
    this.names.add(name);
    return true;
  }

  /** Reads what follows a backslash: one character as its code, or a class of characters in RE2's syntax. */
  private escape({ i }: Flags, isInClass: boolean): number | string {
    if (this.at >= this.text.length) throw invalidRegex('\\ at end of pattern');
    const letter = this.takeMatch(/^[A-Za-z0-9]/)?.[0];
    if (letter === undefined) return this.character();
    if (letter === 'x') return this.hexadecimal();
    if (letter === 'p' || letter === 'P') return this.property(letter, i);
    if (letter === 'b' && isInClass) return 8;
    const character = escapedCharacters[letter] ?? escapedClasses[letter];
    if (character === undefined) throw refuseSyntax(`\\${letter}`);
    return character;
  }

  private hexadecimal(): number {
    const match = this.takeMatch(/^(?:\{([0-9A-Fa-f]{1,8})\}|([0-9A-Fa-f]{2}))/);
    if (!match) throw refuseSyntax('\\x without two digits or {…}');
    const code = Number.parseInt(match[1] ?? (match[2] as string), 16);
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) throw invalidRegex('not a character of Unicode');
    return code;
  }

  /**
   * Only the general categories that have the same members in RE2 and all versions of PCRE: not scripts, not `C` with
   * its unassigned characters. Whether the case of `Lu` matters with the option i depends on the version.
   */
  private property(letter: 'p' | 'P', ignoresCase: boolean): string {
    const match = this.takeMatch(/^(?:([LMNPSZ])|\{(\^?)([LMNPSZ][a-z]?|Cc|Cf)\})/);
    const category = match?.[1] ?? match?.[3];
    if (!match || !category || (ignoresCase && /^L[ult]$/.test(category))) {
      throw refuseSyntax(`\\${letter}${match?.[0] ?? this.rest().slice(0, 20)}`);
    }
    const isNegated = (letter === 'P') !== (match[2] === '^');
    return `\\${isNegated ? 'P' : 'p'}{${category}}`;
  }

  /** Reads a class after its opening bracket. */
  private characterClass(flags: Flags): string {
    if (/^([:.=])[^\]]*\1\]/.test(this.rest())) {
      throw invalidRegex('POSIX named classes are supported only within a class');
    }
    const negation = this.take('^') ? '^' : '';
    /** The members by what the option i does to them. */
    const members = { folded: '', exact: '', same: '' };
    do {
      if (this.at >= this.text.length) throw invalidRegex('missing terminating ] for character class');
      const start = this.classMember(flags);
      const isRange = /^-[^\]]/.test(this.rest());
      if (typeof start === 'string') {
        if (isRange) throw refuseSyntax('a range from a class of characters');
        members[hasNoCase.has(start) ? 'same' : 'exact'] += start;
        continue;
      }
      if (isRange) this.at++;
      const end = isRange ? this.classMember(flags) : start;
      if (typeof end === 'string') throw invalidRegex('invalid range in character class');
      if (end < start) throw invalidRegex('range out of order in character class');
      members[mayHaveCase(start, end) ? 'folded' : 'same'] += `${inHex(start)}-${inHex(end)}`;
    } while (!this.take(']'));

    const { folded, exact, same } = members;
    if (!flags.i) return `[${negation}${folded}${exact}${same}]`;
    // PCRE ignores case for characters and ranges, but not for classes such as \w.
    if (!exact) return `(?i:[${negation}${folded}${same}])`;
    if (!folded) return `[${negation}${exact}${same}]`;
    if (negation) throw refuseSyntax('[^…] with letters and a class of letters, with the option i,');
    return `(?:[${exact}${same}]|(?i:[${folded}]))`;
  }

  private classMember(flags: Flags): number | string {
    if (this.take('\\')) return this.escape(flags, true);
    if (!/^\[[:.=]/.test(this.rest())) return this.character();
    const [whole, negation = '', name = ''] = this.takeMatch(/^\[:(\^?)([a-z]+):\]/) ?? [];
    if (!whole) throw refuseSyntax(`${this.rest().slice(0, 2)} in a character class`);
    if (!namedClasses.has(name)) throw invalidRegex('unknown POSIX class name');
    const isCase = name === 'lower' || name === 'upper';
    return `[:${negation}${flags.i && isCase ? 'alpha' : name}:]`;
  }

  private character(): number {
    const code = this.text.codePointAt(this.at) as number;
    this.at += code > 0xffff ? 2 : 1;
    return code;
  }

  private rest(): string {
    return this.text.slice(this.at);
  }

  private take(character: string): boolean {
    if (this.text[this.at] !== character) return false;
    this.at++;
    return true;
  }

  private takeMatch(expression: RegExp): RegExpExecArray | null {
    const match = expression.exec(this.rest());
    if (match) this.at += match[0].length;
    return match;
  }
}

const one = (source: string): Part => ({ source, size: 1, canBeEmpty: false });

function repeat(part: Part, [quantifier, low, comma, high]: RegExpExecArray): Part {
  const least = low === undefined ? Number(quantifier === '+') : Number(low);
  const most = high || (comma ? least : low) || 1;
  if (Math.max(least, Number(most)) > maxPcreRepeat) throw invalidRegex('number too big in {} quantifier');
  if (Number(most) < least) throw invalidRegex('numbers out of order in {} quantifier');
  if (Number(most) > maxRepeat) throw refuseSyntax(`more than ${maxRepeat} repetitions`);
  return {
    ...part,
    source: part.source + quantifier,
    size: part.size * (Number(most) + 1),
    canBeEmpty: part.canBeEmpty || least === 0,
  };
}

/** Whether one of the characters may have another case: a letter of ASCII, or any character beyond it. */
function mayHaveCase(start: number, end: number): boolean {
  const includes = (first: string, last: string) => start <= last.charCodeAt(0) && end >= first.charCodeAt(0);
  return end > 0x7f || includes('A', 'Z') || includes('a', 'z');
}
