import {
  type Import,
  type ImportedRow,
  type ImportMatch,
  type ImportRow,
  importKinds,
  usualImportChoices,
} from '../../common/schemas/import.ts';
import type { ReadResult } from '../features/moving/reading/readFiles.ts';

type Counts = Import['counts'][keyof Import['counts']];

/** For each kind nothing, or what is given. */
export function countsOf(given: { [K in keyof Import['counts']]?: Partial<Counts> } = {}): Import['counts'] {
  const none = { in: 0, comes: 0, ambiguous: 0, unknown: 0, refused: 0, alreadyHere: 0 };
  return Object.fromEntries(importKinds.map((kind) => [kind, { ...none, ...given[kind] }])) as Import['counts'];
}

export function sampleImport(more: Partial<Import> = {}): Import {
  return {
    id: '65f0c0ffee5eedbadc0ffe77',
    source: 'letterboxd',
    files: ['watchlist.csv'],
    state: 'preview',
    createdAt: '2026-11-26T10:00:00.000Z',
    expiresAt: '2026-12-26T10:00:00.000Z',
    appliedAt: null,
    rows: { total: 3, received: 3 },
    counts: countsOf({
      films: { in: 3, comes: 1, ambiguous: 1, unknown: 1 },
      wants: { in: 3, comes: 1, ambiguous: 1, unknown: 1 },
    }),
    waiting: 1,
    lists: [],
    choices: usualImportChoices,
    work: null,
    titles: { source: 'catalogue', known: 2021 },
    undo: null,
    ...more,
  };
}

/** A film to watch, in line n. */
export function wantRow(n: number, more: { title?: string; year?: number } = {}): Extract<ImportRow, { kind: 'want' }> {
  const { title = `Film ${n}`, year = 1995 } = more;
  const key = `movie|${title}|${year}`;
  return {
    kind: 'want',
    sourceKey: `letterboxd|want|${key}`,
    file: 'watchlist.csv',
    line: n,
    title: { key, mediaType: 'movie', title, year, ids: {} },
    at: null,
  };
}

export function sampleMatch(more: Partial<ImportMatch> = {}): ImportMatch {
  return {
    mediaType: 'movie',
    tmdbId: 949,
    title: 'Heat',
    year: 1995,
    posterPath: null,
    makers: ['Michael Mann'],
    ...more,
  };
}

export function sampleRow(n: number, more: Partial<ImportedRow> = {}): ImportedRow {
  const row = wantRow(n);
  return {
    n,
    row,
    outcome: 'comes',
    reason: null,
    match: null,
    candidates: [],
    isSkipped: false,
    isApplied: false,
    ...more,
  };
}

export function sampleReading(more: Partial<ReadResult> = {}): ReadResult {
  return {
    source: 'letterboxd',
    rows: [],
    refused: [],
    questions: [],
    stats: {
      counts: Object.fromEntries(
        importKinds.map((kind) => [kind, { in: 0, refused: 0 }]),
      ) as ReadResult['stats']['counts'],
      files: [{ name: 'watchlist.csv', source: 'letterboxd' }],
      problems: [],
      notes: [],
      waiting: 0,
    },
    ...more,
  };
}
