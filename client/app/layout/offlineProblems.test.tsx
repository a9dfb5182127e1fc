import { deserialize, serialize } from 'node:v8';
import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import 'fake-indexeddb/auto';
import userEvent from '@testing-library/user-event';
import { putInQueue, readQueue } from '../../features/offline/deviceDatabase.ts';
import type { QueuedWrite, QueueEntry, QueueProblem } from '../../features/offline/queuedWrite.ts';
import { useUsers } from '../../features/users/users.store.ts';
import { type ApiStub, failure, type StubAnswer, stubApi } from '../../testing/api.ts';
import { renderAt } from '../../testing/render.tsx';
import { ana, idOf, sampleFolder, sampleItem } from '../../testing/samples.ts';
import { OfflineProblems } from './OfflineProblems.tsx';

const item = { ...sampleItem(1), title: 'Heat' };
let api: ApiStub;

beforeEach(() => {
  api = stubApi({
    'GET /api/folders': { body: [sampleFolder({ id: idOf(102), name: 'Mine' })] },
    'GET /api/shared-folders': { body: [] },
    'POST /api/watchlist': { status: 201, body: { ...item, folderId: idOf(102) } },
  });
  useUsers.getState().applyViewer(ana);
});

const entry = (problem: QueueProblem, seq: number): QueueEntry => ({
  seq,
  userId: ana.id,
  at: new Date(),
  listName: 'Friday nights',
  write: { kind: 'add', opId: problem.kind, name: item.title, folderId: item.folderId, item, body: { ...item } },
  problem,
});

test('says what became of each change, and adds the titles of lists that are gone to an own list', async () => {
  const problems: QueueProblem[] = [
    { kind: 'theirs' },
    { kind: 'no access' },
    { kind: 'ahead', text: 'Ben has not seen it.' },
    { kind: 'refused', text: 'The list is full.' },
    { kind: 'failing' },
  ];
  renderAt(<OfflineProblems entries={problems.map(entry)} onClose={() => undefined} />);

  expect(await screen.findByRole('dialog', { name: 'While you were offline' })).toBeTruthy();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '“Heat” in “Friday nights”: someone else has changed it since, so it stays as they left it.',
    '“Heat”: you can no longer add to “Friday nights”.',
    'Couldn’t save “Heat”: Ben has not seen it.Mark it anyway',
    'Couldn’t save “Heat”: The list is full.',
    'Couldn’t save “Heat”. Try again, or discard the change.Try againDiscard',
  ]);
  expect(screen.getByRole('button', { name: 'Don’t mark it' })).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: 'Add 1 title' }));

  await waitFor(() => {
    const added = api.requests.find(({ method }) => method === 'POST');
    expect(added).toMatchObject({ path: '/api/watchlist', body: { tmdbId: item.tmdbId, folderId: idOf(102) } });
  });
});

test('names the show and the episode of ticks that are refused', async () => {
  const problem: QueueProblem = { kind: 'ahead', text: 'Ben has not seen it.' };
  const number = { tmdbId: 95396, season: 2, episode: 4 };
  const write = { opId: '1', name: 'Severance' };
  const tick: QueuedWrite = { ...write, kind: 'play', body: { mediaType: 'tv', ...number } };
  const upTo: QueuedWrite = { ...write, kind: 'upTo', body: { ...number, timeZone: 'UTC' }, shown: [] };
  const entries = [tick, upTo].map((one, seq) => ({ ...entry(problem, seq), write: one }));
  renderAt(<OfflineProblems entries={entries} onClose={() => undefined} />);

  expect((await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    'Couldn’t save “Severance S2 E4”: Ben has not seen it.Mark it anyway',
    'Couldn’t save “Severance up to S2 E4”: Ben has not seen it.Mark it anyway',
  ]);
});

test('adds the titles of lists that are gone also if the own list has one of them', async () => {
  const lost = [1, 2].map((seq) => entry({ kind: 'no access' }, seq));
  // The database copies what it keeps, and jsdom lacks the function for it.
  globalThis.structuredClone = (value) => deserialize(serialize(value));
  for (const one of lost) await putInQueue(one);
  const answers: StubAnswer[] = [
    failure(409, 'already_in_folder'),
    { status: 201, body: { ...item, folderId: idOf(102) } },
  ];
  api.on('POST /api/watchlist', () => answers.shift() ?? failure(500, 'internal'));
  renderAt(<OfflineProblems entries={lost} onClose={() => undefined} />);

  await userEvent.click(await screen.findByRole('button', { name: 'Add 2 titles' }));

  await waitFor(async () => expect(await readQueue(ana.id)).toEqual([]));
  expect(api.requests.filter(({ method }) => method === 'POST')).toHaveLength(2);
});

test('makes a list for the titles of lists that are gone where the person has no own list', async () => {
  api.on('GET /api/folders', { body: [] });
  api.on('POST /api/folders', { status: 201, body: sampleFolder({ id: idOf(103), name: 'Fresh' }) });
  api.on('POST /api/watchlist', { status: 201, body: { ...item, folderId: idOf(103) } });
  renderAt(<OfflineProblems entries={[entry({ kind: 'no access' }, 1)]} onClose={() => undefined} />);

  await userEvent.click(await screen.findByRole('button', { name: 'Add to a new list' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'List name' }), 'Fresh');
  await userEvent.click(screen.getByRole('button', { name: 'Create and Add' }));

  await waitFor(() => {
    const added = api.requests.find(({ path }) => path === '/api/watchlist');
    expect(added).toMatchObject({ method: 'POST', body: { tmdbId: item.tmdbId, folderId: idOf(103) } });
  });
});
