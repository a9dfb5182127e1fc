import { describe, expect, test } from '@jest/globals';
import { problemOf } from './passwordRules.ts';

const ana = { email: 'ana.brito@example.com', firstName: 'Ana', lastName: 'Brito', username: 'cinephile' };

describe('a new password', () => {
  test.each(['qwertyuiop', '1234567890', 'Password123!', 'PASSWORD12', '!sunshine99'])(
    'is refused when it is common: %s',
    (password) => {
      expect(problemOf(password, ana)).toMatch(/^Too many people/);
    },
  );

  test.each(['marquee2026', 'Ana-Brito-1', 'brito@example', 'CinePhile2026', 'marquee-password', 'anabrito1234'])(
    'is refused when it is made of known words: %s',
    (password) => {
      expect(problemOf(password, ana)).toMatch(/^Too easy to guess/);
    },
  );

  test.each([
    'correct horse battery',
    'another good one',
    'chosen by Ana',
    'a marquee over the old door',
    'x7!kQ92mm#',
  ])('is accepted otherwise: %s', (password) => {
    expect(problemOf(password, ana)).toBeNull();
  });
});
