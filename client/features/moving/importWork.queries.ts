import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import type {
  Import,
  ImportChoices,
  ImportedRow,
  ImportFix,
  ImportPage,
  ImportQuery,
} from '../../../common/schemas/import.ts';
import { importApi } from '../../lib/http/api.ts';
import { call } from '../../lib/http/http.ts';
import { queryClient, queryOf, refresh } from '../../lib/query.ts';
import { applyImportProgress } from './import.queries.ts';

/** All imports of the viewer, the newest first. Events keep them up to date. */
export const importsQuery = queryOf(importApi.list);

export type RowFilter = Partial<Pick<ImportQuery, 'outcome' | 'each' | 'stayed'>>;

/** The rows of an import, a page at a time. */
export const rowsQuery = (id: string, filter: RowFilter) =>
  infiniteQueryOptions({
    queryKey: [importApi.get.path, id, filter],
    queryFn: ({ pageParam: after, signal }) =>
      call(importApi.get, { params: { id }, query: { ...filter, after }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }) => pages.flatMap(({ rows }) => rows),
  });

export function rememberImport(now: Import): void {
  applyImportProgress({ importId: now.id, import: now });
}

/** Says which title a row is about, or that it is left out. An event brings the new counts. */
export async function fixRow(id: string, n: number, body: Partial<ImportFix>): Promise<void> {
  putRow(id, await call(importApi.fixRow, { params: { id, n }, body }));
}

/** Shows the changed row where it stands until the tables are asked for again. */
function putRow(id: string, row: ImportedRow): void {
  queryClient.setQueriesData<InfiniteData<ImportPage>>({ queryKey: [importApi.get.path, id] }, (loaded) =>
    loaded
      ? {
          ...loaded,
          pages: loaded.pages.map((page) => ({
            ...page,
            rows: page.rows.map((known) => (known.n === row.n ? row : known)),
          })),
        }
      : undefined,
  );
}

/** The last choice that is on its way. Each waits for the one before, and Apply for all. */
let choosing: Promise<unknown> = Promise.resolve();

/** Shows the choices at once, and what they change when the server has counted again. */
export async function chooseFor(moving: Import, choices: Partial<ImportChoices>): Promise<void> {
  rememberImport({ ...moving, choices: { ...moving.choices, ...choices } });
  const sent = choosing.then(() => call(importApi.choose, { params: { id: moving.id }, body: choices }));
  const settled = sent.catch(() => undefined);
  choosing = settled;
  try {
    const now = await sent;
    // An older answer would take back what was chosen since.
    if (choosing === settled) rememberImport(now);
  } catch (error) {
    void refresh(importApi.list);
    throw error;
  }
}

/**
 * Resolves when the server has counted again after the last choices, and before that perhaps looked titles up. Until then it
 * applies nothing.
 */
function counted(id: string): Promise<void> {
  const isPreparing = () => {
    const step = queryClient.getQueryData(importsQuery.queryKey)?.find((one) => one.id === id)?.work?.step;
    return step === 'matching' || step === 'counting';
  };
  return new Promise((resolve) => {
    if (!isPreparing()) return resolve();
    const stop = queryClient.getQueryCache().subscribe(() => {
      if (isPreparing()) return;
      stop();
      resolve();
    });
  });
}

export async function applyImport({ id }: Import): Promise<void> {
  await choosing;
  await counted(id);
  rememberImport(await call(importApi.apply, { params: { id } }));
}

export async function undoImport({ id }: Import): Promise<void> {
  rememberImport(await call(importApi.undo, { params: { id } }));
}

export async function removeImport({ id }: Import): Promise<void> {
  await call(importApi.remove, { params: { id } });
  applyImportProgress({ importId: id, import: null });
}
