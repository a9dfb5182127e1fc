import { beforeEach, describe, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Import, type ImportedRow, usualImportChoices } from '../../../common/schemas/import.ts';
import { Toaster } from '../../components/toast/Toaster.tsx';
import { useFolders } from '../../features/folders/state/folder.store.ts';
import { applyImportProgress } from '../../features/moving/import.queries.ts';
import { useMoving } from '../../features/moving/moving.store.ts';
import type { ReadRequest } from '../../features/moving/reading/serveReading.ts';
import { serveReading } from '../../features/moving/reading/serveReading.ts';
import { useUsers } from '../../features/users/users.store.ts';
import { type ApiStub, deferred, type StubAnswer, stubApi } from '../../testing/api.ts';
import { fileOf } from '../../testing/importFiles.ts';
import { countsOf, sampleImport, sampleMatch, sampleReading, sampleRow, wantRow } from '../../testing/importSamples.ts';
import { addressOf, renderAt } from '../../testing/render.tsx';
import { ana, ben, sampleFolder } from '../../testing/samples.ts';
import { ImportScreen } from './ImportScreen.tsx';

const own = sampleFolder({ name: 'Friday nights' });
const shared = sampleFolder({
  id: '65f0c0ffee5eedbadc0ff001',
  name: 'Film club',
  userId: ben.id,
  sharedByUser: ben,
});
const moving = sampleImport();
const path = `/api/imports/${moving.id}`;

let api: ApiStub;
beforeEach(() => {
  api = stubApi();
  useUsers.getState().applyViewer(ana);
  useFolders.getState().applyFolders([own, shared]);
  useFolders.setState({ listsStatus: 'ready' });
  api.on('GET /api/folders', { body: [own] });
  api.on('GET /api/shared-folders', { body: [shared] });
  api.on('GET /api/imports', { body: [] });
  globalThis.Worker = ReadingHere as unknown as typeof Worker;
});

/** Reads on the same thread, since jsdom has no workers. */
class ReadingHere extends EventTarget {
  #listener: ((event: MessageEvent<ReadRequest>) => void) | undefined;
  constructor() {
    super();
    serveReading({
      addEventListener: (_type, listener) => {
        this.#listener = listener;
      },
      postMessage: (data) => {
        this.dispatchEvent(new MessageEvent('message', { data }));
      },
    });
  }
  async postMessage({ files, answers }: ReadRequest) {
    // jsdom's files cannot be read as bytes.
    const readable = await Promise.all(files.map(async (file) => fileOf(file.name, await textOf(file))));
    this.#listener?.(new MessageEvent('message', { data: { files: readable as unknown as File[], answers } }));
  }
  terminate() {
    this.#listener = undefined;
  }
}

function textOf(file: File): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(file);
  });
}

const open = (at = '/import') =>
  renderAt(
    <>
      <ImportScreen />
      <Toaster />
    </>,
    { at, isLaidOut: true },
  );
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const choose = (name: string, text: string) =>
  userEvent.upload(screen.getByLabelText('Files to import'), new File([text], name, { type: 'text/csv' }));

describe('choosing', () => {
  test('a file of a service is recognised, sent, and its preview opens', async () => {
    api.on('POST /api/imports', {
      status: 201,
      body: sampleImport({ state: 'uploading', rows: { total: 1, received: 0 } }),
    });
    api.on(`PUT ${path}/rows`, { body: { received: 1 } });
    api.on(`GET ${path}`, { body: { import: moving, rows: [], next: null } });
    open();

    await choose('watchlist.csv', 'Date,Name,Year,Letterboxd URI\n2024-05-01,Heat,1995,https://boxd.it/2a\n');
    expect(await screen.findByRole('heading', { name: 'Files from Letterboxd' })).toBeTruthy();
    expect(
      within(screen.getByRole('list', { name: 'What the files have' })).getByText('1 title to watch'),
    ).toBeTruthy();
    await userEvent.click(await button('See what will be imported'));

    await waitFor(() => expect(addressOf()).toBe(`/import?id=${moving.id}`));
  });

  test('the columns of an unknown table are asked about, and then what the dates mean', async () => {
    open();

    await choose('films.csv', 'Film;Jahr;Meine Note;Gesehen\nHeat;1995;4;03/04/2021\nSuspiria;1977;5;05/06/2020\n');
    const columns = within(await screen.findByRole('form', { name: 'Questions' }));
    const column = (name: string) => columns.getByRole<HTMLSelectElement>('combobox', { name: `What is in ${name}` });
    expect([column('Film').value, column('Jahr').value, column('Meine Note').value]).toEqual(['title', 'year', '']);
    await userEvent.selectOptions(column('Meine Note'), 'My rating');
    await userEvent.click(await button('Continue'));

    await userEvent.click(
      await screen.findByRole('radio', { name: '03/04/2021 is Apr 3, 2021, 05/06/2020 is Jun 5, 2020' }),
    );
    await userEvent.click(await button('Continue'));
    const found = within(await screen.findByRole('list', { name: 'What the files have' }));
    expect(found.getByText('2 ratings')).toBeTruthy();
    expect(found.getByText('2 viewings with a date')).toBeTruthy();
    expect(useMoving.getState().result?.rows).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: 'play', at: '2021-04-03T00:00:00.000Z' })]),
    );
  });

  test('a table without a column of titles cannot be read', async () => {
    open();
    await choose('films.csv', 'Film,Jahr\nHeat,1995\n');

    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'What is in Film' }), 'Leave out');

    expect(screen.getByText('Choose the column with the titles.')).toBeTruthy();
    expect(((await button('Continue')) as HTMLButtonElement).disabled).toBe(true);
  });

  test('pasted titles are read too', async () => {
    open();
    await userEvent.click(screen.getByRole('button', { name: 'or paste a list of titles' }));

    await userEvent.type(screen.getByLabelText('One title a line'), 'Heat (1995)\nSuspiria');
    await userEvent.click(await button('Read titles'));

    expect(await screen.findByRole('radio', { name: /A list/, checked: true })).toBeTruthy();
    expect(screen.getByText('2 titles in lists')).toBeTruthy();
  });

  test('nothing can be imported before a question about it is answered', async () => {
    open();
    await choose('export.csv', 'Date,Name,Year,Letterboxd URI\n2024-01-01,Alien,1979,https://boxd.it/a\n');

    const answer = await screen.findByRole('radio', { name: 'Films and shows I want to see' });
    expect(screen.queryByRole('button', { name: 'See what will be imported' })).toBeNull();
    await userEvent.click(answer);
    await userEvent.click(await button('Continue'));

    expect(await button('See what will be imported')).toBeTruthy();
  });

  test('a file that is no export says what was expected', async () => {
    open();

    await choose('page.csv', '<!DOCTYPE html><html><body>Sign in</body></html>');

    expect(await screen.findByRole('heading', { name: 'Nothing to import' })).toBeTruthy();
    expect(screen.getByText(/^page.csv is a saved web page/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'See what will be imported' })).toBeNull();
  });

  test('an import that was interrupted goes on with the same files', async () => {
    const part = sampleImport({ state: 'uploading', rows: { total: 2, received: 1 } });
    api.on('GET /api/imports', { body: [part] });
    api.on(`PUT ${path}/rows`, { body: { received: 2 } });
    api.on(`GET ${path}`, { body: { import: moving, rows: [], next: null } });
    open(`/import?id=${part.id}`);
    expect(await screen.findByText('1 of 2 rows have arrived. Choose the same files again to go on.')).toBeTruthy();

    act(() => useMoving.setState({ result: sampleReading({ rows: [wantRow(1), wantRow(2)] }) }));
    await userEvent.click(await button('Go on where it stopped'));

    await waitFor(() => expect(api.calls).toContain(`PUT ${path}/rows`));
    expect(api.requests.find(({ method }) => method === 'PUT')?.body).toMatchObject({ from: 1 });
    expect(api.calls).not.toContain('POST /api/imports');
  });
});

describe('the preview', () => {
  const ambiguous = sampleRow(0, {
    row: wantRow(1, { title: 'Suspiria', year: 1977 }),
    outcome: 'ambiguous',
    candidates: [
      sampleMatch({ tmdbId: 11906, title: 'Suspiria', year: 1977, makers: ['Dario Argento'] }),
      sampleMatch({ tmdbId: 361292, title: 'Suspiria', year: 2018, makers: ['Luca Guadagnino'] }),
    ],
  });
  const byOutcome: Partial<Record<string, ImportedRow[]>> = {
    ambiguous: [ambiguous],
    comes: [sampleRow(1, { match: sampleMatch() })],
    unknown: [sampleRow(2, { outcome: 'unknown' })],
  };

  const openPreview = (now: Import = moving) => {
    api.on('GET /api/imports', { body: [now] });
    api.on(`GET ${path}`, ({ query }) => ({
      body: { import: now, rows: byOutcome[query.get('outcome') ?? ''] ?? [], next: null },
    }));
    open(`/import?id=${now.id}`);
  };

  test('counts for each kind what becomes of it', async () => {
    openPreview(sampleImport({ counts: countsOf({ films: { in: 12, comes: 7, ambiguous: 3, alreadyHere: 2 } }) }));

    const kinds = await screen.findByRole('list', { name: 'What becomes of it' });

    expect(kinds.textContent).toBe('12 films7 coming2 already here3 to check');
  });

  test('what is here already without its title, such as a viewing, is listed line by line', async () => {
    const counts = countsOf({
      shows: { in: 1, comes: 1 },
      episodes: { in: 2, comes: 1, alreadyHere: 1 },
      plays: { in: 2, comes: 1, alreadyHere: 1 },
    });
    const { at: _at, ...titled } = wantRow(7, { title: 'Dark' });
    const row = { ...titled, kind: 'play', episode: { season: 1, number: 2, ids: {} }, at: '2024-05-05T00:00:00.000Z' };
    const now = sampleImport({ counts });
    api.on('GET /api/imports', { body: [now] });
    api.on(`GET ${path}`, ({ query }) => ({
      body: {
        import: now,
        rows: query.get('each') ? [] : [sampleRow(6, { row: row as ImportedRow['row'], outcome: 'alreadyHere' })],
        next: null,
      },
    }));
    open(`/import?id=${now.id}`);

    await userEvent.click(await screen.findByRole('tab', { name: 'Already here (1)' }));

    expect(await screen.findByText(/^S1 E2 · watched on .* · watchlist\.csv, line 7$/)).toBeTruthy();
  });

  test('an ambiguous title is fixed with one of its candidates', async () => {
    api.on(`PATCH ${path}/rows/0`, { body: { ...ambiguous, outcome: 'comes', match: ambiguous.candidates[0] } });
    openPreview();

    await userEvent.click(await button(/Suspiria.*1977.*Dario Argento/));

    await waitFor(() => expect(screen.getByText('Suspiria · Film · 1977 · Dario Argento')).toBeTruthy());
    expect(api.requests.at(-1)?.body).toEqual({ match: { mediaType: 'movie', tmdbId: 11906 } });
  });

  test('a title that was not found is searched for in place', async () => {
    api.on('GET /api/movies/search', {
      body: {
        page: 1,
        total_pages: 1,
        total_results: 1,
        results: [
          {
            id: 949,
            title: 'Heat',
            release_date: '1995-12-15',
            overview: '',
            poster_path: null,
            backdrop_path: null,
            vote_average: 8,
            vote_count: 1,
            popularity: 1,
            genre_ids: [],
            original_language: 'en',
          },
        ],
      },
    });
    api.on('GET /api/tv/search', { body: { page: 1, total_pages: 1, total_results: 0, results: [] } });
    api.on(`PATCH ${path}/rows/2`, { body: sampleRow(2, { match: sampleMatch() }) });
    openPreview();
    await userEvent.click(await screen.findByRole('tab', { name: 'Not found (1)' }));
    expect(
      await screen.findByText(/The built-in catalogue doesn’t have these titles. It knows 2,021 titles./),
    ).toBeTruthy();

    await userEvent.click(await button('Search Film 2 (1995)'));
    await userEvent.click(await button(/^Heat/));

    await waitFor(() => expect(api.calls.at(-1)).toBe(`PATCH ${path}/rows/2`));
    expect(api.requests.find(({ path: asked }) => asked === '/api/movies/search')?.query.get('q')).toBe('Film 2');
  });

  test('a title can be left out and brought back', async () => {
    let isSkipped = false;
    api.on(`PATCH ${path}/rows/0`, ({ body }) => {
      ({ isSkipped } = body as { isSkipped: boolean });
      return { body: { ...ambiguous, isSkipped } };
    });
    openPreview();

    await userEvent.click(await button('Leave out Suspiria (1977)'));
    await userEvent.click(await button('Bring back Suspiria (1977)'));

    await button('Leave out Suspiria (1977)');
    expect(api.requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
      { isSkipped: true, of: 'title' },
      { isSkipped: false, of: 'title' },
    ]);
  });

  test('each kind has a choice, and shared lists are among the targets', async () => {
    const counts = countsOf({ films: { in: 3, comes: 3 }, wants: { in: 3, comes: 3 }, ratings: { in: 2, comes: 2 } });
    const now = sampleImport({ counts, lists: [{ listKey: 'noir', name: 'Noir', items: 4 }] });
    api.on(`PATCH ${path}`, ({ body }) => ({ body: { ...now, choices: { ...now.choices, ...(body as object) } } }));
    openPreview(now);

    const films = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Films to watch' });
    expect([...films.options].map(({ text }) => text)).toEqual([
      'New list “Watchlist”',
      'Friday nights',
      'Film club · Ben',
      'Don’t add them to a list',
    ]);
    await userEvent.selectOptions(films, 'Film club · Ben');
    await userEvent.click(screen.getByRole('switch', { name: /^Ratings/ }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Noir' }), 'Don’t add them to a list');

    await waitFor(() => expect(api.requests.filter(({ method }) => method === 'PATCH')).toHaveLength(3));
    expect(api.requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
      { films: { folderId: shared.id } },
      { ratings: false },
      { lists: [{ listKey: 'noir', target: null }] },
    ]);
    expect(screen.queryByRole('switch', { name: /^Reviews/ })).toBeNull();
  });

  test('titles go to their new lists after all when the viewer chooses another list and then changes their mind', async () => {
    let now = sampleImport({
      counts: countsOf({ wants: { in: 3, comes: 3 } }),
      lists: [{ listKey: 'noir', name: 'Noir', items: 4 }],
    });
    api.on(`PATCH ${path}`, ({ body }) => {
      now = { ...now, choices: { ...now.choices, ...(body as object) } };
      return { body: now };
    });
    openPreview(now);

    for (const [label, name] of [
      ['Films to watch', 'Watchlist'],
      ['Noir', 'Noir'],
    ] as const) {
      const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: label });
      await userEvent.selectOptions(choice, 'Friday nights');
      await userEvent.selectOptions(choice, `New list “${name}”`);
      await waitFor(() => expect(choice.selectedOptions[0]?.text).toBe(`New list “${name}”`));
    }

    await waitFor(() => expect(api.requests.filter(({ method }) => method === 'PATCH')).toHaveLength(4));
    expect(now.choices).toEqual(usualImportChoices);
  });

  test('applies, shows how far it is, and what came of it', async () => {
    const applying = sampleImport({
      state: 'applying',
      work: { step: 'applying', done: 100, of: 300, isRunning: true },
    });
    api.on(`POST ${path}/apply`, { body: applying });
    openPreview();

    await userEvent.click(await button('Import'));
    expect(await screen.findByText('100 of 300')).toBeTruthy();
    const applied = sampleImport({ state: 'applied', appliedAt: moving.createdAt, waiting: 0 });
    act(() => applyImportProgress({ importId: moving.id, import: applied }));

    expect(await screen.findByRole('heading', { name: 'Imported' })).toBeTruthy();
    expect(screen.getByText('You can undo this until December 26, 2026.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Download what didn’t come' })).toBeTruthy();
  });

  test('imports what was found after the import', async () => {
    const applied = sampleImport({ state: 'applied', appliedAt: moving.createdAt, waiting: 2 });
    api.on(`POST ${path}/apply`, { body: { ...applied, state: 'applied', waiting: 0 } });
    openPreview(applied);

    expect(await screen.findByText('2 entries have been found since. They are not imported yet.')).toBeTruthy();
    await userEvent.click(await button('Import the rest'));

    await waitFor(() => expect(screen.queryByRole('button', { name: 'Import the rest' })).toBeNull());
    expect(screen.getByRole('heading', { name: 'Imported' })).toBeTruthy();
  });

  test('the answer to an earlier choice leaves a later one as it is', async () => {
    const now = sampleImport({ counts: countsOf({ wants: { in: 3, comes: 3 } }) });
    const answers = [deferred<StubAnswer>(), deferred<StubAnswer>()];
    const waiting = [...answers];
    api.on(`PATCH ${path}`, () => waiting.shift()?.promise ?? { body: now });
    openPreview(now);
    const films = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Films to watch' });
    await userEvent.selectOptions(films, 'Film club · Ben');
    await userEvent.selectOptions(films, 'Friday nights');

    answers[0]?.resolve({ body: { ...now, choices: { ...now.choices, films: { folderId: shared.id } } } });

    await waitFor(() => expect(api.calls.filter((one) => one === `PATCH ${path}`)).toHaveLength(2));
    expect(films.selectedOptions[0]?.text).toBe('Friday nights');
    answers[1]?.resolve({ body: now });
  });

  test('Import waits for a choice that is on its way', async () => {
    const counts = countsOf({ films: { in: 3, comes: 3 }, wants: { in: 3, comes: 3 } });
    const now = sampleImport({ counts });
    const chosen = deferred<StubAnswer>();
    api.on(`PATCH ${path}`, () => chosen.promise);
    api.on(`POST ${path}/apply`, { body: sampleImport({ state: 'applying' }) });
    openPreview(now);
    const films = await screen.findByRole('combobox', { name: 'Films to watch' });
    await userEvent.selectOptions(films, 'Film club · Ben');

    await userEvent.click(await button('Import'));
    expect(api.calls).not.toContain(`POST ${path}/apply`);
    chosen.resolve({ body: { ...now, choices: { ...now.choices, films: { folderId: shared.id } } } });

    await waitFor(() => expect(api.calls).toContain(`POST ${path}/apply`));
  });

  test('Import waits while the server looks titles up and counts again after a choice', async () => {
    const counts = countsOf({ films: { in: 3, comes: 3 }, wants: { in: 3, comes: 3 } });
    const now = sampleImport({ counts });
    const at = (step: 'matching' | 'counting') =>
      sampleImport({ counts, work: { step, done: 0, of: 3, isRunning: true } });
    api.on(`PATCH ${path}`, { body: at('counting') });
    api.on(`POST ${path}/apply`, { body: sampleImport({ state: 'applying' }) });
    openPreview(now);
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Films to watch' }), 'Film club · Ben');
    await userEvent.click(await button('Import'));

    for (const step of ['matching', 'counting'] as const) {
      await act(async () => applyImportProgress({ importId: now.id, import: at(step) }));
      expect(api.calls).not.toContain(`POST ${path}/apply`);
    }
    act(() => applyImportProgress({ importId: now.id, import: now }));

    await waitFor(() => expect(api.calls).toContain(`POST ${path}/apply`));
  });

  test('an import that stopped goes on with a press', async () => {
    const work = { step: 'applying', done: 100, of: 300, isRunning: false } as const;
    api.on(`POST ${path}/apply`, { body: sampleImport({ state: 'applying', work: { ...work, isRunning: true } }) });
    openPreview(sampleImport({ state: 'applying', work }));

    await userEvent.click(await button('Go on'));

    expect(await screen.findByText('Importing…')).toBeTruthy();
  });

  test('Undo asks first, and then names what stayed and why', async () => {
    const undone = sampleImport({ state: 'undone', undo: { removed: 2, stayed: 1 } });
    api.on(`POST ${path}/undo`, { body: undone });
    openPreview(sampleImport({ state: 'applied', appliedAt: moving.createdAt }));
    await userEvent.click(await button('Undo'));
    const stayed = sampleRow(1, { reason: 'Ben has marked it as watched since', match: sampleMatch() });
    api.on(`GET ${path}`, { body: { import: undone, rows: [stayed], next: null } });

    await userEvent.click(await button('Undo import'));

    expect(await screen.findByText(/^2 entries removed\. 1 entry stayed/)).toBeTruthy();
    expect(await screen.findByText('Ben has marked it as watched since')).toBeTruthy();
    expect(api.requests.at(-1)?.query.get('stayed')).toBe('true');
  });
});

test('an import that is gone says so', async () => {
  open('/import?id=65f0c0ffee5eedbadc0fff00');

  expect(await screen.findByRole('heading', { name: 'This import is gone' })).toBeTruthy();
});

test('earlier imports are listed, and lead to what became of them', async () => {
  const applied = sampleImport({
    state: 'applied',
    source: 'imdb',
    counts: countsOf({ films: { in: 30, comes: 28 } }),
  });
  api.on('GET /api/imports', { body: [applied] });
  open();

  const link = await screen.findByRole('link', { name: /^IMDb/ });

  expect(link.textContent).toBe('IMDbNovember 26, 2026 · 28 titles imported');
  expect(link.getAttribute('href')).toBe(`/import?id=${applied.id}`);
});
