import { beforeEach, describe, expect, test } from '@jest/globals';
import { limits } from '../../../common/constants.ts';
import { type ImportRow, importRowsBody, type RefusedRow } from '../../../common/schemas/import.ts';
import { resetStores } from '../../lib/createStore.ts';
import { type ApiStub, failure, stubApi } from '../../testing/api.ts';
import { sampleImport, sampleReading, wantRow } from '../../testing/importSamples.ts';
import { forgetFiles, pieceOf, readChosen, sendRows, useMoving } from './moving.store.ts';
import type { ReadResult } from './reading/readFiles.ts';

const files = [new File(['x'], 'watchlist.csv')];
const state = () => useMoving.getState();
const noWait = async () => undefined;

let api: ApiStub;
/** The rows that the stubbed server has. */
let stored: number;
beforeEach(() => {
  resetStores();
  api = stubApi();
  stored = 0;
  api.on('POST /api/imports', ({ body }) => {
    const { total } = body as { total: number };
    return { status: 201, body: sampleImport({ state: 'uploading', rows: { total, received: 0 } }) };
  });
  api.on(`PUT /api/imports/${sampleImport().id}/rows`, ({ body }) => {
    const { from, rows } = importRowsBody.parse(body);
    if (from <= stored) stored = Math.max(stored, from + rows.length);
    return { body: { received: stored } };
  });
});

const readAs = (result: ReadResult) => readChosen(files, {}, async () => result);
const rows = (count: number) => Array.from({ length: count }, (_, index) => wantRow(index + 1));

describe('reading', () => {
  test('shows how far it is, and then what was found', async () => {
    const seen: (number | null)[] = [];
    const result = sampleReading({ rows: rows(2) });

    await readChosen(files, {}, async (_files, options) => {
      options?.onProgress?.(0.5);
      seen.push(state().read);
      return result;
    });

    expect(seen).toEqual([0.5]);
    expect([state().read, state().result]).toEqual([null, result]);
  });

  test('that is cancelled leaves nothing', async () => {
    const reading = readChosen(files, {}, (_files, options) => {
      return new Promise((_resolve, reject) => {
        options?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
      });
    });
    forgetFiles();
    await reading;

    expect([state().read, state().result, state().problem]).toEqual([null, null, null]);
  });

  test('that fails says so', async () => {
    await readChosen(files, {}, () => Promise.reject(new Error('The files need more memory than there is')));

    expect(state().problem).toBe(
      'Couldn’t read the files. The files need more memory than there is. Choose them again.',
    );
  });
});

describe('sending', () => {
  test('sends all rows in pieces that the server accepts, and forgets the files', async () => {
    await readAs(sampleReading({ rows: rows(1234) }));

    const id = await sendRows();

    expect(id).toBe(sampleImport().id);
    expect(stored).toBe(1234);
    expect(api.requests[0]?.body).toEqual({ source: 'letterboxd', files: ['watchlist.csv'], total: 1234 });
    const sent = api.requests.slice(1).flatMap(({ body }) => importRowsBody.parse(body).rows);
    expect(sent).toEqual(rows(1234));
    expect(state().result).toBeNull();
  });

  test('goes on where the server is, without the rows that it has', async () => {
    stored = 700;
    await readAs(sampleReading({ rows: rows(1000) }));

    await sendRows(sampleImport({ state: 'uploading', rows: { total: 1000, received: 700 } }));

    expect(api.calls).toEqual([`PUT /api/imports/${sampleImport().id}/rows`]);
    expect(importRowsBody.parse(api.requests[0]?.body).from).toBe(700);
    expect(stored).toBe(1000);
  });

  test('waits while the server is away, and sends the same again', async () => {
    await readAs(sampleReading({ rows: rows(3) }));
    const answers = [
      failure(503, 'unavailable'),
      { ...failure(429, 'rate_limited'), headers: { 'Retry-After': '30' } },
    ];
    const waits: [number, boolean | undefined][] = [];
    const path = `PUT /api/imports/${sampleImport().id}/rows`;
    api.on(path, () => answers.shift() ?? { body: { received: 3 } });

    const id = await sendRows(undefined, async (ms) => {
      waits.push([ms, state().upload?.isWaiting]);
    });

    expect(id).not.toBeNull();
    expect(waits).toEqual([
      [1000, true],
      [30_000, true],
    ]);
    expect(api.calls.filter((call) => call === path)).toHaveLength(3);
  });

  test('beyond the limit of a day says so', async () => {
    await readAs(sampleReading({ rows: rows(3) }));
    const text = 'Too many requests. Please wait 20 hours.';
    const headers = { 'Retry-After': '72000' };
    api.on(`PUT /api/imports/${sampleImport().id}/rows`, { ...failure(429, 'rate_limited', text), headers });

    expect(await sendRows(undefined, noWait)).toBeNull();
    expect(state().problem).toBe(text);
  });

  test('that the server refuses says why, and keeps what was read', async () => {
    await readAs(sampleReading({ rows: rows(3) }));
    api.on('POST /api/imports', failure(409, 'limit_reached', 'You have 20 imports already. Remove one first.'));

    expect(await sendRows(undefined, noWait)).toBeNull();
    expect(state().problem).toBe('You have 20 imports already. Remove one first.');
    expect(state().result?.rows).toHaveLength(3);
  });

  test('that is cancelled sends no more', async () => {
    await readAs(sampleReading({ rows: rows(1200) }));
    api.on(`PUT /api/imports/${sampleImport().id}/rows`, () => {
      forgetFiles();
      return { body: { received: 500 } };
    });

    await sendRows(undefined, noWait);

    expect(api.calls.filter((call) => call.startsWith('PUT'))).toHaveLength(1);
    expect([state().upload, state().problem]).toEqual([null, null]);
  });
});

describe('a piece', () => {
  const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

  test('has at most as many rows and bytes as a request may have', () => {
    const long: ImportRow[] = rows(40).map((row) => ({
      ...row,
      kind: 'review',
      text: 'é'.repeat(9000),
      at: null,
      title: wantRow(1).title,
    }));

    const short = rows(900).map((row) => ({ ...row, sourceKey: 'x', title: { ...row.title, key: 'x' } }));
    expect(pieceOf(short, 0)).toHaveLength(limits.importRowsPerRequest);
    const piece = pieceOf(long, 3);
    expect(piece).toEqual(long.slice(3, 3 + piece.length));
    expect(bytes({ from: 3, rows: piece })).toBeLessThan(limits.jsonBodyBytes);
    expect(piece.length).toBeGreaterThan(1);
  });

  test('cuts the cells of a line that is longer than a request', () => {
    const raw = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`column ${index}`, 'x'.repeat(5000)]));
    const line: RefusedRow = { kind: 'plays', file: 'diary.csv', line: 7, reason: 'No date', raw };

    const [sent] = pieceOf([line], 0);

    expect(bytes(sent)).toBeLessThan(limits.jsonBodyBytes);
    expect(Object.keys((sent as RefusedRow).raw)).toEqual(Object.keys(raw));
  });
});
