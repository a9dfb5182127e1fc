import { describe, expect, test } from '@jest/globals';
import { plainText } from './text.ts';

describe('a text as it is kept', () => {
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
