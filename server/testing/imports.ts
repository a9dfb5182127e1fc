import { setTimeout as delay } from 'node:timers/promises';
import type { Import, ImportPage, ImportRow, SentRow } from '../../common/schemas/import.ts';
import type { Person } from './people.ts';

let numbered = 0;

/** A row that says that a film was seen. */
export function importedRow(over: Partial<Extract<ImportRow, { kind: 'play' }>> = {}): SentRow {
  numbered += 1;
  return {
    kind: 'play',
    sourceKey: `text|play|${numbered}`,
    file: 'films.txt',
    line: numbered,
    title: { key: 'movie|tmdb|603', mediaType: 'movie', title: 'The Matrix', year: 1999, ids: { tmdb: 603 } },
    at: '2024-05-01T00:00:00.000Z',
    precision: 'day',
    ...over,
  };
}

interface Sent {
  source?: Import['source'];
  /** How many of the rows are sent. */
  send?: number;
}

/** Begins an import of these rows, and sends them. */
export async function beginImport(
  person: Pick<Person, 'post' | 'put'>,
  rows: readonly SentRow[],
  { source = 'text', send = rows.length }: Sent = {},
): Promise<Import> {
  const begun = await person.post('/api/imports', { source, files: ['films.txt'], total: rows.length });
  if (begun.status !== 201) throw new Error(`Beginning an import answered ${begun.status}: ${begun.text}`);
  for (let from = 0; from < send; from += 100) {
    const path = `/api/imports/${begun.body.id}/rows`;
    const sent = await person.put(path, { from, rows: rows.slice(from, Math.min(send, from + 100)) });
    if (sent.status !== 200) throw new Error(`Sending rows answered ${sent.status}: ${sent.text}`);
  }
  return begun.body as Import;
}

/** The import, once the server has nothing more to do for it. */
export async function settled(person: Pick<Person, 'get'>, importId: string): Promise<Import> {
  for (;;) {
    const page: ImportPage = (await person.get(`/api/imports/${importId}?limit=1`)).body;
    if (page.import.rows.received < page.import.rows.total) throw new Error('Not all rows were sent');
    if (!page.import.work) return page.import;
    await delay(20);
  }
}

/** Imports these rows, as the preview shows them. */
export async function importRows(person: Person, rows: readonly SentRow[], sent: Sent = {}): Promise<Import> {
  const { id } = await beginImport(person, rows, sent);
  await settled(person, id);
  const answer = await person.post(`/api/imports/${id}/apply`);
  if (answer.status !== 200) throw new Error(`Applying an import answered ${answer.status}: ${answer.text}`);
  return settled(person, id);
}
