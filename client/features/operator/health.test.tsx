import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Health, HealthFinding } from '../../../common/schemas/operator/operator.ts';
import { Toaster } from '../../components/toast/Toaster.tsx';
import { type ApiStub, failure, stubApi } from '../../testing/api.ts';
import { renderAt, toastText } from '../../testing/render.tsx';
import { HealthTab } from './HealthTab.tsx';

const checkedAt = '2026-01-20T12:00:00.000Z';
const well: Health = { checkedAt, version: '1.1.0', findings: [], dataCheck: null };
const finding: HealthFinding = {
  id: 'open_registration',
  severity: 'warning',
  title: 'Anyone can create an account',
  text: 'The site can be reached by everybody.',
  action: 'invite_only',
};

let api: ApiStub;

beforeEach(() => {
  api = stubApi();
});

function open(health: Partial<Health> = {}) {
  api.on('GET /api/admin/health', { body: { ...well, ...health } });
  renderAt(
    <>
      <HealthTab />
      <Toaster />
    </>,
  );
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const checkedWith = (last: object | null, isRunning = false) => ({ dataCheck: { isRunning, last } }) as Partial<Health>;

test('the number of findings is the heading, and one without an action has no button', async () => {
  open({ findings: [finding, { ...finding, id: 'disk_nearly_full', title: 'The disk is nearly full', action: null }] });

  expect(await screen.findByRole('heading', { name: '2 things to fix' })).toBeTruthy();
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual([
    'Check again',
    'By invitation only',
  ]);
  expect(screen.queryByText(/are in order/)).toBeNull();
});

test('registration is by invitation after one press', async () => {
  open({ findings: [finding] });
  await screen.findByText(finding.title);
  api.on('PATCH /api/admin/settings', { body: {} });
  api.on('GET /api/admin/health', { body: well });

  await press('By invitation only');

  expect(await screen.findByRole('heading', { name: 'All is well' })).toBeTruthy();
  expect(toastText()).toBe('New people need an invitation now');
  expect(api.requests.find(({ method }) => method === 'PATCH')?.body).toEqual({ registration: 'invite' });
  expect(api.calls).not.toContain('POST /api/admin/backups');
});

test('a repair that fails can be tried again', async () => {
  open({ findings: [finding] });
  api.on('PATCH /api/admin/settings', failure(500, 'internal', ''));

  await press('By invitation only');

  await waitFor(() => expect(toastText()).toContain('Couldn’t fix this. Try again.'));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'By invitation only' }).disabled).toBe(false);
});

test('a repair can be pressed again if its finding cannot be read after it', async () => {
  open({ findings: [finding] });
  await screen.findByText(finding.title);
  api.on('PATCH /api/admin/settings', { body: {} });
  api.on('GET /api/admin/health', failure(503, 'unavailable'));

  await press('By invitation only');

  await waitFor(() => expect(toastText()).toBe('New people need an invitation now'));
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'By invitation only' });
  await waitFor(() => expect(button.disabled).toBe(false));
});

test('reports that wait are a link away', async () => {
  open({ findings: [{ ...finding, action: 'open_reports' }] });

  const link = await screen.findByRole('link', { name: 'Open reports' });

  expect(link.getAttribute('href')).toBe('/admin?tab=reports');
});

test('the site is checked again at a press, and a failure is said', async () => {
  open();
  await screen.findByRole('heading', { name: 'All is well' });
  api.on('GET /api/admin/health', { body: { ...well, findings: [finding] } });
  await press('Check again');
  expect(await screen.findByRole('heading', { name: '1 thing to fix' })).toBeTruthy();

  api.on('GET /api/admin/health', failure(503, 'unavailable', ''));
  await press('Check again');

  await waitFor(() => expect(toastText()).toContain('Couldn’t check the site. Try again.'));
  expect(screen.getByRole('heading', { name: '1 thing to fix' })).toBeTruthy();
});

test('without the embedded database there is no check of the data', async () => {
  open();

  await screen.findByRole('heading', { name: 'All is well' });
  expect(screen.queryByRole('heading', { name: 'Data check' })).toBeNull();
});

test('a check that runs is waited for, and hides the last result', async () => {
  open(checkedWith({ checkedAt, faults: [], problem: null }, true));

  expect(await screen.findByText('Reading all of the data…')).toBeTruthy();
  expect(screen.queryByText('No damage found')).toBeNull();
  api.on('GET /api/admin/health', { body: { ...well, ...checkedWith({ checkedAt, faults: [], problem: null }) } });
  expect(await screen.findByText('No damage found')).toBeTruthy();
  expect(screen.queryByText('Reading all of the data…')).toBeNull();
});

test('a check that could not be made says why', async () => {
  open(checkedWith({ checkedAt, faults: [], problem: 'There is too little free space.' }));

  expect(await screen.findByRole('heading', { name: 'Couldn’t check the data' })).toBeTruthy();
  expect(screen.getByText('There is too little free space.')).toBeTruthy();
});

test('a check that cannot be started says so', async () => {
  open(checkedWith(null));
  api.on('POST /api/admin/data-check', failure(500, 'internal', ''));

  await press('Check the data');

  await waitFor(() => expect(toastText()).toContain('Couldn’t start the check. Try again.'));
});
