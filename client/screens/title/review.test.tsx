import { beforeEach, describe, expect, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Toaster } from '../../components/toast/Toaster.tsx';
import { useFolders } from '../../features/folders/state/folder.store.ts';
import { useReviews } from '../../features/reviews/review.store.ts';
import { useUsers } from '../../features/users/users.store.ts';
import { type ApiStub, failure, stubApi } from '../../testing/api.ts';
import { addressOf, renderAt, toastText } from '../../testing/render.tsx';
import { ana, idOf, sampleFolder, sampleItem, sampleReview } from '../../testing/samples.ts';
import { matrix, sampleCast, serveTitle } from '../../testing/titles.ts';
import { MediaDialog } from './MediaDialog.tsx';
import { ReviewDialog } from './ReviewDialog.tsx';

let api: ApiStub;
const MINE = 'GET /api/reviews/my-review/movie/603';
const CREATE = 'POST /api/reviews';
const ONE = `/api/reviews/${sampleReview().id}`;

beforeEach(() => {
  api = stubApi({ 'GET /api/folders': { body: [] }, 'GET /api/shared-folders': { body: [] } });
  serveTitle(api, matrix);
  useUsers.getState().applyViewer(ana);
});

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const press = async (name: string | RegExp) => userEvent.click(await button(name));
const sent = () => api.requests.filter(({ method }) => method !== 'GET');
const chosen = () => screen.queryByRole<HTMLInputElement>('radio', { checked: true })?.value;

describe('the dialog form', () => {
  const open = () =>
    renderAt(
      <>
        <ReviewDialog />
        <Toaster />
      </>,
      { at: '/?review=movie-603' },
    );
  const comment = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' });

  test('starts with five stars and counts up to 500 characters', async () => {
    open();
    const field = await comment();

    await userEvent.type(field, 'Whoa.');

    expect(chosen()).toBe('5');
    expect(screen.getByText('5/500 characters')).toBeTruthy();
    expect(field.maxLength).toBe(500);
  });

  test('creates the review and closes', async () => {
    api.on(CREATE, { status: 201, body: sampleReview() });
    open();
    await userEvent.click(await screen.findByRole('radio', { name: '4 stars' }));
    await userEvent.type(await comment(), ' Whoa. ');

    await press('Save Review');

    await waitFor(() => expect(addressOf()).toBe('/'));
    expect(sent()[0]?.body).toMatchObject({ tmdbId: 603, mediaType: 'movie', rating: 4, comment: 'Whoa.' });
    expect(toastText()).toContain('Review saved');
  });

  test('updates the existing review', async () => {
    api.on(MINE, { body: sampleReview() });
    api.on(`PUT ${ONE}`, { body: sampleReview({ rating: 2 }) });
    open();
    expect((await comment()).value).toBe('Whoa.');
    expect(chosen()).toBe('4');

    screen.getByRole('radio', { name: '4 stars' }).focus();
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    await press('Update Review');

    await waitFor(() => expect(toastText()).toContain('Review updated'));
    expect(sent()[0]?.body).toMatchObject({ rating: 2, comment: 'Whoa.' });
  });

  test('deletes it after a confirmation', async () => {
    api.on(MINE, { body: sampleReview() });
    api.on(`DELETE ${ONE}`, { status: 204 });
    open();

    await press('Delete');
    expect(sent()).toEqual([]);
    await userEvent.click(within(screen.getByRole('group', { name: 'Delete this review?' })).getByText('Delete'));

    await waitFor(() => expect(toastText()).toContain('Review deleted'));
    await waitFor(() => expect(addressOf()).toBe('/'));
  });

  test('keeps a comment over the limit without sending it', async () => {
    api.on(MINE, { body: sampleReview({ comment: 'x'.repeat(612) }) });
    open();

    expect((await comment()).value).toHaveLength(612);
    expect(screen.getByText('612/500 characters')).toBeTruthy();
    expect((await button('Update Review')).hasAttribute('disabled')).toBe(true);
  });

  test.each([
    ['Save Review', null, CREATE, 'Failed to save review'],
    ['Update Review', sampleReview(), `PUT ${ONE}`, 'Failed to update review'],
  ])('%s that fails says so and keeps the form', async (name, review, call, text) => {
    api.on(MINE, { body: review });
    api.on(call, { status: 500 });
    open();

    await press(name);

    await waitFor(() => expect(toastText()).toContain(text));
    expect(addressOf()).toBe('/?review=movie-603');
  });

  test('shows a failed deletion', async () => {
    api.on(MINE, { body: sampleReview() });
    api.on(`DELETE ${ONE}`, { status: 500 });
    open();

    await press('Delete');
    await userEvent.click(within(screen.getByRole('group', { name: 'Delete this review?' })).getByText('Delete'));

    await waitFor(() => expect(toastText()).toContain('Failed to delete review'));
  });

  test('offers to load a failed review again', async () => {
    api.on(MINE, failure(503, 'unavailable'));
    open();
    const again = await button('Try again');

    api.on(MINE, { body: sampleReview() });
    await userEvent.click(again);

    expect((await comment()).value).toBe('Whoa.');
  });
});

describe('the inline form', () => {
  const open = () =>
    renderAt(
      <>
        <MediaDialog />
        <Toaster />
      </>,
      { at: '/?title=movie-603' },
    );

  /** Moves the focus to the stars, without choosing one. */
  const unfold = async () => {
    const [first] = await screen.findAllByRole('radio');
    act(() => first?.focus());
  };

  test('is a row of stars until it is touched, after the cast', async () => {
    serveTitle(api, matrix, { credits: { id: 603, cast: sampleCast(3), crew: [] } });
    open();

    const text = await screen.findByText('Not rated yet');

    const cast = screen.getByRole('heading', { name: 'Cast' });
    expect(cast.compareDocumentPosition(text)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Save Review' })).toBeNull();
    await userEvent.click(screen.getByRole('radio', { name: '3 stars' }));
    expect(chosen()).toBe('3');
    expect(screen.getByRole('textbox', { name: 'Comment' })).toBeTruthy();
  });

  test('keeps a comment when the dialog is closed before it is saved', async () => {
    const dialog = open();
    await unfold();
    await userEvent.type(screen.getByRole('textbox', { name: 'Comment' }), 'Whoa.');

    dialog.unmount();
    open();

    expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' })).value).toBe('Whoa.');
  });

  test('starts without stars and limit, and shows a toast if sent without stars', async () => {
    const message = 'Choose 1 to 5 stars';
    const issues = [{ path: 'rating', message }];
    api.on(CREATE, { status: 400, body: { error: message, code: 'validation', issues } });
    open();
    await unfold();
    expect(screen.getByText('Not rated yet')).toBeTruthy();
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' });
    fireEvent.change(field, { target: { value: 'x'.repeat(700) } });

    await press('Save Review');

    await waitFor(() => expect(toastText()).toBe(`Error${message}`));
    expect(within(screen.getByRole('dialog')).getByText(message)).toBeTruthy();
    expect(field.maxLength).toBe(-1);
    expect(sent()[0]?.body).toMatchObject({ rating: 0, comment: 'x'.repeat(700) });
    expect(field.value).toHaveLength(700);
  });

  test('clears the request for stars once they are chosen', async () => {
    const message = 'Choose 1 to 5 stars';
    api.on(CREATE, {
      status: 400,
      body: { error: message, code: 'validation', issues: [{ path: 'rating', message }] },
    });
    open();
    await unfold();
    await press('Save Review');
    await waitFor(() => expect(toastText()).toBe(`Error${message}`));

    await userEvent.type(screen.getByRole('textbox', { name: 'Comment' }), 'Whoa.');
    expect(within(screen.getByRole('dialog')).getByText(message)).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: '4 stars' }));

    expect(screen.queryByText(message)).toBeNull();
    expect(toastText()).toBe('');
  });

  test('is replaced by the saved review, and the button shows Reviewed', async () => {
    api.on(CREATE, { status: 201, body: sampleReview() });
    open();
    await button('Review');

    await userEvent.click(await screen.findByRole('radio', { name: '4 stars' }));
    await press('Save Review');

    expect(await screen.findByRole('img', { name: '4 out of 5 stars' })).toBeTruthy();
    expect(await button('Reviewed')).toBeTruthy();
    expect(screen.getByText('Whoa.')).toBeTruthy();
    expect(screen.queryByRole('radio')).toBeNull();
  });

  test('says when it was written and edited', async () => {
    const written = sampleReview({ createdAt: '2026-01-31T12:00:00.000Z', updatedAt: '2026-01-31T13:00:00.000Z' });
    api.on(MINE, { body: written });
    open();
    const day = (date: string) =>
      new Date(date).toLocaleDateString(undefined, { day: 'numeric', month: 'long', year: 'numeric' });
    expect(await screen.findByText(day('2026-01-31T12:00:00'))).toBeTruthy();

    act(() => useReviews.getState().applySaved({ ...written, updatedAt: '2026-02-02T12:00:00.000Z' }));

    expect(screen.getByText(`${day('2026-01-31T12:00:00')}, edited ${day('2026-02-02T12:00:00')}`)).toBeTruthy();
  });

  test('is kept when the question is answered with Keep, and deleted otherwise', async () => {
    api.on(MINE, { body: sampleReview() });
    api.on(`DELETE ${ONE}`, { status: 204 });
    open();
    await press('Delete');
    expect(document.activeElement).toBe(await button('Keep'));
    await press('Keep');
    expect(document.activeElement).toBe(await button('Delete'));
    expect(sent()).toEqual([]);

    await press('Delete');
    await press('Delete');

    expect(await screen.findByText('Not rated yet')).toBeTruthy();
    expect(toastText()).toBe('Review deletedThe Matrix');
  });

  test('drops what was typed when editing is cancelled', async () => {
    api.on(MINE, { body: sampleReview() });
    open();
    const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' });
    await press('Edit review');
    await userEvent.type(field(), ' Again.');

    await press('Cancel');

    expect(screen.getByText('Whoa.')).toBeTruthy();
    await press('Edit review');
    expect(field().value).toBe('Whoa.');
  });

  test('offers to load a failed review again', async () => {
    api.on(MINE, failure(503, 'unavailable'));
    open();
    const text = await screen.findByText('Couldn’t load your review.');
    api.on(MINE, { body: sampleReview() });

    await userEvent.click(within(text.parentElement as HTMLElement).getByRole('button', { name: 'Try again' }));

    expect(await screen.findByText('Whoa.')).toBeTruthy();
  });

  test('says that its title is no longer in Reviewed, and adds it again', async () => {
    const reviewed = sampleFolder({ id: idOf(102), name: 'Reviewed', isReviewed: true, itemCount: 1 });
    const item = sampleItem(1, { tmdbId: 604, folderId: reviewed.id, categoryId: reviewed.id });
    api.on('GET /api/folders', { body: [reviewed] });
    api.on(`GET /api/folders/${reviewed.id}`, { body: reviewed });
    api.on(`GET /api/folders/${reviewed.id}/items`, { body: [item], headers: { 'Folder-Rev': '1' } });
    api.on(MINE, { body: sampleReview() });
    await useFolders.getState().loadLists('folder');
    await useFolders.getState().loadItems(reviewed.id, 'folder');
    open();
    expect(await screen.findByText(/^This title is not in your Reviewed list\./)).toBeTruthy();
    api.on('POST /api/reviews/backfill', { body: { backfilledCount: 2 } });

    await press('Add previous reviews');

    await waitFor(() => expect(toastText()).toBe('Previous reviews added2 titles went into Reviewed.'));
  });

  test('edits in place', async () => {
    api.on(MINE, { body: sampleReview() });
    api.on(`PUT ${ONE}`, ({ body }) => ({
      body: sampleReview({ comment: (body as { comment: string }).comment, updatedAt: '2026-01-01T00:05:00.000Z' }),
    }));
    open();

    await press('Edit review');
    await userEvent.type(screen.getByRole('textbox', { name: 'Comment' }), ' Again.');
    await press('Update Review');

    expect(await screen.findByText('Whoa. Again.')).toBeTruthy();
  });

  test('follows changes from another tab', async () => {
    open();
    await button('Review');

    act(() => useReviews.getState().applySaved(sampleReview({ comment: 'From the other tab' })));
    expect(await screen.findByText('From the other tab')).toBeTruthy();
    act(() => useReviews.getState().applyDeleted(sampleReview()));

    expect(await button('Review')).toBeTruthy();
    expect(screen.getByText('Not rated yet')).toBeTruthy();
  });

  test('the button opens the dialog form', async () => {
    open();

    await press('Review');

    expect(addressOf()).toBe('/?review=movie-603');
  });
});
