import { beforeEach, expect, test } from '@jest/globals';
import type { Import } from '../../../common/schemas/import.ts';
import { queryClient } from '../../lib/query.ts';
import { type ApiStub, failure, stubApi } from '../../testing/api.ts';
import { sampleImport, sampleRow } from '../../testing/importSamples.ts';
import { idOf } from '../../testing/samples.ts';
import { applyImportProgress } from './import.queries.ts';
import { chooseFor, fixRow, importsQuery, removeImport, rowsQuery } from './importWork.queries.ts';

const [one, two, three] = [1, 2, 3].map((n) => sampleImport({ id: idOf(n) })) as [Import, Import, Import];
const working = { step: 'matching', done: 1, of: 3, isRunning: true } as const;
const rows = rowsQuery(one.id, {});
const shown = () => queryClient.getQueryData(importsQuery.queryKey);
const isStale = (queryKey: readonly unknown[]) => queryClient.getQueryState(queryKey)?.isInvalidated;
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));
let api: ApiStub;

beforeEach(() => {
  queryClient.clear();
  api = stubApi();
  queryClient.setQueryData(importsQuery.queryKey, [one, two]);
  queryClient.setQueryData(rows.queryKey, {
    pages: [
      { import: one, rows: [sampleRow(1), sampleRow(2)], next: 2 },
      { import: one, rows: [sampleRow(3)], next: null },
    ],
    pageParams: [undefined, 2],
  });
});

test('an import that progresses stays in its place, a new one is the first, and a removed one is gone', () => {
  const progressed = { ...two, work: working };
  applyImportProgress({ importId: two.id, import: progressed });
  applyImportProgress({ importId: three.id, import: three });
  expect(shown()).toEqual([three, one, progressed]);

  applyImportProgress({ importId: one.id, import: null });
  expect(shown()).toEqual([three, progressed]);

  queryClient.clear();
  applyImportProgress({ importId: one.id, import: one });
  expect(shown()).toBeUndefined();
});

test('the rows of an import are asked for again once it is done, not with each step', async () => {
  applyImportProgress({ importId: one.id, import: { ...one, work: working } });
  await settled();
  expect(isStale(rows.queryKey)).toBe(false);

  applyImportProgress({ importId: one.id, import: one });
  await settled();
  expect(isStale(rows.queryKey)).toBe(true);
});

test('a row that is corrected changes where it stands', async () => {
  const fixed = sampleRow(2, { isSkipped: true });
  api.on(`PATCH /api/imports/${one.id}/rows/2`, { body: fixed });

  await fixRow(one.id, 2, { isSkipped: true });

  const pages = queryClient.getQueryData(rows.queryKey)?.pages;
  expect(pages?.map((page) => page.rows)).toEqual([[sampleRow(1), fixed], [sampleRow(3)]]);
});

test('a choice shows at once, and what is stored is asked for again if it is refused', async () => {
  api.on(`PATCH /api/imports/${one.id}`, failure(503, 'unavailable'));

  const chosen = chooseFor(one, { plays: false });
  expect(shown()).toEqual([{ ...one, choices: { ...one.choices, plays: false } }, two]);

  await expect(chosen).rejects.toThrow('503');
  await settled();
  expect(isStale(importsQuery.queryKey)).toBe(true);
});

test('an import that is removed is gone', async () => {
  api.on(`DELETE /api/imports/${one.id}`, { status: 204 });
  await removeImport(one);
  expect(shown()).toEqual([two]);
});
