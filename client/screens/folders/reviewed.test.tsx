import { beforeEach, describe, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { families } from '../../../common/families.ts';
import type { Item } from '../../../common/schemas/item.ts';
import { Toaster } from '../../components/toast/Toaster.tsx';
import { useUsers } from '../../features/users/users.store.ts';
import { type ApiStub, stubApi } from '../../testing/api.ts';
import { renderAt, toastText } from '../../testing/render.tsx';
import { ana, idOf, sampleFolder, sampleItem } from '../../testing/samples.ts';
import { FolderScreen } from './FolderScreen.tsx';
import { FolderSidebar } from './FolderSidebar.tsx';

let api: ApiStub;
const id = idOf(102);
const BACKFILL = 'POST /api/reviews/backfill';

beforeEach(() => {
  api = stubApi();
  useUsers.getState().applyViewer(ana);
});

function serve(items: Item[], missingCount = 0) {
  api.on('GET /api/reviews/backfill', { body: { missingCount } });
  const reviewed = sampleFolder({ id, name: 'Reviewed', isReviewed: true, itemCount: items.length });
  for (const noun of ['folders', 'categories']) {
    api.on(`GET /api/${noun}`, { body: [reviewed, sampleFolder()] });
    api.on(`GET /api/shared-${noun}`, { body: [] });
    api.on(`GET /api/${noun}/${id}`, { body: reviewed });
    api.on(`GET /api/${noun}/${id}/items`, { body: items, headers: { 'Folder-Rev': '1' } });
  }
}

describe('the sidebar', () => {
  const card = async () => (await screen.findByRole('heading', { name: 'Reviewed' })).closest('section') as HTMLElement;

  test('counts reviewed films and shows, with the newest four posters and the rest as a number', async () => {
    const rated = [1, 2, 3, 4, 5].map((n) => sampleItem(n, { userRating: 8, mediaType: n > 4 ? 'tv' : 'movie' }));
    serve([...rated, sampleItem(6, { userRating: 2, mediaType: 'tv' })]);

    renderAt(<FolderSidebar />);

    expect(await within(await card()).findByText('4 movies · 2 shows')).toBeTruthy();
    expect(within(await card()).getByText('+2')).toBeTruthy();
    expect((await card()).querySelectorAll('.thumbnail')).toHaveLength(4);
    expect(
      within(await card())
        .getByRole('link', { name: /^View All/ })
        .getAttribute('href'),
    ).toBe(`/category/${id}`);
  });

  test('uses the singular, and shows no more posters than there are', async () => {
    serve([sampleItem(1), sampleItem(2, { mediaType: 'tv' })]);

    renderAt(<FolderSidebar />);

    expect(await within(await card()).findByText('1 movie · 1 show')).toBeTruthy();
    expect(within(await card()).queryByText(/^\+/)).toBeNull();
  });

  test('does not offer to add previous reviews to who has none', async () => {
    serve([]);
    renderAt(<FolderSidebar />);
    await card();
    await waitFor(() => expect(api.calls).toContain('GET /api/reviews/backfill'));
    await act(async () => undefined);

    expect(screen.queryByRole('button', { name: 'Add previous reviews' })).toBeNull();
  });

  test('offers to add previous reviews while Reviewed is empty', async () => {
    serve([], 1);
    api.on(BACKFILL, { body: { backfilledCount: 1 } });
    renderAt(
      <>
        <FolderSidebar />
        <Toaster />
      </>,
    );

    await userEvent.click(await screen.findByRole('button', { name: 'Add previous reviews' }));

    await waitFor(() => expect(toastText()).toBe('Previous reviews added1 title went into Reviewed.'));
    expect(api.calls).toContain(BACKFILL);
  });
});

describe('the Reviewed screen', () => {
  const open = () =>
    renderAt(
      <>
        <Routes>
          <Route path="/category/:id" element={<FolderScreen family={families.category} />} />
        </Routes>
        <Toaster />
      </>,
      { at: `/category/${id}` },
    );
  const button = () => screen.findByRole('button', { name: 'Add Previous Reviews' });
  const press = async () => userEvent.click(await button());
  const isOff = async () => (await button()).getAttribute('aria-disabled');

  test('has neither sections nor an edit button', async () => {
    serve([sampleItem(1, { userRating: 8 })]);

    open();

    await screen.findByRole('button', { name: 'Add Previous Reviews' });
    expect(screen.queryByText(/^To Watch/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Edit Category' })).toBeNull();
  });

  test('has nothing to add while no reviewed title is missing, and says so', async () => {
    serve([sampleItem(1, { userRating: 8 })]);
    open();

    expect(await isOff()).toBe('true');
    await press();

    await waitFor(() => expect(toastText()).toBe('Nothing to addEvery title that you reviewed is in Reviewed.'));
    expect(api.calls).not.toContain(BACKFILL);
  });

  test('can try to add them when it is not known whether any is missing', async () => {
    serve([sampleItem(1, { userRating: 8 })]);
    api.on('GET /api/reviews/backfill', { status: 500 });
    api.on(BACKFILL, { body: { backfilledCount: 0 } });
    open();
    await waitFor(async () => expect(await isOff()).toBe('false'));

    await press();

    await waitFor(() => expect(toastText()).toContain('Nothing to add'));
    expect(api.calls).toContain(BACKFILL);
  });

  test('shows when adding previous reviews failed', async () => {
    serve([], 1);
    api.on(BACKFILL, { status: 500 });
    open();
    await waitFor(async () => expect(await isOff()).toBe('false'));

    await press();

    await waitFor(() => expect(toastText()).toBe('Backfill failedFailed to add previous reviews to category.'));
  });

  test('shows when its items failed to load', async () => {
    serve([sampleItem(1, { userRating: 8 })]);
    api.on(`GET /api/categories/${id}/items`, { status: 500 });

    open();

    expect(await screen.findByText('Failed to fetch reviewed items')).toBeTruthy();
  });
});
