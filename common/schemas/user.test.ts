import { describe, expect, test } from '@jest/globals';
import { publicUserSchema } from './user.ts';

const person = { id: 'a'.repeat(24), username: null, firstName: 'Ana', lastName: null };
const withPicture = (profileImageUrl: string | null) => publicUserSchema.safeParse({ ...person, profileImageUrl });

describe('a picture address', () => {
  test.each([null, '/api/users/pictures/1', 'https://images.example/ana.png'])('can be %s', (address) => {
    expect(withPicture(address).success).toBe(true);
  });

  test.each(['', 'ana.png', 'javascript:alert(1)', '//elsewhere.example/a.png'])('cannot be %j', (address) => {
    expect(withPicture(address).error?.issues[0]?.message).toBe('Must be a valid image URL');
  });
});
