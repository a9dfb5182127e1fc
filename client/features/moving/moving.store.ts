import { limits } from '../../../common/constants.ts';
import type { Import, SentRow } from '../../../common/schemas/import.ts';
import { createStore } from '../../lib/createStore.ts';
import { importApi } from '../../lib/http/api.ts';
import { ApiError, call } from '../../lib/http/http.ts';
import { rememberImport } from './importWork.queries.ts';
import type { ReadResult } from './reading/readFiles.ts';
import type { Answers } from './reading/reading.ts';
import { startReading } from './reading/startReading.ts';

/** What this tab does with the chosen files before the server has their rows. */
interface MovingState {
  files: File[];
  answers: Answers;
  /** While the files are read: how much of them, from 0 to 1. */
  read: number | null;
  result: ReadResult | null;
  upload: Upload | null;
  /** Why it did not go on, as a sentence. */
  problem: string | null;
  /** Ends what is going on. */
  running: AbortController | null;
}

export interface Upload {
  sent: number;
  total: number;
  /** The server does not answer; it is asked again and again. */
  isWaiting: boolean;
}

const start: MovingState = {
  files: [],
  answers: {},
  read: null,
  result: null,
  upload: null,
  problem: null,
  running: null,
};

export const useMoving = createStore<MovingState>(() => start);
const { getState, setState } = useMoving;

type Reader = (files: File[], options: Parameters<typeof startReading>[1]) => Promise<ReadResult>;

/** Reads files, and those that were read before again with all answers. */
export async function readChosen(files: File[], answers: Answers = {}, read: Reader = startReading): Promise<void> {
  const running = begin({ files, answers, read: 0, result: null });
  const onProgress = (part: number) => whileRunning(running, { read: part });
  try {
    const result = await read(files, { answers, onProgress, signal: running.signal });
    end(running, { read: null, result });
  } catch (error) {
    if (running.signal.aborted) return;
    const reason = error instanceof Error ? ` ${error.message}.` : '';
    end(running, { read: null, problem: `Couldn’t read the files.${reason} Choose them again.` });
  }
}

/** Ends reading or sending, and forgets the files. */
export function forgetFiles(): void {
  getState().running?.abort();
  setState(start, true);
}

/**
 * Sends what was read, in pieces. `known` is an import of the same files of which the server has a part already. Resolves
 * with the id, or null if it was cancelled or failed.
 */
export async function sendRows(known?: Import, wait = waitFor): Promise<string | null> {
  const { result } = getState();
  if (!result?.source) return null;
  const rows: SentRow[] = [...result.rows, ...result.refused];
  const total = rows.length;
  const running = begin({ upload: { sent: known?.rows.received ?? 0, total, isWaiting: false } });
  const { signal } = running;
  const patiently = <T>(send: () => Promise<T>) =>
    untilAnswered(send, {
      wait,
      signal,
      onWaiting: (isWaiting) =>
        setState(({ upload }) => ({
          upload: getState().running === running && upload ? { ...upload, isWaiting } : upload,
        })),
    });
  try {
    const body = { source: result.source, files: namesOf(result, getState().files), total };
    const opId = crypto.randomUUID();
    const made = known ?? (await patiently(() => call(importApi.create, { body, opId, signal })));
    rememberImport(made);
    const params = { id: made.id };
    for (let from = made.rows.received; from < total; ) {
      signal.throwIfAborted();
      const piece = pieceOf(rows, from);
      const { received } = await patiently(() =>
        call(importApi.addRows, { params, body: { from, rows: piece }, signal }),
      );
      if (received === from) throw new Error('The server took no rows');
      from = received;
      whileRunning(running, { upload: { sent: received, total, isWaiting: false } });
    }
    end(running, start);
    return made.id;
  } catch (error) {
    if (!signal.aborted) end(running, { upload: null, problem: textOf(error) });
    return null;
  }
}

/** True if these files are those of which the server has a part. */
export function isSameImport({ source, rows }: Import, result: ReadResult): boolean {
  return source === result.source && rows.total === result.rows.length + result.refused.length;
}

function begin(state: Partial<MovingState>): AbortController {
  getState().running?.abort();
  const running = new AbortController();
  setState({ problem: null, ...state, running });
  return running;
}

/** Nothing changes after it was cancelled, or after the user has signed out. */
function whileRunning(running: AbortController, state: Partial<MovingState>): void {
  if (getState().running === running) setState(state);
}

function end(running: AbortController, state: Partial<MovingState>): void {
  whileRunning(running, { ...state, running: null });
}

/** The names of the files that rows come from; those that were chosen if there are too many. */
function namesOf({ stats }: ReadResult, chosen: File[]): string[] {
  const read = stats.files.filter(({ source }) => source !== null).map(({ name }) => name);
  const names = read.length > 0 && read.length <= limits.importFiles ? read : chosen.map(({ name }) => name);
  return [...new Set(names)].map((name) => name.slice(0, 200)).slice(0, limits.importFiles);
}

/** Below the limit of a body, with space for the rest of it. */
const PIECE_BYTES = limits.jsonBodyBytes - 5000;
const RAW_CELL = 200;

const encoder = new TextEncoder();
const bytesOf = (row: SentRow) => encoder.encode(JSON.stringify(row)).length + 1;

/** As many rows as fit into one request, from number `from` on. */
export function pieceOf(rows: readonly SentRow[], from: number): SentRow[] {
  const piece: SentRow[] = [];
  let bytes = 0;
  for (const row of rows.slice(from, from + limits.importRowsPerRequest)) {
    const sent = fitting(row);
    bytes += bytesOf(sent);
    if (piece.length > 0 && bytes > PIECE_BYTES) break;
    piece.push(sent);
  }
  return piece;
}

/** The cells of a line that cannot be read can be longer than a request. */
function fitting(row: SentRow): SentRow {
  if (!('raw' in row) || bytesOf(row) <= PIECE_BYTES) return row;
  const cells = Object.entries(row.raw).slice(0, 100);
  return { ...row, raw: Object.fromEntries(cells.map(([name, cell]) => [name, cell.slice(0, RAW_CELL)])) };
}

const WAIT_MS = [1000, 2000, 5000, 10_000];
/** If the server asks for a longer pause, the upload stops and the user can go on later. */
const MAX_WAIT_MS = 60_000;

interface Patience {
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  signal: AbortSignal;
  onWaiting: (isWaiting: boolean) => void;
}

/** Sends again while the network or the server is away, or asks for patience. */
async function untilAnswered<T>(send: () => Promise<T>, { wait, signal, onWaiting }: Patience): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof ApiError) || !isPassing(error.status)) throw error;
      const asked = (error.retryAfter ?? 0) * 1000;
      if (asked > MAX_WAIT_MS) throw error;
      onWaiting(true);
      await wait(Math.max(asked, WAIT_MS[Math.min(tries, WAIT_MS.length - 1)] ?? 0), signal);
    }
  }
}

/** No answer, too many requests, or a server that is not ready. */
const isPassing = (status: number) => status === 0 || status === 429 || status >= 502;

function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

function textOf(error: unknown): string {
  const text = error instanceof ApiError ? error.text : undefined;
  return text ?? 'Couldn’t send what was read. Try again in a moment.';
}
