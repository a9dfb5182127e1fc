import { expect, test } from '@jest/globals';
import type { Request } from 'express';
import { namedFamily } from './familyErrors.ts';

test.each([
  { query: {}, body: undefined, family: 'folder' },
  { query: { folderId: 'a' }, body: undefined, family: 'folder' },
  { query: { categoryId: 'a' }, body: undefined, family: 'category' },
  { query: {}, body: { categoryId: 'a' }, family: 'category' },
  { query: {}, body: { folderId: 'a', categoryId: 'a' }, family: 'folder' },
])('errors of a request with $query and $body are worded for a $family', ({ query, body, family }) => {
  expect(namedFamily({ query, body } as Request)).toBe(family);
});
