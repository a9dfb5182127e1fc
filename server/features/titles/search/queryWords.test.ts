import { expect, test } from '@jest/globals';
import { leadingNumber, toSeriesNumber, withoutNoise } from './queryWords.ts';
import { nameKey, searchTokens } from './searchText.ts';

test.each([
  ['rocky 2', 'rocky', 2],
  ['rocky part two', 'rocky', 2],
  ['rocky ii', 'rocky', 2],
  ['star wars episode v', 'star wars', 5],
  ['shrek the third', 'shrek', 3],
  ['kill bill vol 2', 'kill bill', 2],
  ['t2', 't', 2],
  ['harry potter 3rd', 'harry potter', 3],
])('%j asks for a part of a series', (query, base, number) => {
  expect(toSeriesNumber(query.split(' '))).toMatchObject({ base: base.split(' '), number });
});

test.each(['rocky', '1917', 'blade runner 2049', 'apollo', ''])('%j asks for none', (query) => {
  expect(toSeriesNumber(query.split(' '))).toBeNull();
});

test.each([
  ['chapter 3 parabellum', 3],
  ['ii', 2],
  ['part two', 2],
  ['and the goblet of fire', null],
  ['1984', null],
])('a name that goes on with %j has the number %j', (rest, number) => {
  expect(leadingNumber(rest.split(' '))).toBe(number);
});

test.each([
  ['joker full movie', 'joker', undefined],
  ['dark season 1', 'dark', undefined],
  ['titanic movie 1997', 'titanic', '1997'],
  ['the bear s02e05', 'the bear', undefined],
  ['see apple tv', '', undefined],
  ['big apple', 'big apple', undefined],
])('%j has the words %j', (query, words, year) => {
  expect(withoutNoise(query.split(' '))).toEqual({ words: words.split(' ').filter(Boolean), year });
});

test.each([
  ['Spider-Man', ['spider', 'man', 'spiderman']],
  ['T.H.E. End', ['t', 'h', 'e', 'end', 'the', 'theend']],
  ['A B C D E', ['a', 'b', 'c', 'd', 'e']],
  ['トトロ', ['トトロ', 'トロ', 'ロ']],
  ['Heat', ['heat']],
])('%j is found by %j', (name, tokens) => {
  expect(searchTokens(name)).toEqual(tokens);
});

test('a long name without spaces is found by the starts of its first characters', () => {
  expect(searchTokens('の'.repeat(40))).toHaveLength(24);
});

test.each([
  ['The Matrix', 'Matrix, The'],
  ['Amélie', 'amelie'],
  ['Spider-Man', 'Spider Man'],
])('%j and %j are the same name', (one, other) => {
  expect(nameKey(one)).toBe(nameKey(other));
});
