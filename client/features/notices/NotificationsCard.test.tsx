import { beforeEach, describe, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Channel, Channels, NoticeSettings } from '../../../common/schemas/notice.ts';
import { Toaster } from '../../components/toast/Toaster.tsx';
import { type ApiStub, failure, stubApi } from '../../testing/api.ts';
import { fakePush } from '../../testing/push.ts';
import { renderAt, toastText } from '../../testing/render.tsx';
import { idOf } from '../../testing/samples.ts';
import { NotificationsCard } from './NotificationsCard.tsx';

const settings: NoticeSettings = { topics: ['votes'], quietHours: null, hideTitles: false, timeZone: 'UTC' };
const none: Channels = { channels: [], pushKey: 'key', hasEmail: false, isEmailConfirmed: false };
const ntfy: Channel = {
  id: idOf(1),
  kind: 'ntfy',
  name: '',
  host: 'ntfy.sh',
  createdAt: '2026-01-01T00:00:00.000Z',
  lastSentAt: null,
  problem: null,
};

let api: ApiStub;
let stored: NoticeSettings;

beforeEach(() => {
  stored = settings;
  api = stubApi();
  api.on('GET /api/user/notifications', () => ({ body: stored }));
  api.on('PATCH /api/user/notifications', ({ body }) => {
    stored = { ...stored, ...(body as object) };
    return { body: stored };
  });
});

async function open(channels: Partial<Channels> = {}) {
  api.on('GET /api/channels', { body: { ...none, ...channels } });
  const view = renderAt(
    <>
      <NotificationsCard />
      <Toaster />
    </>,
  );
  await screen.findByRole('button', { name: 'Add ntfy' });
  return view;
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const flip = (name: string) => userEvent.click(screen.getByRole('switch', { name }));
const isOn = (name: string) => (screen.getByRole('switch', { name }) as HTMLInputElement).checked;
const bodies = (route: string) => api.requestsTo(route).map(({ body }) => body);

describe('the settings', () => {
  test('turn one topic on or off, and leave the others', async () => {
    await open();
    expect([isOn('A vote starts'), isOn('Invitations')]).toEqual([true, false]);

    await flip('Invitations');
    await flip('A vote starts');

    expect([isOn('A vote starts'), isOn('Invitations')]).toEqual([false, true]);
    await waitFor(() => expect(stored.topics).toEqual(['invitations']));
  });

  test('hide titles', async () => {
    await open();

    await flip('Hide titles');

    expect(isOn('Hide titles')).toBe(true);
    await waitFor(() => expect(stored).toEqual({ ...settings, hideTitles: true, timeZone: expect.any(String) }));
  });

  test('have quiet hours, at first those of the night, whose ends can be changed', async () => {
    await open();
    expect(screen.queryByLabelText('From')).toBeNull();

    await flip('Quiet hours');
    await waitFor(() => expect(stored.quietHours).toEqual({ from: '22:00', to: '08:00' }));
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '23:30' } });
    await waitFor(() => expect(stored.quietHours).toEqual({ from: '23:30', to: '08:00' }));
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '' } });
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '07:15' } });
    await waitFor(() => expect(stored.quietHours).toEqual({ from: '23:30', to: '07:15' }));
    await flip('Quiet hours');

    await waitFor(() => expect(stored.quietHours).toBeNull());
    expect(screen.queryByLabelText('From')).toBeNull();
    expect(bodies('PATCH /api/user/notifications')).toHaveLength(4);
  });

  test('that could not be saved go back, with a toast that the next change removes', async () => {
    await open();
    api.on('PATCH /api/user/notifications', failure(500, 'internal', ''));
    await flip('Hide titles');
    await waitFor(() => expect(toastText()).toContain('Couldn’t save your notification settings. Try again.'));
    expect(isOn('Hide titles')).toBe(false);
    api.on('PATCH /api/user/notifications', { body: { ...settings, hideTitles: true } });

    await flip('Hide titles');

    await waitFor(() => expect(toastText()).toBe(''));
    expect(isOn('Hide titles')).toBe(true);
  });

  test('that could not be loaded are asked for again', async () => {
    api.on('GET /api/user/notifications', failure(503, 'unavailable'));
    renderAt(<NotificationsCard />);
    expect(await screen.findByText('Couldn’t load your notification settings')).toBeTruthy();
    api.on('GET /api/user/notifications', { body: settings });

    await press('Try again');

    expect(await screen.findByRole('switch', { name: 'Hide titles' })).toBeTruthy();
  });
});

describe('a channel', () => {
  const line = () => within(screen.getAllByRole('listitem')[0] as HTMLElement);

  test('says where it leads, and what went wrong', async () => {
    await open({
      channels: [
        { ...ntfy, problem: 'It answered 404' },
        { ...ntfy, id: idOf(2), name: 'Phone', host: '' },
      ],
    });

    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'ntfyntfy.shThe last message didn’t arrive: It answered 404TestRemove',
      'PhoneTestRemove',
    ]);
  });

  test.each([
    ['arrived', { body: { problem: null } }, 'Test sent'],
    ['did not arrive', { body: { problem: 'It answered 404' } }, 'ErrorCouldn’t send the test. It answered 404'],
    ['could not be asked for', failure(500, 'internal', ''), 'ErrorCouldn’t send the test. Try again.'],
  ])('says that a test message %s', async (_, answer, text) => {
    await open({ channels: [ntfy] });
    api.on(`POST /api/channels/${ntfy.id}/test`, answer);

    await press('Send a test to ntfy');

    await waitFor(() => expect(toastText()).toBe(text));
  });

  test('is removed, and stays if that fails', async () => {
    await open({ channels: [ntfy] });
    api.on(`DELETE /api/channels/${ntfy.id}`, failure(500, 'internal', ''));
    await press('Remove ntfy');
    await waitFor(() => expect(toastText()).toContain('Couldn’t remove this. Try again.'));
    expect(line().getByText('ntfy.sh')).toBeTruthy();
    api.on(`DELETE /api/channels/${ntfy.id}`, () => {
      api.on('GET /api/channels', { body: none });
      return { status: 204 };
    });

    await press('Remove ntfy');

    await waitFor(() => expect(screen.queryByRole('list')).toBeNull());
  });
});

describe('a new channel', () => {
  test('of a service needs an address, which stays if it is refused', async () => {
    await open();
    await press('Add a webhook');
    const add = screen.getByRole('button', { name: 'Add' }) as HTMLButtonElement;
    await userEvent.type(screen.getByLabelText('Address for a webhook'), '  ');
    expect(add.disabled).toBe(true);
    await userEvent.type(screen.getByLabelText('Address for a webhook'), 'https://hooks.test ');
    api.on('POST /api/channels', failure(500, 'internal', ''));
    await userEvent.click(add);
    await waitFor(() => expect(toastText()).toContain('Couldn’t add a webhook. Check the address and try again.'));
    expect(screen.getByLabelText('Address for a webhook')).toBeTruthy();
    api.on('POST /api/channels', { status: 201, body: { ...ntfy, kind: 'webhook' } });

    await userEvent.click(add);

    await waitFor(() => expect(screen.queryByLabelText('Address for a webhook')).toBeNull());
    expect(bodies('POST /api/channels').at(-1)).toEqual({
      kind: 'webhook',
      name: 'Webhook',
      url: 'https://hooks.test',
    });
    // Quiet hours are those of the viewer's day.
    expect(bodies('PATCH /api/user/notifications')).toEqual([{ timeZone: expect.any(String) }]);
  });

  test('is not added after Cancel, and another service starts with an empty address', async () => {
    await open();
    await press('Add ntfy');
    await userEvent.type(screen.getByLabelText('Address for ntfy'), 'https://ntfy.sh/mine');
    await press('Add Discord');
    expect((screen.getByLabelText('Address for Discord') as HTMLInputElement).value).toBe('');

    await press('Cancel');

    expect(screen.queryByLabelText(/^Address for/)).toBeNull();
    expect(bodies('POST /api/channels')).toEqual([]);
  });

  test.each<[string, Partial<Channels>, string[]]>([
    ['sends no mail', {}, []],
    ['does not know the address', { hasEmail: true }, ['Confirm my address']],
    ['can send mail', { hasEmail: true, isEmailConfirmed: true }, ['Email me once a day']],
    ['sends it', { hasEmail: true, isEmailConfirmed: true, channels: [{ ...ntfy, kind: 'email' }] }, []],
  ])('is a daily mail, if the server %s', async (_, channels, offered) => {
    await open(channels);

    const found = screen.queryAllByRole('button', { name: /^(Confirm my address|Email me once a day)$/ });
    expect(found.map(({ textContent }) => textContent)).toEqual(offered);
  });

  test('of a daily mail is one press', async () => {
    await open({ hasEmail: true, isEmailConfirmed: true });
    api.on('POST /api/channels', () => {
      api.on('GET /api/channels', { body: { ...none, channels: [{ ...ntfy, kind: 'email', host: '' }] } });
      return { status: 201, body: { ...ntfy, kind: 'email' } };
    });

    await press('Email me once a day');

    expect(await screen.findByText('Email, at most once a day')).toBeTruthy();
    expect(bodies('POST /api/channels')).toEqual([{ kind: 'email' }]);
  });

  test('for mail first needs a confirmed address, for which a link is sent', async () => {
    await open({ hasEmail: true });
    expect(screen.getByText('To get a daily mail, confirm your email address first.')).toBeTruthy();
    api.on('POST /api/user/email/confirmation', failure(500, 'internal', ''));
    await press('Confirm my address');
    await waitFor(() => expect(toastText()).toContain('Couldn’t send the mail. Try again later.'));
    api.on('POST /api/user/email/confirmation', { status: 204 });

    await press('Confirm my address');

    expect(await screen.findByText(/^Sent\. Open the link/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Confirm my address' })).toBeNull();
  });
});

describe('this browser', () => {
  const turnOn = () => screen.findByRole('button', { name: 'Turn on in this browser' });
  const firefox = 'Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0';
  const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/129.0 Safari/537.36';
  const safari = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15';

  test.each([
    ['Firefox on Android', firefox],
    ['Chrome on Linux', chrome],
    ['Edge on Linux', `${chrome} Edg/129.0`],
    ['Safari on macOS', safari],
    ['Safari', 'Unknown'],
  ])('is called %s', async (name, agent) => {
    fakePush();
    Object.defineProperty(navigator, 'userAgent', { configurable: true, value: agent });
    await open();
    api.on('POST /api/channels', { status: 201, body: { ...ntfy, kind: 'push' } });

    await userEvent.click(await turnOn());

    await waitFor(() => expect(bodies('POST /api/channels')).toHaveLength(1));
    expect(bodies('POST /api/channels')[0]).toEqual({
      kind: 'push',
      name,
      subscription: { endpoint: 'https://push.test/1', keys: { p256dh: 'key', auth: 'secret' } },
    });
  });

  test('stays off when the person does not allow it, and can then only be turned on in its settings', async () => {
    const push = fakePush();
    await open();
    const refused = { permission: 'denied', requestPermission: async () => 'denied' };
    const button = await turnOn();
    Object.assign(window, { Notification: refused });

    await userEvent.click(button);

    const blocked = (await screen.findByRole('button', { name: 'Blocked in this browser' })) as HTMLButtonElement;
    expect(blocked.disabled).toBe(true);
    expect(push.subscription).toBeNull();
    expect(bodies('POST /api/channels')).toEqual([]);
  });

  test('has no button if it cannot show messages, and says so if turning on failed', async () => {
    fakePush();
    const { unmount } = await open();
    api.on('POST /api/channels', failure(500, 'internal', ''));
    await userEvent.click(await turnOn());
    await waitFor(() => expect(toastText()).toContain('Couldn’t turn on notifications in this browser. Try again.'));
    unmount();
    Object.defineProperty(navigator, 'serviceWorker', {
      configurable: true,
      value: { getRegistration: async () => undefined },
    });

    await open();

    await waitFor(() => expect(screen.queryByRole('button', { name: /in this browser/ })).toBeNull());
  });
});
