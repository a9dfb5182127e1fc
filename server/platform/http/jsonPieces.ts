import { setTimeout } from 'node:timers/promises';

/**
 * The same value, in which arrays may be read a page at a time: those that are fields of objects, and of entries of such
 * arrays. Either all entries of a page have such arrays or none has.
 */
export type Paged<T> = T extends object
  ? {
      [Name in keyof T]: T[Name] extends readonly (infer Entry)[]
        ? T[Name] | AsyncIterable<readonly Paged<Entry>[]>
        : Paged<T[Name]>;
    }
  : T;

/** About how many characters a piece has. Each is a write of its own, and writing costs more than joining. */
const PIECE_LENGTH = 64 * 1024;

/** The text of a JSON value in pieces, so that a large one is never in memory as a whole. */
export async function* jsonPieces(value: unknown): AsyncGenerator<string> {
  let piece = '';
  for await (const part of jsonParts(value)) {
    piece += part;
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = '';
  }
  if (piece) yield piece;
}

async function* jsonParts(value: unknown): AsyncGenerator<string> {
  if (isPaged(value)) yield* arrayParts(value);
  else if (hasPages(value)) yield* objectParts(value);
  else yield JSON.stringify(value);
}

async function* objectParts(value: object): AsyncGenerator<string> {
  let before = '{';
  for (const [name, field] of Object.entries(value)) {
    if (field === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    yield* jsonParts(field);
    before = ',';
  }
  yield '}';
}

async function* arrayParts(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let before = '[';
  for await (const page of pages) {
    // The entries of a page are alike, and to look into each of them would cost more than to write it.
    if (hasPages(page[0])) {
      for (const entry of page) {
        yield before;
        yield* jsonParts(entry);
        before = ',\n';
      }
    } else if (page.length > 0) {
      yield before + page.map((entry) => JSON.stringify(entry)).join(',\n');
      before = ',\n';
    }
  }
  yield before === '[' ? '[]' : ']';
}

function isPaged(value: unknown): value is AsyncIterable<readonly unknown[]> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

function hasPages(value: unknown): value is object {
  return isObject(value) && Object.values(value).some((field) => isPaged(field) || hasPages(field));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** How long one slice of work lasts, and how long the rest after it. */
const SLICE_MS = 100;

/**
 * The same parts, made in slices with a rest after each, so that a long answer never takes more than half of the processor
 * time from other requests.
 */
export async function* inSlices<T>(parts: AsyncIterable<T>, sliceMs = SLICE_MS): AsyncGenerator<T> {
  let began = performance.now();
  for await (const part of parts) {
    yield part;
    if (performance.now() - began < sliceMs) continue;
    await setTimeout(sliceMs);
    began = performance.now();
  }
}
