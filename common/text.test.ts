import { describe, expect, test } from '@jest/globals';
import { folderNameBody } from './schemas/forms.ts';
import { registerBody } from './schemas/user.ts';
import { plainText } from './text.ts';

describe('a stored text', () => {
  test.each([
    ['is what it was', 'Amélie – 千と千尋 🎬 (2001)', 'Amélie – 千と千尋 🎬 (2001)'],
    ['has no space around it', '  Heat \u00a0', 'Heat'],
    ['is composed', 'Ame\u0301lie', 'Amélie'],
    ['is not turned round', 'photo\u202egpj.exe', 'photogpj.exe'],
    ['has no marks of direction', '\u2066\u200e\u061cHeat\u2069\u200f', 'Heat'],
    ['has nothing of no width', 'He\u200ba\u200c\u200dt\u2060\ufeff', 'Heat'],
    ['has no controls', 'He\0a\u0007\u001bt\u007f\u009b', 'Heat'],
    ['has no tags and no blanks that are letters', 'Heat\u{e0041}\u3164\u115f', 'Heat'],
    ['has no halves of characters', 'He\ud83dat\udcaf', 'Heat'],
    ['is one paragraph', 'One.\r\n\r\nTwo.\tThree.\u2028Four.', 'One. Two. Three. Four.'],
    ['may be empty', '\u202e\u200b ', ''],
  ])('%s', (_what, value, kept) => {
    expect(plainText(value)).toBe(kept);
  });
});

/** The code points of a text, so that a failure shows invisible characters. */
const codes = (name: string) => [...name].map((character) => character.codePointAt(0)?.toString(16)).join(' ');

const cleaned: [string, string][] = [
  ['Friday nights', 'Friday nights'],
  ['  spaces around  ', 'spaces around'],
  ['Cafe\u0301', 'Café'],
  ['two\nlines\tand\u2028more', 'two lines and more'],
  ['a\u0000b\u0007c\u001b[31m\u009bd', 'abc[31md'],
  ['\u202egnp.exe', 'gnp.exe'],
  ['a\u202ab\u202bc\u202cd\u202de\u2066f\u2067g\u2068h\u2069i\u200ej\u200fk\u061cl', 'abcdefghijkl'],
  ['a\u200bb\u2060c\ufeffd\u00ade\u180ef\u034fg', 'abcdefg'],
  ['a\u200db', 'ab'],
  ['a\u200d🎬\u200db', 'a🎬b'],
  ['Anna\u200c', 'Anna'],
  ['\u{e0041}\u{e0042}x', 'x'],
  ['a\u3164b\uffa0c\u115fd', 'abcd'],
  ['x\ufe0f', 'x'],
  ['a\ufff9b\ufffac\ufffbd', 'abcd'],
];

const kept = [
  'Ünïcödé, 中文, עברית, العربية, हिन्दी, ไทย, 한국어',
  // Persian and Sinhala words are spelled with joiners.
  'می\u200cخواهم',
  'ශ්\u200dරී ලංකා',
  'क्\u200dष',
  '葛\u{e0100}城',
  '👩\u200d👩\u200d👧',
  '👩🏽\u200d🚀',
  '🏳\ufe0f\u200d🌈',
  '❤\ufe0f\u200d🔥',
  '1\ufe0f\u20e3',
  '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  '🇺🇦 night',
];

describe('a name', () => {
  test.each(cleaned)('%j is stored as %j', (given, name) => {
    expect(codes(plainText(given))).toBe(codes(name));
    expect(plainText(plainText(given))).toBe(plainText(given));
  });

  test.each(kept)('%s is stored unchanged', (name) => {
    expect(codes(plainText(name))).toBe(codes(name.normalize('NFC')));
  });

  test('of a list or a user is cleaned before its length is checked', () => {
    const long = `${'x'.repeat(100)}${'\u200b'.repeat(100)}`;

    expect(folderNameBody.parse({ name: long }).name).toHaveLength(100);
    const person = { email: 'a@example.com', password: 'correct horse battery' };
    expect(registerBody.parse({ ...person, firstName: 'A\u202en\u0301a' })).toMatchObject({ firstName: 'Ańa' });
  });
});

test.each(['\u200b', ' \u202e ', '\u0301', '\u2800', '\u3164', '\u200d\u200d', '\ufe0f', '\t', '\u{e0041}'])(
  'without anything visible, as %j, it is no name',
  (name) => {
    expect(folderNameBody.safeParse({ name }).error?.issues.map(({ message }) => message)).toEqual(['Enter a name']);
    const person = registerBody.parse({ email: 'a@example.com', password: 'correct horse battery', lastName: name });
    expect(person.lastName).toBeNull();
  },
);
