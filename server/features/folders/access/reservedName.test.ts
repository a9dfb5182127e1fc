import { expect, test } from '@jest/globals';
import { isReservedName } from './reservedName.ts';

test.each([
  'Reviewed',
  'reviewed',
  'REVIEWED',
  'Rеviеwеd', // Cyrillic е
  'Revіewed', // Cyrillic і
  'Rєviєwєd', // Cyrillic є
  'Reѵieԝeԁ', // Cyrillic ѵ, ԝ and ԁ
  'Rеvіешed', // Cyrillic ш
  'Reνiewed', // Greek ν
  'Revιewεd', // Greek ι and ε
  'Revieωed', // Greek ω
  'Ｒｅｖｉｅｗｅｄ',
  '𝓡𝓮𝓿𝓲𝓮𝔀𝓮𝓭',
  'Ⓡⓔⓥⓘⓔⓦⓔⓓ',
  '🅁🄴🅅🄸🄴🅆🄴🄳',
  'ʀᴇᴠɪᴇᴡᴇᴅ',
  'ᏒᎬᏙᎥᎬᎳᎬᎠ',
  'ꓣꓰꓦꓲꓰꓪꓰꓓ',
  'ReⅤⅰewed',
  'Revıewed',
  'Revíéwèd',
  'R\u0336e\u0336v\u0336iewed',
  'Rev1ewed',
  'REVlEWED',
  'Rev|ewed',
  'R3vi3wed',
  'Revievved',
  'Reviewecl',
  'R e v i e w e d',
  'Re\u00a0viewed',
  'Re-viewed',
  'Reviewed.',
  '»Reviewed«',
])('%s is reserved', (name) => {
  expect(isReservedName(name)).toBe(true);
});

test.each([
  'Review',
  'Reviews',
  'To be reviewed',
  'Reviewed 2024',
  'Reviewed by Ana',
  'Previewed',
  'Renewed',
  'Рецензии',
  '★',
  '...',
  '观看',
])('%s is not', (name) => {
  expect(isReservedName(name)).toBe(false);
});
