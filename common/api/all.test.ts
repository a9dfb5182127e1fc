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
  expect(allCalls.map(named).sort()).toEqual(
    endpointsIn({ ...endpoints })
      .map(named)
      .sort(),
  );
  expect(new Set(allCalls.map(named)).size).toBe(allCalls.length);
});
