import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { findPython } from './python.mjs';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'marquee-python-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function putProgram(path: string): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '', { mode: 0o755 });
  return file;
}

test('PYTHON_PATH has precedence over PATH', () => {
  const named = putProgram('my/python3');
  putProgram('bin/python3');

  const found = findPython({ PYTHON_PATH: named, PATH: join(folder, 'bin') });

  expect(found).toBe(named);
});

test('a PYTHON_PATH that does not exist is an error', () => {
  const find = () => findPython({ PYTHON_PATH: join(folder, 'nothing'), PATH: '' });

  expect(find).toThrow('there is no such file');
});

test('PATH is searched for python3, then for python', () => {
  const python = putProgram('bin/python');
  const before = findPython({ PATH: ['/nowhere', join(folder, 'bin')].join(':') });
  const python3 = putProgram('bin/python3');

  const after = findPython({ PATH: ['/nowhere', join(folder, 'bin')].join(':') });

  expect([before, after]).toEqual([python, python3]);
});

test('without a Python the path is null', () => {
  expect(findPython({ PATH: folder })).toBeNull();
});
