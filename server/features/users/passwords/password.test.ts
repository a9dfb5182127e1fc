import { expect, test } from '@jest/globals';

// A copy of its own: other tests of this process lower the cost.
const name = './password.ts?cost';
const { hashPassword, isPasswordRight }: typeof import('./password.ts') = await import(name);

test('a password is stored as argon2id with the cost that OWASP recommends', async () => {
  const stored = await hashPassword('correct horse battery');

  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await isPasswordRight('correct horse battery', stored)).toBe(true);
  expect(await isPasswordRight('correct horse batteries', stored)).toBe(false);
});

test('no password is right without a hash', async () => {
  expect(await isPasswordRight('an account that does not exist', undefined)).toBe(false);
});
