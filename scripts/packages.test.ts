import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';

interface Entry {
  license?: string;
  dev?: boolean;
  version?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
}

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const { workspaces } = readJson('package.json') as { workspaces: string[] };
const lock = readJson('package-lock.json') as { packages: Record<string, Entry> };
const entries = Object.entries(lock.packages).filter(([path]) => path !== '' && !workspaces.includes(path));
const links = entries.filter(([, { link }]) => link);
const downloads = entries.filter(([, { link }]) => !link);
const named = ([path, { version }]: [string, Entry]) => `${path}@${version}`;

describe('package-lock.json', () => {
  test('links the workspaces and nothing else', () => {
    const expected = workspaces.map((folder) => [
      `node_modules/${readJson(`${folder}/package.json`).name}`,
      { resolved: folder, link: true },
    ]);

    expect(links).toEqual(expected);
    expect(workspaces.every((folder) => folder in lock.packages)).toBe(true);
  });

  test('has a hash for every package, those for other platforms too', () => {
    const without = downloads.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));

    expect(downloads.length).toBeGreaterThan(500);
    expect(without.map(named)).toEqual([]);
  });

  test('names no registry', () => {
    expect(downloads.filter(([, { resolved }]) => resolved !== undefined).map(named)).toEqual([]);
  });

  test('puts every package in the root node_modules, which is all that the Docker image copies', () => {
    expect(downloads.filter(([path]) => !path.startsWith('node_modules/')).map(named)).toEqual([]);
  });

  test.each(['mongodb', 'bson'])('has one copy of %s', (name) => {
    const copies = downloads.filter(([path]) => path.endsWith(`node_modules/${name}`));

    expect(copies.map(([path]) => path)).toEqual([`node_modules/${name}`]);
  });
});

describe('the licences of what the app runs on', () => {
  const one = '(?:MIT|MIT-0|ISC|Apache-2\\.0|BSD-[23]-Clause|0BSD|BlueOak-1\\.0\\.0|CC0-1\\.0|OFL-1\\.1)';
  /** A package can be under several licences, or leave the choice between some. */
  const permissive = new RegExp(`^\\(?${one}(?: AND ${one})*(?: OR [\\w.-]+)?\\)?$`);

  /** Old packages name it in another field, which package-lock.json does not have. */
  function licenceOf([path, { license }]: [string, Entry]): string | undefined {
    return license ?? readJson(`${path}/package.json`).licenses?.[0]?.type;
  }

  test('are permissive, except that of the library of pictures, which is a file of its own', () => {
    const others = downloads.filter((entry) => !entry[1].dev && !permissive.test(licenceOf(entry) ?? ''));

    expect(others.filter(([path]) => !path.startsWith('node_modules/@img/sharp-')).map(named)).toEqual([]);
  });
});

test('requirements.txt has the exact version of every Python package, and names no registry', () => {
  const lines = readFileSync('server/openapi/client/requirements.txt', 'utf8').trim().split('\n');
  const packages = lines.filter((line) => !line.startsWith('#') && line !== '--only-binary :all:');

  expect(packages.filter((line) => !/^[\w.-]+==[\d.]+$/.test(line))).toEqual([]);
  expect(packages).toContainEqual(expect.stringMatching(/^openapi-python-client==/));
});

test('the Dockerfile copies the package.json of every workspace before each npm ci', () => {
  const steps = readFileSync('Dockerfile', 'utf8').split('\n');
  const installs = steps.flatMap((line, index) => (line.startsWith('RUN npm ci') ? [index] : []));

  for (const install of installs) {
    const stage = steps.slice(0, install).findLastIndex((line) => line.startsWith('FROM'));
    const copies = workspaces.map((folder) => `COPY ${folder}/package.json ./${folder}/`);
    expect(steps.slice(stage, install)).toEqual(expect.arrayContaining(copies));
  }
  expect(installs).toHaveLength(2);
});
