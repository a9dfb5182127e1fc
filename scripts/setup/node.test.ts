import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { isSupported, supportedNode } from './node.mjs';

describe('the supported versions of Node', () => {
  test.each(['20.19.0', '20.20.2', '22.13.0', '22.23.3', '24.0.0', '24.21.0', '26.1.0'])('include %s', (version) => {
    expect(isSupported(version)).toBe(true);
  });

  test.each(['18.20.8', '20.18.9', '21.7.3', '22.12.9', '23.11.0'])('do not include %s', (version) => {
    expect(isSupported(version)).toBe(false);
  });

  test('are the same in package.json, which npm reads', () => {
    const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));

    expect(engines.node).toBe('^20.19.0 || ^22.13.0 || >=24.0.0');
    expect(supportedNode).toBe('20.19, 22.13, 24 or newer');
  });

  test('include the version of .nvmrc, which the container uses too', () => {
    const major = readFileSync('.nvmrc', 'utf8').trim();

    expect(isSupported(`${major}.99.0`)).toBe(true);
    expect(readFileSync('Dockerfile', 'utf8').match(/^FROM node:\d+/gm)).toEqual(Array(3).fill(`FROM node:${major}`));
  });
});
