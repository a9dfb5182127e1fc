import { expect, test } from '@jest/globals';
import * as endpoints from '../endpoints.ts';
import { allCalls } from './all.ts';

function endpointsIn(value: unknown): endpoints.Endpoint[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('method' in value && 'path' in value) return [value as endpoints.Endpoint];
  return Object.values(value).flatMap(endpointsIn);
}

const named = ({ method, path }: endpoints.Endpoint) => `${method} ${path}`;

test('every endpoint is described by exactly one call', () => {
  const described = allCalls.map(named);
  const all = endpointsIn({ ...endpoints }).map(named);

  const undescribed = all.filter((endpoint) => !described.includes(endpoint));
  expect(undescribed).toEqual([]);
  expect(described.toSorted()).toEqual(all.toSorted());
  expect(new Set(described).size).toBe(described.length);
});
