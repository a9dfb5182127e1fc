import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { ConfigError } from './config/config.ts';
import { openDatabase } from './platform/database/database.ts';
import { ownSecret } from './secret.ts';
import { startProblem } from './startProblem.ts';

const environment = { HOST: '192.0.2.1' };
const failed = (code: string, syscall: string) => Object.assign(new Error(`${syscall} ${code}`), { code, syscall });

describe('a problem at the start', () => {
  test.each([
    ['a port in use', failed('EADDRINUSE', 'listen'), 'Port 3000 is taken: stop what uses it, or set PORT to another'],
    ['a port for root', failed('EACCES', 'listen'), 'Not allowed to listen on port 3000: set PORT to another'],
    [
      'an address elsewhere',
      failed('EADDRNOTAVAIL', 'listen'),
      'Bad configuration: HOST 192.0.2.1 is no address of this machine',
    ],
    [
      'an unknown host name',
      failed('ENOTFOUND', 'getaddrinfo'),
      'Bad configuration: HOST 192.0.2.1 is no address of this machine',
    ],
    [
      'a bad value',
      new ConfigError('Bad configuration: PORT must be a number'),
      'Bad configuration: PORT must be a number',
    ],
    [
      'a full disk',
      Object.assign(new Error('the disk is nearly full'), { code: 14031 }),
      'The disk of the database is full: free some space on it, then start Marquee again',
    ],
  ])('is reported in one line: %s', (_what, error, line) => {
    expect(startProblem(error, environment)).toBe(line);
  });

  test.each([
    ['a fault of ours', new TypeError('undefined is not a function')],
    ['a file that may not be read', failed('EACCES', 'open')],
    ['nothing', undefined],
  ])('is logged with its stack: %s', (_what, error) => {
    expect(startProblem(error, environment)).toBeNull();
  });

  test('names DATA_DIR when it is not a folder', async () => {
    const file = path.join(await mkdtemp(path.join(tmpdir(), 'marquee-start-')), 'file');
    await writeFile(file, '');

    const line = await ownSecret(file).catch((error: unknown) => startProblem(error, environment));

    expect(line).toContain(`Bad configuration: DATA_DIR ${file} cannot be used (`);
  });

  test.each([
    ['is empty', ''],
    ['has one letter', 'x'],
    ['is binary', Buffer.alloc(32, 0xff)],
  ])('names the session secret when its file %s', async (_what, content) => {
    const dir = await mkdtemp(path.join(tmpdir(), 'marquee-start-'));
    const file = path.join(dir, 'session-secret');
    await writeFile(file, content);

    const line = await ownSecret(dir).catch((error: unknown) => startProblem(error, environment));

    expect(line).toBe(
      `${file} is not a session secret, which is one line of 16 to 1,024 characters. Restore it from a backup. ` +
        'Without one, delete the file: then everybody has to sign in again.',
    );
  });

  test('names MONGODB_URI when it cannot connect to it', async () => {
    const opening = openDatabase({ mongodbUri: 'mongodb://', dataDir: '' });
    const line = await opening.catch((error: unknown) => startProblem(error, environment));

    expect(line).toBe(
      'Bad configuration: cannot connect to MONGODB_URI (Protocol and host list are required in the uri)',
    );
  });
});
