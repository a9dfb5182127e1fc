/**
 * The same value, in which arrays may be read a page at a time: those that are fields of objects, and of entries of such
 * arrays.
 */
export type Paged<T> = T extends object
  ? {
      [Name in keyof T]: T[Name] extends readonly (infer Entry)[]
        ? T[Name] | AsyncIterable<readonly Paged<Entry>[]>
        : Paged<T[Name]>;
    }
  : T;

/** The text of a JSON value in pieces, so that a large one is never in memory as a whole. */
export async function* jsonPieces(value: unknown): AsyncGenerator<string> {
  if (isPaged(value)) yield* arrayPieces(value);
  else if (hasPages(value)) yield* objectPieces(value);
  else yield JSON.stringify(value);
}

async function* objectPieces(value: object): AsyncGenerator<string> {
  let before = '{';
  for (const [name, field] of Object.entries(value)) {
    if (field === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    yield* jsonPieces(field);
    before = ',';
  }
  yield '}';
}

async function* arrayPieces(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let before = '[';
  for await (const page of pages) {
    if (page.some(hasPages)) {
      for (const entry of page) {
        yield before;
        yield* jsonPieces(entry);
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
