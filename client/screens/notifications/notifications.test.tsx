import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Channel, Notice, NoticeSettings } from '../../../common/schemas/notice.ts';
import { NoticeBell } from '../../features/notices/NoticeBell.tsx';
import { NotificationsCard } from '../../features/notices/NotificationsCard.tsx';
import { channelsQuery, refreshNotices } from '../../features/notices/notice.queries.ts';
import { queryClient } from '../../lib/query.ts';
import { type ApiStub, stubApi } from '../../testing/api.ts';
import { fakePush } from '../../testing/push.ts';
import { renderAt } from '../../testing/render.tsx';
import { ben, idOf } from '../../testing/samples.ts';
import { NotificationsScreen } from './NotificationsScreen.tsx';

const notice: Notice = {
  id: idOf(7),
  topic: 'titles',
  by: ben,
  text: 'Ben added 4 titles to Friday nights',
  path: '/category/1',
  folderId: null,
  count: 4,
  at: new Date().toISOString(),
  isRead: false,
};
const settings: NoticeSettings = { topics: ['votes'], quietHours: null, hideTitles: false, timeZone: null };

let api: ApiStub;
beforeEach(() => {
  api = stubApi();
});

test('the bell counts what is new, and opening the screen marks it as read', async () => {
  let upTo: unknown;
  api.on('GET /api/notices', { body: { notices: [notice], unread: 1 } });
  api.on('PUT /api/notices', ({ body }) => {
    upTo = body;
    api.on('GET /api/notices', { body: { notices: [{ ...notice, isRead: true }], unread: 0 } });
    return { status: 204 };
  });
  renderAt(
    <>
      <NoticeBell className={undefined} />
      <NotificationsScreen />
    </>,
  );

  const line = await screen.findByRole('link', { name: /New: Ben added 4 titles to Friday nights/ });
  expect(line.getAttribute('href')).toBe('/category/1');
  await waitFor(() => expect(screen.getByRole('link', { name: 'Notifications' })).toBeTruthy());
  expect(upTo).toEqual({ upTo: notice.id });

  refreshNotices();
  // It still looks new until the person leaves.
  expect(await screen.findByRole('link', { name: /New: Ben added/ })).toBeTruthy();
});

test('without notifications the screen says so, and after a failure it offers to try again', async () => {
  api.on('GET /api/notices', { status: 500, body: { error: 'No', code: 'internal' } });
  renderAt(<NotificationsScreen />);
  expect(await screen.findByText('Couldn’t load your notifications')).toBeTruthy();

  api.on('GET /api/notices', { body: { notices: [], unread: 0 } });
  await userEvent.click(screen.getByRole('button', { name: /try again/i }));

  expect(await screen.findByText('Nothing new')).toBeTruthy();
});

test('each topic has a switch, and a channel can be added', async () => {
  const sent: unknown[] = [];
  api.on('GET /api/user/notifications', { body: settings });
  api.on('GET /api/channels', {
    body: { channels: [], pushKey: 'key', hasEmail: false, isEmailConfirmed: false },
  });
  api.on('PATCH /api/user/notifications', ({ body }) => {
    sent.push(body);
    return { body: { ...settings, ...(body as object) } };
  });
  api.on('POST /api/channels', ({ body }) => {
    sent.push(body);
    return { status: 201, body };
  });
  renderAt(<NotificationsCard />);

  await userEvent.click(await screen.findByRole('switch', { name: 'Comments in my lists' }));
  expect(sent.at(-1)).toMatchObject({ topics: ['votes', 'comments'], timeZone: expect.any(String) });

  await userEvent.click(await screen.findByRole('button', { name: 'Add ntfy' }));
  expect(document.activeElement).toBe(screen.getByLabelText(/Address for ntfy/));
  await userEvent.keyboard('https://ntfy.sh/mine');
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(sent).toContainEqual({ kind: 'ntfy', name: 'ntfy', url: 'https://ntfy.sh/mine' }));
  const add = screen.getByRole('button', { name: 'Add ntfy' });
  await waitFor(() => expect(document.activeElement).toBe(add));
});

test('a browser can be turned on, and again when the channel is gone or the account is another', async () => {
  let channels: Channel[] = [];
  fakePush();
  api.on('GET /api/user/notifications', { body: settings });
  api.on('PATCH /api/user/notifications', { body: settings });
  api.on('GET /api/channels', () => ({
    body: { channels, pushKey: 'key', hasEmail: false, isEmailConfirmed: false },
  }));
  api.on('POST /api/channels', ({ body }) => {
    const { kind, name } = body as Pick<Channel, 'kind' | 'name'>;
    const at = { createdAt: new Date().toISOString(), lastSentAt: null, problem: null };
    const channel = { id: idOf(channels.length + 1), kind, name, host: 'push.test', ...at };
    channels = [...channels, channel];
    return { status: 201, body: channel };
  });
  renderAt(<NotificationsCard />);
  const turnOn = () => screen.findByRole('button', { name: 'Turn on in this browser' });
  const isOn = () =>
    waitFor(() => expect(screen.queryByRole('button', { name: 'Turn on in this browser' })).toBeNull());

  await userEvent.click(await turnOn());
  await isOn();
  expect(channels).toHaveLength(1);

  // As after 'Remove', new keys of the server, or a restored backup. The other browser is of the account that is signed in now.
  channels = channels.map((channel) => ({ ...channel, id: idOf(8) }));
  await queryClient.invalidateQueries({ queryKey: channelsQuery.queryKey });

  await userEvent.click(await turnOn());
  await isOn();
  expect(channels).toHaveLength(2);
});
