import { beforeEach, describe, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ListLink } from '../../../common/schemas/invitationLink.ts';
import type { Account, Storage } from '../../../common/schemas/operator/operator.ts';
import type { Report } from '../../../common/schemas/operator/report.ts';
import { Toaster } from '../../components/toast/Toaster.tsx';
import { applyReportsChanged } from '../../features/operator/operator.queries.ts';
import { useUsers } from '../../features/users/users.store.ts';
import { type ApiStub, failure, stubApi } from '../../testing/api.ts';
import { renderAt, toastText } from '../../testing/render.tsx';
import { ana, ben, idOf, publicUser } from '../../testing/samples.ts';
import { AdminScreen } from './AdminScreen.tsx';

let api: ApiStub;

beforeEach(() => {
  api = stubApi();
});

function openTab(tab: string, isOperator = true) {
  useUsers.getState().applyViewer({ ...ana, isOperator });
  return renderAt(
    <>
      <AdminScreen />
      <Toaster />
    </>,
    { at: `/admin?tab=${tab}` },
  );
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

test('there is no such screen for others', () => {
  openTab('health', false);

  expect(screen.getByRole('heading', { name: '404 Page Not Found' })).toBeTruthy();
  expect(api.calls).toEqual([]);
});

describe('storage', () => {
  const storage: Storage = {
    collections: [],
    disk: { freeBytes: 25e9, totalBytes: 100e9 },
    nodes: [],
    jobs: [],
    leases: [],
    backups: { folder: '/data/backups', schedule: { everyDays: 1, keep: 7 }, made: [] },
  };

  test('says how much of the disk is free', async () => {
    api.on('GET /api/admin/storage', { body: storage });
    openTab('storage');

    expect(await screen.findByRole('img', { name: '75 % used' })).toBeTruthy();
    expect(screen.queryByText(/Couldn’t read/)).toBeNull();
  });

  test('says that the disk and the backups could not be read', async () => {
    api.on('GET /api/admin/storage', { body: { ...storage, disk: null, backups: { ...storage.backups, made: null } } });
    openTab('storage');

    expect(await screen.findByText(/Couldn’t read how much is free/)).toBeTruthy();
    expect(screen.getByText(/Couldn’t read the backups/)).toBeTruthy();
  });

  test('has no disk and no backups of its own with a MongoDB', async () => {
    api.on('GET /api/admin/storage', { body: { ...storage, disk: null, backups: null } });
    openTab('storage');

    await screen.findByRole('heading', { name: 'Stored data' });
    expect(screen.queryByRole('heading', { name: 'Disk' })).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Backups' })).toBeNull();
  });
});

describe('health', () => {
  const finding = {
    id: 'backup_old',
    severity: 'warning',
    title: 'There is no backup yet',
    text: 'Make one now.',
    action: 'back_up',
  };

  test('shows each finding with what to do, and a button puts it right', async () => {
    api.on('GET /api/admin/health', {
      body: { checkedAt: ana.createdAt, version: '1.0.0', findings: [finding], dataCheck: null },
    });
    api.on('POST /api/admin/backups', { status: 201, body: { name: 'x', createdAt: ana.createdAt, bytes: 1 } });
    openTab('health');
    expect(await screen.findByRole('heading', { name: '1 thing to fix' })).toBeTruthy();
    expect(screen.getByText('Make one now.')).toBeTruthy();
    api.on('GET /api/admin/health', {
      body: { checkedAt: ana.createdAt, version: '1.0.0', findings: [], dataCheck: null },
    });

    await press('Back up now');

    expect(await screen.findByRole('heading', { name: 'All is well' })).toBeTruthy();
    expect(toastText()).toBe('Backup made');
  });

  test('leads to the settings', async () => {
    const refused = { ...finding, id: 'titles_refused', title: 'TMDB refuses the key', action: 'open_settings' };
    api.on('GET /api/admin/health', {
      body: { checkedAt: ana.createdAt, version: '1.0.0', findings: [refused], dataCheck: null },
    });
    openTab('health');

    const link = await screen.findByRole('link', { name: 'Open settings' });

    expect(link.getAttribute('href')).toBe('/admin?tab=settings');
  });

  test('offers a check of the data, and shows what it found', async () => {
    const healthWith = (last: object | null) => ({
      body: { checkedAt: ana.createdAt, version: '1.0.0', findings: [], dataCheck: { isRunning: false, last } },
    });
    api.on('GET /api/admin/health', healthWith(null));
    api.on('POST /api/admin/data-check', { status: 204 });
    openTab('health');
    await screen.findByRole('heading', { name: 'Data check' });
    api.on('GET /api/admin/health', healthWith({ checkedAt: ana.createdAt, faults: [], problem: null }));

    await press('Check the data');
    expect(await screen.findByRole('heading', { name: 'No damage found' })).toBeTruthy();
    const faults = ['marquee.items: document 7 is damaged'];
    api.on('GET /api/admin/health', healthWith({ checkedAt: ana.createdAt, faults, problem: null }));
    await press('Check the data');

    expect(await screen.findByRole('heading', { name: 'Damage found' })).toBeTruthy();
    expect(screen.getByText('marquee.items: document 7 is damaged')).toBeTruthy();
  });

  test('that did not load can be tried again', async () => {
    api.on('GET /api/admin/health', failure(503, 'unavailable'));
    openTab('health');

    expect(await screen.findByText('Couldn’t load this')).toBeTruthy();
  });
});

describe('links of lists', () => {
  const link: ListLink = {
    id: idOf(70),
    maxUses: null,
    uses: 3,
    createdAt: '2026-01-01T12:00:00.000Z',
    expiresAt: '2026-01-08T12:00:00.000Z',
    createdBy: publicUser(ben),
    list: { id: idOf(71), name: 'Noir' },
    state: 'active',
  };
  const suspended: ListLink = { ...link, id: idOf(69), list: { id: idOf(72), name: null }, state: 'suspended' };
  const line = (text: RegExp) =>
    screen.getAllByRole('listitem').find((item) => text.test(item.textContent ?? '')) as HTMLElement;

  beforeEach(() => {
    api.on('GET /api/admin/invitation-links', { body: [] });
    api.on('GET /api/folders', { body: [] });
  });

  test('are shown with their maker, list, time and state, page by page', async () => {
    api.on('GET /api/admin/list-links', ({ query }) =>
      query.get('after')
        ? { body: [suspended] }
        : { body: [link], headers: { link: `</api/admin/list-links?after=${link.id}>; rel="next"` } },
    );
    openTab('invitations');

    await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));

    await screen.findByText('Suspended');
    expect(line(/“Noir”/).textContent).toContain('Link for anyone, 3 people joinedLeads to “Noir”, by Ben');
    expect(line(/“Noir”/).textContent).toContain('Made January 1, 2026 · valid until Jan 8');
    expect(line(/Suspended/).textContent).toContain('Leads to a private list, by Ben');
  });

  test('are ended one by one, with the focus on the heading afterwards', async () => {
    api.on('GET /api/admin/list-links', { body: [link] });
    api.on(`DELETE /api/admin/list-links/${link.id}`, { status: 204 });
    openTab('invitations');

    await userEvent.click(await screen.findByRole('button', { name: 'End: link to “Noir” by Ben' }));

    expect(await screen.findByText('No links of lists')).toBeTruthy();
    expect(toastText()).toContain('Link ended');
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Links of lists' }));
  });
});

describe('people', () => {
  const account: Account = {
    ...ben,
    lastSeenAt: null,
    isOperator: false,
    mayRequest: false,
    isDisabled: false,
    lists: 2,
    items: 14,
    reviews: 1,
  };
  const line = () => within(screen.getByText('Ben').closest('li') as HTMLElement);

  async function openMenu(shown: Account = account) {
    api.on('GET /api/admin/accounts', { body: [shown] });
    openTab('people');
    await screen.findByText('2 lists · 14 titles · 1 review · not signed in anywhere');
    await press(`Actions for ${shown.firstName}`);
  }

  test('are disabled after a question, which ends the role of operator', async () => {
    await openMenu({ ...account, isOperator: true });
    expect(line().getByText('Operator')).toBeTruthy();
    api.on(`POST /api/admin/accounts/${ben.id}/disable`, { status: 204 });

    await userEvent.click(await screen.findByRole('menuitem', { name: 'Disable' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Disable' }));

    await waitFor(() => expect(line().getByText('Disabled')).toBeTruthy());
    expect(line().queryByText('Operator')).toBeNull();
  });

  test('get a temporary password, which is shown once', async () => {
    await openMenu();
    api.on(`POST /api/admin/accounts/${ben.id}/reset-password`, { body: { password: 'abc-def' } });

    await userEvent.click(await screen.findByRole('menuitem', { name: 'Reset password' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Reset password' }));

    expect(await screen.findByText('abc-def')).toBeTruthy();
  });
});

describe('reports', () => {
  const report: Report = {
    id: idOf(300),
    kind: 'list',
    subjectId: idOf(100),
    subjectName: 'Cheap watches',
    person: publicUser(ben),
    reporter: publicUser(ana),
    reason: 'spam',
    comment: 'Buy now!',
    createdAt: ana.createdAt,
    resolvedAt: null,
  };
  const line = () => within(screen.getByText('Spam or advertising').closest('li') as HTMLElement);

  test('say who reported what and why, and are resolved', async () => {
    const about = { ...report, id: idOf(301), kind: 'user', subjectName: 'Ben Old', reason: 'abuse', comment: '' };
    api.on('GET /api/admin/reports', { body: [report, about] });
    api.on(`POST /api/admin/reports/${report.id}/resolve`, { status: 204 });
    openTab('reports');

    expect(await screen.findByText(/List “Cheap watches” by/)).toBeTruthy();
    expect(line().getByRole('link', { name: 'Ben' }).getAttribute('href')).toBe(`/users/${ben.id}`);
    expect(line().getByRole('link', { name: 'Ana' }).getAttribute('href')).toBe(`/users/${ana.id}`);
    expect(line().getByText('Buy now!')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Ben Old' }).getAttribute('href')).toBe(`/users/${ben.id}`);
    await press('Resolve: Cheap watches');

    expect(await line().findByText('Resolved')).toBeTruthy();
    expect(line().queryByRole('button')).toBeNull();
    expect(screen.getByRole('button', { name: 'Resolve: Ben Old' })).toBeTruthy();
    expect(toastText()).toBe('Report resolved');
  });

  test('show how many wait at the tab, live, and lead from one to the next', async () => {
    const second = { ...report, id: idOf(299), subjectName: 'Older', reason: 'other' as const };
    let reports = [report, second];
    const waiting = () => reports.filter(({ resolvedAt }) => !resolvedAt).length;
    api.on('GET /api/admin/reports', () => ({ body: reports }));
    api.on('GET /api/admin/reports/waiting', () => ({ body: { count: waiting() } }));
    for (const { id } of reports) {
      api.on(`POST /api/admin/reports/${id}/resolve`, () => {
        reports = reports.map((one) => (one.id === id ? { ...one, resolvedAt: ana.createdAt } : one));
        return { status: 204 };
      });
    }
    openTab('reports');
    expect(await screen.findByRole('tab', { name: 'Reports (2)' })).toBeTruthy();

    await userEvent.click(await screen.findByRole('button', { name: 'Resolve: Cheap watches' }));
    const next = screen.getByRole('button', { name: 'Resolve: Older' });
    await waitFor(() => expect(document.activeElement).toBe(next));
    expect(await screen.findByRole('tab', { name: 'Reports (1)' })).toBeTruthy();
    await userEvent.click(next);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Reports'));
    expect(document.activeElement?.tagName).toBe('H2');
    expect(await screen.findByRole('tab', { name: 'Reports' })).toBeTruthy();

    reports = [{ ...report, id: idOf(302), subjectName: 'Newest' }, ...reports];
    act(applyReportsChanged);

    expect(await screen.findByRole('tab', { name: 'Reports (1)' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Resolve: Newest' })).toBeTruthy();
  });

  test('lead to the account of the person, or of the owner of the list', async () => {
    api.on('GET /api/admin/reports', { body: [report] });
    api.on('GET /api/admin/accounts', ({ query }) => ({
      body: [ben, ana]
        .filter(({ id }) => [null, id].includes(query.get('userId')))
        .map((one) => ({
          ...one,
          ...{
            lastSeenAt: null,
            isOperator: false,
            isDisabled: false,
            mayRequest: false,
            lists: 2,
            items: 14,
            reviews: 1,
          },
        })),
    }));
    openTab('reports');

    await userEvent.click(await screen.findByRole('link', { name: 'Open account of Ben' }));

    expect(await screen.findByRole('button', { name: 'Actions for Ben' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Actions for Ana' })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'People' }));
    await press('Show everybody');
    expect(await screen.findByRole('button', { name: 'Actions for Ana' })).toBeTruthy();
  });

  test('come in pages', async () => {
    api.on('GET /api/admin/reports', ({ query }) =>
      query.get('after')
        ? { body: [{ ...report, id: idOf(301), subjectName: 'Older' }] }
        : { body: [report], headers: { link: `</api/admin/reports?after=${report.id}>; rel="next"` } },
    );
    openTab('reports');

    await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));

    expect(await screen.findByText(/List “Older” by/)).toBeTruthy();
    expect(screen.getByText(/List “Cheap watches” by/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  test('are missing at first', async () => {
    api.on('GET /api/admin/reports', { body: [] });
    openTab('reports');

    expect(await screen.findByRole('heading', { name: 'No reports' })).toBeTruthy();
  });

  test('that cannot be resolved keep their button', async () => {
    api.on('GET /api/admin/reports', { body: [report] });
    api.on(`POST /api/admin/reports/${report.id}/resolve`, failure(500, 'internal', ''));
    openTab('reports');

    await userEvent.click(await screen.findByRole('button', { name: 'Resolve: Cheap watches' }));

    await waitFor(() => expect(toastText()).toContain('Couldn’t resolve the report. Try again.'));
    expect(line().queryByText('Resolved')).toBeNull();
  });
});
