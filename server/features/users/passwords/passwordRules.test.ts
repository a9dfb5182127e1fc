import { describe, expect, test } from '@jest/globals';
import { limits } from '../../../../common/constants.ts';
import { READ_CHARACTERS } from './passwordEstimator.ts';
import { problemOf } from './passwordRules.ts';

const ana = { email: 'ana.brito@example.com', firstName: 'Ana', lastName: 'Brito', username: 'cinephile' };

describe('a new password', () => {
  test.each([
    'qwertyuiop',
    '1234567890',
    'Password123!',
    'PASSWORD12',
    '!sunshine99',
    'P@ssw0rd123',
    'letmein1234',
    'football2026',
    'dragon12345',
    'hunter2hunter2',
    'ｐａｓｓｗｏｒｄ１２',
    'pässwörd123',
    'ïlövéyou123',
    'p a s s w o r d',
    'p.a.s.s.w.o.r.d',
    'i_love_you_1',
    'зфыыцщкв12',
    'q w e r t y u i o p',
    'йцукенгшщз',
    'ЙЦУКЕНГШЩЗ',
  ])('is refused when it is common: %s', async (password) => {
    expect(await problemOf(password, ana)).toMatch(/^Too easy to guess/);
  });

  test.each([
    '1111111111',
    '          ',
    'abcabcabca',
    'ababababababababab',
    '😀😀😀😀😀',
    '0123456789',
    '9876543210',
    'abcdefghijkl',
    'asdfghjkl;',
    'zxcvbnm,./',
    '!@#$%^&*()',
    'йцукенгшщзхъ',
    'фывапролджэ',
    'ячсмитьбю.',
    'фівапролджє',
    'ф ы в а п р о л д ж',
    '01/02/1990 01',
    'x'.repeat(limits.password.max),
  ])('is refused when it repeats or runs on: %s', async (password) => {
    expect(await problemOf(password, ana)).toMatch(/^Too easy to guess: .*pattern/);
  });

  test.each([
    'marquee2026',
    'watchlist1',
    'watchlist2026!',
    'mymovies123',
    'Ana-Brito-1',
    'brito@example',
    'CinePhile2026',
    'cinephile1234',
    'ana.brito2026',
    'marquee-password',
    'anabrito1234',
    'netflix12345',
    'n e t f l i x 1',
    'tv shows 123',
  ])('is refused when it is made of known words: %s', async (password) => {
    expect(await problemOf(password, ana)).toMatch(/^Too easy to guess: .*your name/);
  });

  test('is refused with advice what to use instead', async () => {
    expect(await problemOf('1111111111', ana)).toMatch(/Use a few unrelated words instead\.$/);
  });

  test.each([
    'correct horse battery',
    'another good one',
    'chosen by Ana',
    'a marquee over the old door',
    'x7!kQ92mm#',
    'K7f9Qz2LmX',
    'x7 kQ9 2mm',
    'movies and films of rain',
    'zebra lamp ocean '.repeat(7).trim(),
    'wort für wort ein langer satz',
    'длинная фраза из слов',
    'молоко под ёлкой',
    'дощ над містом',
  ])('is accepted otherwise: %s', async (password) => {
    expect(await problemOf(password, ana)).toBeNull();
  });

  test('is read only as far as it takes to judge it, so that a long one costs no more', async () => {
    const unread = '4@8({[<369&!1/|0$5+7%2'.repeat(9).slice(0, limits.password.max - READ_CHARACTERS);

    expect(await problemOf('1'.repeat(READ_CHARACTERS) + unread, ana)).toMatch(/^Too easy to guess/);
  });
});
