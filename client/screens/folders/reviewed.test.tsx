import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { families } from '../../../common/families.ts';
import type { Item } from '../../../common/schemas/item.ts';
import { Toaster } from '../../components/feedback/Toaster.tsx';
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

function serve(items: Item[]) {
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
    const rated = [1, 2, 3, 4, 5].map((n) => sampleItem(n, { userRating: 8, mediaType: n > 3 ? 'tv' : 'movie' }));
    serve([...rated, sampleItem(6, { userRating: 2, mediaType: 'tv' })]);

    renderAt(<FolderSidebar />);

    expect(await within(await card()).findByText('3 movies · 3 shows')).toBeTruthy();
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

  test('offers to add previous reviews while Reviewed is empty', async () => {
    serve([]);
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
  const press = async () => userEvent.click(await screen.findByRole('button', { name: 'Add Previous Reviews' }));

  test('has neither sections nor an edit button', async () => {
    serve([sampleItem(1, { userRating: 8 })]);

    open();

    await screen.findByRole('button', { name: 'Add Previous Reviews' });
    expect(screen.queryByText(/^To Watch/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Edit Category' })).toBeNull();
  });

  test('shows that nothing was missing', async () => {
    serve([sampleItem(1, { userRating: 8 })]);
    api.on(BACKFILL, { body: { backfilledCount: 0 } });
    open();

    await press();

    await waitFor(() => expect(toastText()).toContain('Nothing to add'));
  });

  test('shows when adding previous reviews failed', async () => {
    serve([]);
    api.on(BACKFILL, { status: 500 });
    open();

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
