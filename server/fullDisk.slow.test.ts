import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { findFaults } from 'embedded-mongo/backup';
import sharp from 'sharp';
import type { Change } from '../common/schemas/changes.ts';
import type { Folder } from '../common/schemas/folder.ts';
import type { Item } from '../common/schemas/item.ts';
import type { Health } from '../common/schemas/operator/operator.ts';
import { databaseName as name } from './platform/databaseName.ts';
import { createFolder, type Person, personWith, signUp, titleFacts } from './testing/people.ts';
import { type AppProcess, startProcess } from './testing/process.ts';
import { mountSmallDisk, type SmallDisk } from './testing/smallDisk.ts';

const WRITERS = 10;
const SESSION_SECRET = 'nR4vW8zK1pQ7sT2xY5bC9dF3gH6jL0mN';
const noRoom = {
  status: 503,
  body: { code: 'unavailable', error: 'The server has no room left. Please delete something, or try again later.' },
};

describe('a disk without any space left', () => {
  let disk: SmallDisk;
  let app: AppProcess;
  let owner: Person;
  let folder: Folder;
  let picture: Buffer;

  const start = () => startProcess(disk.dir, { SESSION_SECRET });

  beforeEach(async () => {
    disk = mountSmallDisk();
    app = await start();
    owner = await signUp(app);
    folder = await createFolder(owner);
    picture = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#c2334d' } })
      .png()
      .toBuffer();
  });
  afterEach(async () => {
    await app.stop();
    disk.remove();
  });

  /** Status and body, also of errors that the contract's check does not allow. */
  async function send(method: string, at: string, body?: object): Promise<{ status: number; body: unknown }> {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${app.url}${at}`, {
      method,
      headers: { cookie: owner.cookie, ...(isForm ? {} : { 'content-type': 'application/json' }) },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    });
    return { status: answer.status, body: await answer.json() };
  }

  const add = () => send('POST', '/api/watchlist', { folderId: folder.id, ...titleFacts() });

  function upload() {
    const form = new FormData();
    form.append('profileImage', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'me.png');
    return send('POST', '/api/user/profile-image/upload', form);
  }

  /** Adds titles until the disk is full, which it becomes while all writers write. Gives the confirmed titles. */
  async function addUntilFull(): Promise<Item[]> {
    const confirmed: Item[] = [];
    const refused: unknown[] = [];
    const write = async (): Promise<void> => {
      const answer = await add();
      if (answer.status !== 201) {
        refused.push(answer);
        return;
      }
      confirmed.push(answer.body as Item);
      if (confirmed.length >= 5 * WRITERS) disk.fill();
      await write();
    };
    await Promise.all(Array.from({ length: WRITERS }, write));
    expect(refused).toEqual(Array.from({ length: WRITERS }, () => noRoom));
    return confirmed;
  }

  /** The list has exactly these titles, and counts and log agree. */
  async function expectExactly(confirmed: readonly Item[]): Promise<void> {
    const person = personWith(app, owner.cookie);
    const { body: items } = await person.get(`/api/folders/${folder.id}/items`);
    const { body: now } = await person.get(`/api/folders/${folder.id}`);
    const { body: log } = await person.get(`/api/folders/${folder.id}/changes?since=0`);
    const ids = (list: readonly Item[]) => list.map(({ id }) => id).sort();
    expect(ids(items)).toEqual(ids(confirmed));
    expect(now.itemCount).toBe(confirmed.length);
    expect(log.changes.map(({ rev }: Change) => rev)).toEqual(Array.from({ length: now.rev }, (_, n) => n + 1));
    expect(log.changes.filter(({ type }: Change) => type === 'item:added')).toHaveLength(confirmed.length);
  }

  test('refuses writes, loses no confirmed one, and takes writes again when there is room, without a restart', async () => {
    const confirmed = await addUntilFull();

    await expectExactly(confirmed);
    disk.makeRoom();
    const { status, body } = await add();

    expect(status).toBe(201);
    await expectExactly([...confirmed, body as Item]);
    expect(await app.stop()).toBe(0);
    expect(await findFaults({ dir: disk.dir, name })).toEqual([]);
  });

  test('says under Health that nothing can be added, from when writes are refused', async () => {
    const findings = async () =>
      ((await send('GET', '/api/admin/health')).body as Health).findings.filter(({ id }) => id.startsWith('disk'));
    disk.fill(5.5 * 1024 * 1024);

    expect(await add()).toEqual(noRoom);
    expect(await findings()).toMatchObject([
      { id: 'disk_nearly_full', severity: 'error', text: expect.stringContaining('so nothing can be added') },
    ]);
    disk.makeRoom();
    expect((await add()).status).toBe(201);
    expect(await findings()).toEqual([]);
  });

  test('keeps the profile picture before, and refuses a new one', async () => {
    const { profileImageUrl } = (await upload()).body as { profileImageUrl: string };
    const before = await (await fetch(app.url + profileImageUrl, { headers: { cookie: owner.cookie } })).arrayBuffer();
    disk.fill();

    const refused = await upload();

    const after = await fetch(app.url + profileImageUrl, { headers: { cookie: owner.cookie } });
    expect(refused).toEqual(noRoom);
    expect((await send('GET', '/api/auth/user')).body).toMatchObject({ profileImageUrl });
    expect(Buffer.from(await after.arrayBuffer()).equals(Buffer.from(before))).toBe(true);
    disk.makeRoom();
    expect(await upload()).toMatchObject({ status: 200, body: { profileImageUrl: expect.any(String) } });
  });

  test('refuses a backup and leaves nothing of it', async () => {
    disk.fill();

    const refused = await send('POST', '/api/admin/backups');
    const left = readdirSync(path.join(disk.dir, 'backups'));
    disk.makeRoom();
    const made = await send('POST', '/api/admin/backups');

    expect(refused).toEqual({
      status: 503,
      body: {
        code: 'unavailable',
        error: 'The backup could not be written. Please check that the disk of DATA_DIR has enough free space.',
      },
    });
    expect(left).toEqual([]);
    expect(made.status).toBe(201);
  });

  test('lets the app stop', async () => {
    const confirmed = await addUntilFull();

    expect(await app.stop()).toBe(0);
    disk.makeRoom();
    app = await start();

    await expectExactly(confirmed);
  });

  test('has all confirmed titles after a kill, once there is room to start', async () => {
    const confirmed = await addUntilFull();
    disk.fill();
    await app.kill();
    await expect(start()).rejects.toThrow('The disk of the database is full: free some space on it');
    disk.makeRoom();

    app = await start();

    await expectExactly(confirmed);
    expect((await add()).status).toBe(201);
  });
});
