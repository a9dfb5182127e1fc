import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { families, familyKeys } from '../../../common/families.ts';
import type { Folder } from '../../../common/folder.ts';
import type { Opening } from '../../../common/opening.ts';
import { addItem, createFolder, only, type Person, shareWith, signUp } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { FolderModel } from './folder.model.ts';

const PAGE = '<!doctype html><html><head><title>Marquee</title></head><body></body></html>';

let clientDir: string;
let server: TestServer;
let ana: Person;
let ben: Person;
let folder: Folder;

beforeAll(async () => {
  clientDir = await mkdtemp(path.join(tmpdir(), 'marquee-client-'));
  await mkdir(path.join(clientDir, 'assets'));
  await writeFile(path.join(clientDir, 'index.html'), PAGE);
  server = await startTestServer({ clientDir });
  [ana, ben] = await Promise.all([signUp(server), signUp(server, 'Ben')]);
  folder = await createFolder(ana, 'Noir </script><script>alert(1)</script>');
  await addItem(ana, folder.id, { title: 'Laura', watched: true });
  await addItem(ana, folder.id, { title: 'Gilda' });
});
afterAll(async () => {
  await server.stop();
  await rm(clientDir, { recursive: true });
});
afterEach(() => void jest.restoreAllMocks());

const pageFor = (as: Pick<Person, 'cookie'>, route: string) =>
  fetch(`${server.url}${route}`, { headers: { Cookie: as.cookie } });

async function openingFor(as: Person, route: string): Promise<Opening | null> {
  const html = await (await pageFor(as, route)).text();
  const [, json] = html.match(/<script type="application\/json" id="opening-data">(.*?)<\/script>/) ?? [];
  return json ? (JSON.parse(json) as Opening) : null;
}

describe.each(familyKeys)('the page of a list, as %s', (key) => {
  const at = (id = folder.id) => `${families[key].screenPath}/${id}`;

  test('brings its name and its first posters along, those to watch first', async () => {
    const opening = await openingFor(ana, at());

    expect(opening).toMatchObject({ folder: { name: folder.name, itemCount: 2 }, isOwn: true, imageBase: '' });
    expect(opening?.items.map(({ title }) => title)).toEqual(['Gilda', 'Laura']);
  });

  test('is nobody else’s: no cache may keep it', async () => {
    expect((await pageFor(ana, at())).headers.get('cache-control')).toBe('private, no-store');
  });

  test.each([
    ['strangers', () => ben],
    ['visitors', () => ({ cookie: '' })],
  ])('is for %s the page as it is everywhere', async (_, who) => {
    const answer = await pageFor(who(), at());

    expect([answer.status, await answer.text()]).toEqual([200, PAGE]);
  });

  test.each([['f'.repeat(24)], ['no-id'], ['%00']])('of no list, %s, is that too', async (id) => {
    expect(await (await pageFor(ana, at(id))).text()).toBe(PAGE);
  });

  test('under a filter, which shows other titles first, is that too', async () => {
    expect(await (await pageFor(ana, `${at()}?filter=tv`)).text()).toBe(PAGE);
  });
});

test('a name can hold anything without getting out of the data', async () => {
  const html = await (await pageFor(ana, `/folder/${folder.id}`)).text();

  expect(html).not.toContain('<script>alert');
  expect(html.match(/<script/g)).toHaveLength(1);
});

test('members see whose it is and what they may do', async () => {
  const shared = await createFolder(ana, 'Shared');
  await shareWith(ana, shared.id, ben, only('canAdd'));

  expect(await openingFor(ben, `/folder/${shared.id}`)).toMatchObject({
    isOwn: false,
    folder: { sharedByUser: { firstName: 'Ana' }, permissions: only('canAdd') },
  });
});

test('the page comes without, when the database does not answer', async () => {
  jest.spyOn(FolderModel, 'find').mockImplementation(() => {
    throw new Error('away');
  });

  expect(await (await pageFor(ana, `/folder/${folder.id}`)).text()).toBe(PAGE);
});
