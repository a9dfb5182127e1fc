import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Storage } from '../../../common/schemas/operator/operator.ts';
import { Toaster } from '../../components/toast/Toaster.tsx';
import { type ApiStub, deferred, failure, type StubAnswer, stubApi } from '../../testing/api.ts';
import { renderAt, toastText } from '../../testing/render.tsx';
import { idOf } from '../../testing/samples.ts';
import { bytesText } from './BackupsCard.tsx';
import { StorageTab } from './StorageTab.tsx';

const storage: Storage = {
  collections: [{ name: 'items', label: 'Titles in lists', documents: 12345 }],
  disk: { freeBytes: 25e9, totalBytes: 100e9 },
  nodes: [],
  jobs: [],
  leases: [],
  backups: { folder: '/data/backups', schedule: { everyDays: 1, keep: 7 }, made: [] },
};

let api: ApiStub;

beforeEach(() => {
  api = stubApi();
});

function open(over: Partial<Storage> = {}) {
  api.on('GET /api/admin/storage', { body: { ...storage, ...over } });
  renderAt(
    <>
      <StorageTab />
      <Toaster />
    </>,
  );
}

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [9940, '9.9 kB'],
  [12_345, '12 kB'],
  [1_440_000_000, '1.4 GB'],
  [25e9, '25 GB'],
  [3e15, '3000 TB'],
])('%d bytes are shown as %s', (bytes, text) => {
  expect(bytesText(bytes)).toBe(text);
});

test('the stored documents are counted, with a separator of thousands', async () => {
  open();

  expect(await screen.findByText('12,345')).toBeTruthy();
  expect(screen.getByText('25 GB of 100 GB are free.')).toBeTruthy();
});

test('nodes, jobs and leases are listed with their times', async () => {
  open({
    nodes: [
      { id: `abcdefgh${idOf(1)}`, seenAt: '2026-01-20T12:00:00.000Z', version: '1.1.0', isOwn: true },
      { id: `other123${idOf(2)}`, seenAt: '2026-01-20T12:00:00.000Z', version: null, isOwn: false },
    ],
    jobs: [
      { name: 'Push messages', waiting: 0 },
      { name: 'Imports', waiting: 1 },
    ],
    leases: [{ name: 'Backups', until: '2026-01-20T12:00:00.000Z' }],
  });

  const lines = (await screen.findAllByRole('listitem')).map((line) => line.textContent ?? '');
  expect(lines).toHaveLength(5);
  expect(lines[0]).toMatch(/^Node abcdefghThis oneMarquee 1\.1\.0 · heard from at /);
  expect(lines[1]).toMatch(/^Node other123heard from at /);
  expect(lines.slice(2, 4)).toEqual(['Push messagesNothing waiting', 'Imports1 entry waiting']);
  expect(lines[4]).toMatch(/^BackupsOne node runs it until /);
});

describe('backups', () => {
  const made = { name: 'backup-1', createdAt: '2026-01-20T12:00:00.000Z', bytes: 2_500_000 };

  test('are made at once, and listed', async () => {
    open();
    await screen.findByRole('button', { name: 'Back up now' });
    expect(screen.queryByText(/backup-1/)).toBeNull();
    api.on('POST /api/admin/backups', { status: 201, body: made });
    api.on('GET /api/admin/storage', { body: { ...storage, backups: { ...storage.backups, made: [made] } } });

    await userEvent.click(screen.getByRole('button', { name: 'Back up now' }));

    expect(await screen.findByText('backup-1 · 2.5 MB')).toBeTruthy();
    expect(toastText()).toBe('Backup made');
  });

  test.each([
    ['Never', { everyDays: null, keep: 7 }],
    ['Weekly', { everyDays: 7, keep: 7 }],
    ['30', { everyDays: 1, keep: 30 }],
  ])('follow the schedule that is chosen: %s', async (choice, schedule) => {
    open();
    api.on('PUT /api/admin/backups', { status: 204 });

    await userEvent.click(await screen.findByRole('radio', { name: choice }));

    await waitFor(() => expect(toastText()).toBe('Schedule saved'));
    expect(api.requests.find(({ method }) => method === 'PUT')?.body).toEqual(schedule);
  });

  test('keep a choice that is still being saved when another one is made', async () => {
    open();
    const answers = [deferred<StubAnswer>(), deferred<StubAnswer>()];
    const sent: unknown[] = [];
    api.on('PUT /api/admin/backups', ({ body }) => {
      sent.push(body);
      return answers[sent.length - 1]?.promise ?? failure(500, 'internal');
    });

    await userEvent.click(await screen.findByRole('radio', { name: 'Weekly' }));
    await userEvent.click(screen.getByRole('radio', { name: '30' }));
    for (const answer of answers) answer.resolve({ body: {} });

    await waitFor(() =>
      expect(sent).toEqual([
        { everyDays: 7, keep: 7 },
        { everyDays: 7, keep: 30 },
      ]),
    );
  });

  test('show the schedule as it is', async () => {
    open({ backups: { folder: '/data', schedule: { everyDays: null, keep: 3 }, made: [] } });

    expect(await screen.findByRole<HTMLInputElement>('radio', { name: 'Never' })).toHaveProperty('checked', true);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: '3' }).checked).toBe(true);
  });

  test('say what failed', async () => {
    open();
    api.on('PUT /api/admin/backups', failure(500, 'internal', ''));
    api.on('POST /api/admin/backups', failure(500, 'internal', ''));

    await userEvent.click(await screen.findByRole('radio', { name: 'Weekly' }));
    await waitFor(() => expect(toastText()).toContain('Couldn’t save the schedule. Try again.'));
    await userEvent.click(screen.getByRole('button', { name: 'Back up now' }));
    await waitFor(() => expect(toastText()).toContain('Couldn’t make a backup. The server’s log says why.'));
  });
});
