import { type Types, trusted } from 'mongoose';
import { groupBy } from '../../../common/groupBy.ts';
import { importEpisodeKey, isNamed } from '../../../common/importCounts.ts';
import type {
  ImportKind,
  ImportMatch,
  ImportOutcome,
  ImportRow,
  OutcomeCounts,
  SentRow,
} from '../../../common/schemas/import.ts';
import { titleKey } from '../../../common/titleKey.ts';
import { type ImportRowDoc, ImportRowModel } from './import.model.ts';
import { noCounts, ROWS_AT_A_TIME } from './import.service.ts';

/** Small enough that reading, parsing and planning a page does not hold up other requests. */
const PAGE = 50;

/** Lets other requests run. */
const pause = () => new Promise<void>((resolve) => setImmediate(resolve));

export const rowOf = ({ json }: Pick<ImportRowDoc, 'json'>): SentRow => JSON.parse(json);

export const isRefused = (row: SentRow): row is Exclude<SentRow, ImportRow> => 'reason' in row;

/** All rows of an import, in their order. */
export async function* readRows(importId: Types.ObjectId, filter: object = {}): AsyncGenerator<ImportRowDoc[]> {
  for (let after = -1; ; ) {
    const page = await ImportRowModel.find({ ...filter, importId, n: trusted({ $gt: after }) })
      .sort({ n: 1 })
      .limit(PAGE)
      .lean<ImportRowDoc[]>();
    const last = page.at(-1);
    if (!last) return;
    yield page;
    await pause();
    after = last.n;
  }
}

/** The rows about one title of the source. */
export interface TitleRows {
  match: ImportMatch;
  rows: ImportRowDoc[];
}

/** The rows of an import by the titles that were found, several titles at a time. */
export async function* readTitles(importId: Types.ObjectId): AsyncGenerator<TitleRows[]> {
  for (let after = 0; ; ) {
    const page = await ImportRowModel.find({ importId, 'match.tmdbId': trusted({ $gt: after }) })
      .sort({ 'match.tmdbId': 1, n: 1 })
      .limit(PAGE)
      .lean<ImportRowDoc[]>();
    const last = page.at(-1)?.match?.tmdbId;
    if (last === undefined) return;
    let whole = page;
    if (page.length === PAGE) {
      // The last title may have more rows.
      const others = page.filter(({ match }) => match?.tmdbId !== last);
      whole = others.length > 0 ? others : await readAll(importId, last);
    }
    yield [...groupBy(whole, ({ match }) => (match ? titleKey(match) : '')).values()].flatMap((rows) => {
      const match = rows[0]?.match;
      return match ? [{ match, rows }] : [];
    });
    await pause();
    after = whole.at(-1)?.match?.tmdbId ?? last;
  }
}

async function readAll(importId: Types.ObjectId, tmdbId: number): Promise<ImportRowDoc[]> {
  return ImportRowModel.find({ importId, 'match.tmdbId': tmdbId }).sort({ n: 1 }).lean<ImportRowDoc[]>();
}

/** Stores decisions that differ from what is stored. */
export async function storeDecisions(
  rows: readonly ImportRowDoc[],
  decisions: ReadonlyMap<number, { outcome: ImportOutcome; reason: string | null }>,
): Promise<void> {
  const updates = rows.flatMap(({ _id, n, outcome, reason, hasStayed }) => {
    const decided = decisions.get(n);
    if (!decided || (decided.outcome === outcome && decided.reason === reason) || hasStayed) return [];
    const { outcome: next, reason: why } = decided;
    return [{ updateOne: { filter: { _id }, update: { $set: { outcome: next, reason: why } } } }];
  });
  if (updates.length > 0) await ImportRowModel.bulkWrite(updates, { ordered: false });
}

/** Stores which row is the first one of each title. Writes only what has changed. */
export async function storeFirstRows(
  importId: Types.ObjectId,
  before: ReadonlySet<number>,
  after: ReadonlySet<number>,
): Promise<void> {
  for (const isFirst of [false, true]) {
    const [from, to] = isFirst ? [after, before] : [before, after];
    const changed = [...from].filter((n) => !to.has(n));
    for (let at = 0; at < changed.length; at += ROWS_AT_A_TIME) {
      const some = changed.slice(at, at + ROWS_AT_A_TIME);
      await ImportRowModel.updateMany({ importId, n: trusted({ $in: some }) }, { $set: { isFirst } });
      await pause();
    }
  }
}

/** Which outcome a title has whose rows have several. */
const PRECEDENCE: ImportOutcome[] = ['comes', 'ambiguous', 'unknown', 'alreadyHere', 'refused'];
const precedes = (a: ImportOutcome, b: ImportOutcome) => PRECEDENCE.indexOf(a) < PRECEDENCE.indexOf(b);

/**
 * Counts the outcomes of all rows, and of the films, shows and episodes that they are about. Also finds the first row of each
 * title that has the outcome of the title.
 */
export class Counting {
  readonly #counts: OutcomeCounts = noCounts();
  readonly #firstRows = new Map<string, { n: number; outcome: ImportOutcome }>();
  readonly #titles: Record<'films' | 'shows' | 'episodes', Map<string, ImportOutcome>> = {
    films: new Map(),
    shows: new Map(),
    episodes: new Map(),
  };

  add({ n, kind, outcome }: Pick<ImportRowDoc, 'n' | 'kind' | 'outcome'>, row: SentRow): void {
    if (kind) this.#count(kind, outcome);
    if (isRefused(row) || row.kind === 'list') return;
    const first = this.#firstRows.get(row.title.key);
    if (!first || precedes(outcome, first.outcome)) this.#firstRows.set(row.title.key, { n, outcome });
    if (isNamed(row.title)) this.#note(row.title.mediaType === 'tv' ? 'shows' : 'films', row.title.key, outcome);
    if ('episode' in row && row.episode) {
      this.#note('episodes', `${row.title.key}|${importEpisodeKey(row.episode)}`, outcome);
    }
  }

  /** The numbers of these first rows. */
  firstRows(): Set<number> {
    return new Set([...this.#firstRows.values()].map(({ n }) => n));
  }

  finish(): OutcomeCounts {
    for (const [kind, titles] of Object.entries(this.#titles)) {
      for (const outcome of titles.values()) this.#count(kind as ImportKind, outcome);
    }
    return this.#counts;
  }

  #note(kind: 'films' | 'shows' | 'episodes', key: string, outcome: ImportOutcome): void {
    const known = this.#titles[kind].get(key);
    if (known === undefined || precedes(outcome, known)) this.#titles[kind].set(key, outcome);
  }

  #count(kind: ImportKind, outcome: ImportOutcome): void {
    this.#counts[kind].in += 1;
    this.#counts[kind][outcome] += 1;
  }
}
