import { type Model, type QueryFilter, Types, trusted } from 'mongoose';
import { findPage } from './findPage.ts';

/** Small enough that reading and writing one page does not hold up other requests. */
const PAGE_SIZE = 200;

/** How many ids are read at a time. */
const IDS = 1000;

interface Stored {
  _id: Types.ObjectId;
}

/**
 * All documents that match, by id and a page of `size` at a time. Ids are read first, since few collections have an index with
 * which one could go on after a page without reading all that match again. For reads outside of transactions.
 */
export async function* readPages<T extends Stored>(
  model: Model<T>,
  filter: QueryFilter<T>,
  size = PAGE_SIZE,
): AsyncGenerator<T[]> {
  const found = await model.find(filter, { _id: 1 }, { batchSize: IDS }).lean<Stored[]>();
  yield* readInOrder(model, found.map(({ _id }) => _id.toHexString()).sort(), size);
}

/** The same for a filter of fields that an index has before the id, so that each page continues where the last one ended. */
export async function* readById<T extends Stored>(
  model: Model<T>,
  filter: QueryFilter<T>,
  size = PAGE_SIZE,
): AsyncGenerator<T[]> {
  let page = await findPage<T>(model, filter, size);
  while (page.length > 0) {
    yield page;
    const last = page.at(-1)?._id;
    page = page.length < size ? [] : await findPage<T>(model, { ...filter, _id: trusted({ $gt: last }) }, size);
  }
}

/** The documents with these ids, in their order. Those that have been deleted meanwhile are left out. */
export async function* readInOrder<T extends Stored>(
  model: Model<T>,
  ids: readonly string[],
  size = PAGE_SIZE,
): AsyncGenerator<T[]> {
  for (let start = 0; start < ids.length; start += size) {
    const wanted = ids.slice(start, start + size);
    const filter: QueryFilter<Stored> = { _id: trusted({ $in: wanted.map((id) => new Types.ObjectId(id)) }) };
    const found = await findPage<T>(model, filter as QueryFilter<T>, wanted.length);
    const byId = new Map(found.map((one) => [one._id.toHexString(), one]));
    yield wanted.flatMap((id) => byId.get(id) ?? []);
  }
}

/** Each page, changed. */
export async function* mapPages<Page extends readonly unknown[], To>(
  pages: AsyncIterable<Page>,
  change: (page: Page) => Promise<To[]> | To[],
): AsyncGenerator<To[]> {
  for await (const page of pages) yield await change(page);
}
