import { describe, expect, test } from '@jest/globals';
import { displayName, initialOf, memberColour, memberColours } from './person.ts';

describe('initialOf', () => {
  test('uses the first name, else the email, else U', () => {
    expect(initialOf({ firstName: 'ana', email: 'z@example.org' })).toBe('A');
    expect(initialOf({ firstName: null, email: 'zoe@example.org' })).toBe('Z');
    expect(initialOf(null)).toBe('U');
  });
});

test('a user is shown by full name, first name, username or email, in this order', () => {
  expect(displayName({ firstName: 'Ana', lastName: 'Kova' })).toBe('Ana Kova');
  expect(displayName({ firstName: 'Ana', lastName: null })).toBe('Ana');
  expect(displayName({ username: 'ana_k', email: 'ana@example.org' })).toBe('ana_k');
  expect(displayName({ email: 'ana@example.org' })).toBe('ana@example.org');
});

const ids = Array.from({ length: 200 }, (_, n) => n.toString(16).padStart(24, '0'));

test('a user always has the same of twelve colours', () => {
  expect(memberColour('64b0c0ffee')).toBe(memberColour('64b0c0ffee'));
  expect(new Set(ids.map(memberColour)).size).toBe(12);
});

test('no two of the first twelve members of a list have the same colour, even if others join later', () => {
  for (let start = 0; start < 100; start++) {
    const twelve = memberColours(ids.slice(start, start + 12));

    expect(new Set(twelve.values()).size).toBe(12);
    const more = memberColours(ids.slice(start, start + 20));
    expect([...more].slice(0, 12)).toEqual([...twelve]);
  }
});

test('the first member of a list has the colour of other screens', () => {
  expect(memberColours(ids).get(ids[0] ?? '')).toBe(memberColour(ids[0] ?? ''));
});
