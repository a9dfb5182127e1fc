import { describe, expect, test } from '@jest/globals';
import { displayName, initialOf, memberColour } from './person.ts';

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

test('a member always has the same of eight colours', () => {
  const colours = new Set(Array.from({ length: 200 }, (_, n) => memberColour(n.toString(16).padStart(24, '0'))));

  expect(memberColour('64b0c0ffee')).toBe(memberColour('64b0c0ffee'));
  expect(colours.size).toBe(8);
});
