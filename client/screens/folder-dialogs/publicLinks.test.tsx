import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { families } from '../../../common/families.ts';
import { defaultFlags } from '../../../common/permissions.ts';
import { createReplica } from '../../../common/replica/replica.ts';
import type { Folder } from '../../../common/schemas/folder.ts';
import type { PublicLink } from '../../../common/schemas/publicLink.ts';
import { revAt } from '../../../common/testing/replicas.ts';
import { Toaster } from '../../components/toast/Toaster.tsx';
import { type ApiStub, failure, stubApi } from '../../testing/api.ts';
import { bensFolder } from '../../testing/lists.ts';
import { openLiveTab } from '../../testing/liveTab.ts';
import { renderAt, toastText } from '../../testing/render.tsx';
import { ana, ben, idOf, publicUser, sampleFolder, sampleShare } from '../../testing/samples.ts';
import { PublicLinksDialog } from './PublicLinksDialog.tsx';

let api: ApiStub;
beforeEach(() => {
  api = stubApi();
});
afterEach(() => {
  jest.useRealTimers();
});

const link: PublicLink = {
  id: idOf(700),
  url: 'https://films.example/s/Zm9yIGZyaWRheSBuaWdodA',
  ...{ showsNotes: true, showsNames: false, isFindable: false },
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: null,
  createdByUserId: ben.id,
  createdBy: publicUser(ben),
  visits: [
    { day: '2026-01-02', pages: 3, feeds: 1 },
    { day: '2026-01-03', pages: 4, feeds: 1 },
  ],
};

function show(folder: Folder, links: PublicLink[], isAllowed = true) {
  const path = `/api/categories/${folder.id}/public-links`;
  api.on(`GET ${path}`, { body: links });
  api.on(`GET ${path}/setting`, { body: { isAllowed } });
  let change: (now: Folder) => void = () => undefined;
  function Shown() {
    const [now, setNow] = useState(folder);
    change = (next) => act(() => setNow(next));
    return <PublicLinksDialog replica={createReplica(now, ana.id)} family={families.category} onClose={() => {}} />;
  }
  renderAt(
    <>
      <Shown />
      <Toaster />
    </>,
    { at: '/' },
  );
  return { path, change };
}

const button = (name: string | RegExp) => screen.findByRole('button', { name });

test('the owner sees what a link shows and its visits, and ends the link of somebody else', async () => {
  show(sampleFolder(), [link]);

  const card = within(await screen.findByRole('listitem'));
  expect(card.getByRole('textbox', { name: 'Public link' }).getAttribute('value')).toBe(link.url);
  card.getByText('Shows titles with notes · does not end · by Ben');
  card.getByText('7 visits, 0 today · feeds fetched 2 times');
  await userEvent.click(await button('Feeds and embedding'));
  expect(screen.getByRole('textbox', { name: 'Release calendar' }).getAttribute('value')).toBe(`${link.url}.ics`);
  expect(screen.getByRole('textbox', { name: 'Frame for your page' }).getAttribute('value')).toContain('/embed"');

  api.on(`DELETE /api/public-links/${link.id}`, { status: 204 });
  await userEvent.click(await button('End link'));
  await userEvent.click(
    within(await screen.findByRole('dialog', { name: 'End this link?' })).getByRole('button', { name: 'End link' }),
  );
  await waitFor(() => expect(toastText()).toContain('Link ended'));
  expect(screen.queryByRole('listitem')).toBeNull();
});

test('a member makes a link as chosen, and ends none of others', async () => {
  const folder = bensFolder({ permissions: { ...defaultFlags, canShare: true } });
  const { path } = show(folder, [link]);
  await userEvent.click(await button('Another link'));
  await userEvent.click(screen.getByRole('switch', { name: 'Show who added each title (first name only)' }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Ends' }), 'In 30 days');
  api.on(`POST ${path}`, failure(409, 'limit_reached', 'This list has 20 public links.'));
  await userEvent.click(await button('Make a public link'));
  expect(await screen.findByText('This list has 20 public links.')).toBeTruthy();

  const made = { ...link, id: idOf(701), createdByUserId: ana.id, createdBy: publicUser(ana) };
  api.on(`POST ${path}`, { status: 201, body: made });
  await userEvent.click(await button('Make a public link'));

  expect(await screen.findAllByRole('listitem')).toHaveLength(2);
  expect(api.requests.at(-1)?.body).toEqual({
    ...{ showsNotes: false, showsNames: true, isFindable: false },
    expiresInDays: 30,
  });
  expect(screen.getAllByRole('button', { name: 'End link' })).toHaveLength(1);
  expect(screen.queryByRole('switch', { name: 'Allow public links to this list' })).toBeNull();
});

test('a member who may not share the list any more sees no links, and those that are left when they may again', async () => {
  const sharing = (canShare: boolean) => bensFolder({ permissions: { ...defaultFlags, canShare } });
  const { path, change } = show(sharing(true), [{ ...link, createdByUserId: ana.id }]);
  await screen.findByRole('textbox', { name: 'Public link' });
  api.on(`GET ${path}`, { body: [] });

  change(sharing(false));
  expect(screen.getByText('You can’t share this list any more, and your public links of it have ended.')).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('button', { name: /link/ })).toBeNull();

  change(sharing(true));
  expect(await button('Make a public link')).toBeTruthy();
});

test('the button for another link has the focus once the first one is made', async () => {
  const { path } = show(sampleFolder(), []);
  api.on(`POST ${path}`, { status: 201, body: link });

  await userEvent.click(await button('Make a public link'));

  const another = await button('Another link');
  await waitFor(() => expect(document.activeElement).toBe(another));
});

test('the owner turns public links off, which ends all of them', async () => {
  const { path } = show(sampleFolder(), [link]);
  api.on(`PUT ${path}/setting`, { body: { isAllowed: false } });

  await userEvent.click(await screen.findByRole('switch', { name: /^Allow public links to this list/ }));

  await screen.findByRole('switch', { name: /^Allow public links to this list/, checked: false });
  expect(api.requests.at(-1)?.body).toEqual({ isAllowed: false });
  expect(screen.queryByRole('listitem')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Make a public link' })).toBeNull();
});

test('links that end with the right of their maker are gone, live and after the tab was away', async () => {
  const tab = openLiveTab();
  api = tab.api;
  const folder = sampleFolder();
  const { path } = show(folder, [link, { ...link, id: idOf(701) }]);
  expect(await screen.findAllByRole('listitem')).toHaveLength(2);

  api.on(`GET ${path}`, { body: [link] });
  const revoked = { ...revAt(2), at: link.createdAt, by: publicUser(ana), type: 'share:revoked', folder };
  tab.socket.hear('folder:changes', { folderId: folder.id, changes: [{ ...revoked, share: sampleShare() }] });
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));

  api.on(`GET ${path}`, { body: [] });
  tab.socket.hear('connect');
  await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull());
  tab.disconnect();
});

test('a link that expires, or that another member ends, is gone', async () => {
  jest.useFakeTimers();
  const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  const { path } = show(sampleFolder(), [link, { ...link, id: idOf(701) }]);
  await wait(1000);
  expect(screen.getAllByRole('listitem')).toHaveLength(2);

  api.on(`GET ${path}`, { body: [link] });
  await wait(60_000);

  expect(screen.getAllByRole('listitem')).toHaveLength(1);
});
