import Papa from 'papaparse';
import { formula } from '../../../common/csv.ts';
import type { Import, ImportedRow, ImportRow, ImportTitle } from '../../../common/schemas/import.ts';
import { importApi } from '../../lib/http/api.ts';
import { call } from '../../lib/http/http.ts';
import { CORRECTED_COLUMNS, type CorrectedColumn, kindOfRefused, kindWords } from './reading/sources/corrected.ts';
import { guessField } from './reading/sources/mapped.ts';
import type { TableField } from './reading/tableFields.ts';

type Cells = Partial<Record<CorrectedColumn, string | number>>;

/** Saves a table of what did not come. It can be corrected and imported again. */
export async function downloadNotImported(moving: Import): Promise<void> {
  const names = new Map(moving.lists.map(({ listKey, name }) => [listKey, name]));
  const rows: ImportedRow[] = [];
  for (const outcome of ['ambiguous', 'unknown', 'refused'] as const)
    for (let after: number | undefined | null; after !== null; ) {
      const query = { outcome, ...(after !== undefined && { after }) };
      const page = await call(importApi.get, { params: { id: moving.id }, query });
      rows.push(...page.rows);
      after = page.next;
    }
  save(notImportedText(rows, names), 'marquee-not-imported.csv');
}

export function notImportedText(rows: readonly ImportedRow[], listNames: ReadonlyMap<string, string>): string {
  const lines = rows.flatMap(({ row, reason, outcome }): Cells[] => {
    const place = { File: row.file, Line: row.line };
    if ('raw' in row)
      return [
        { ...cellsOfRaw(row.raw), Kind: kindWords[kindOfRefused[row.kind]], Reason: reason ?? row.reason, ...place },
      ];
    if (row.kind === 'list') return [];
    return [
      { ...titleCells(row.title), ...factCells(row, listNames), Reason: reason ?? outcomeReasons[outcome], ...place },
    ];
  });
  const table = lines.map((cells) => CORRECTED_COLUMNS.map((column) => cells[column] ?? ''));
  const csv = Papa.unparse([[...CORRECTED_COLUMNS], ...table], { newline: '\r\n', escapeFormulae: formula });
  return `\uFEFF${csv}\r\n`;
}

const outcomeReasons: Record<ImportedRow['outcome'], string> = {
  ambiguous: 'Several titles have this name. Add a year or a TMDB number.',
  unknown: 'Not found. Correct the title, or add a TMDB number.',
  refused: 'Left out',
  comes: '',
  alreadyHere: '',
};

function titleCells({ title, originalTitle = '', year, mediaType, ids }: ImportTitle): Cells {
  return {
    Title: title,
    'Original title': originalTitle,
    Year: year ?? '',
    Type: mediaType === 'tv' ? 'Show' : mediaType === 'movie' ? 'Film' : '',
    TMDB: ids.tmdb ?? '',
    IMDb: ids.imdb ?? '',
    TVDB: ids.tvdb ?? '',
  };
}

function factCells(row: Exclude<ImportRow, { kind: 'list' }>, listNames: ReadonlyMap<string, string>): Cells {
  const cells: Cells = { Kind: kindWords[row.kind] };
  if ('episode' in row && row.episode) {
    cells.Season = row.episode.season ?? '';
    cells.Episode = row.episode.number ?? '';
  }
  if ('at' in row && row.at)
    cells.Date = row.kind === 'play' && row.precision === 'second' ? row.at : row.at.slice(0, 10);
  switch (row.kind) {
    case 'rating':
      return { ...cells, Rating: row.rating.value, 'Out of': row.rating.of };
    case 'review':
      return { ...cells, Text: row.text };
    case 'state':
      return { ...cells, Text: row.state ?? '' };
    case 'listItem':
      return { ...cells, List: listNames.get(row.listKey) ?? '', Text: row.note ?? '' };
    case 'progress': {
      const { upTo } = row;
      if ('episode' in upTo) return { ...cells, Season: upTo.season, Episode: upTo.episode };
      return 'count' in upTo ? { ...cells, Episode: upTo.count } : { ...cells, Season: upTo.season ?? '' };
    }
    default:
      return cells;
  }
}

const columnOfField: Partial<Record<TableField, CorrectedColumn>> = {
  title: 'Title',
  originalTitle: 'Original title',
  year: 'Year',
  type: 'Type',
  season: 'Season',
  episode: 'Episode',
  watchedAt: 'Date',
  rating: 'Rating',
  review: 'Text',
  list: 'List',
  tmdb: 'TMDB',
  imdb: 'IMDb',
  tvdb: 'TVDB',
};

/** The cells of a line that could not be read, under the columns that their headers look like. */
function cellsOfRaw(raw: Record<string, string>): Cells {
  const cells: Cells = {};
  for (const [header, cell] of Object.entries(raw)) {
    const field = guessField(header);
    const column = field && columnOfField[field];
    if (column && cells[column] === undefined) cells[column] = cell;
  }
  return cells.Title === undefined ? { Title: Object.values(raw)[0] ?? '', ...cells } : cells;
}

function save(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
