import { mongo } from 'mongoose';

/** Collections with documents of the instance or of a node, of which each exists once. */
const single = new Set(['instance', 'nodes', 'leases', 'versions']);

/**
 * Fills the database with copies of all that it holds. Each copy has ids of its own, which name each other as the originals
 * do, so that the copies are further people with further lists who know nothing of the first ones.
 */
export async function multiplyData(db: mongo.Db, copies: number): Promise<void> {
  const names = (await db.listCollections({ type: 'collection' }).toArray()).map(({ name }) => name);
  // The node writes notices about new changes, so these come last: it leaves out notices that are there.
  for (const name of [...names.filter((one) => one !== 'changes'), 'changes']) {
    if (single.has(name) || name.startsWith('system.')) continue;
    const collection = db.collection(name);
    const originals = await collection.find().toArray();
    if (originals.length === 0) continue;
    const keys = await uniqueKeys(collection);
    for (let copy = 1; copy <= copies; copy += 1) {
      await collection.insertMany(
        originals.map((one) => copyOf(one, copy, keys)),
        { ordered: false },
      );
    }
  }
}

async function uniqueKeys(collection: mongo.Collection): Promise<string[][]> {
  const indexes = await collection.indexes();
  return [['_id'], ...indexes.filter(({ unique }) => unique).map(({ key }) => Object.keys(key))];
}

/** Other ids lead to other unique values. Where a unique key has no id, its text is made another one. */
function copyOf(original: mongo.Document, copy: number, keys: string[][]): mongo.WithId<mongo.Document> {
  const copied = withOtherIds(original, copy) as mongo.WithId<mongo.Document>;
  for (const key of keys) {
    if (key.some((field) => String(copied[field]) !== String(original[field]))) continue;
    for (const field of key) if (typeof copied[field] === 'string') copied[field] = otherText(copied[field], copy);
  }
  return copied;
}

function withOtherIds(value: unknown, copy: number): unknown {
  if (value instanceof mongo.ObjectId) return new mongo.ObjectId(otherId(value.toHexString(), copy));
  if (typeof value === 'string') return value.replace(/[0-9a-f]{24}/g, (id) => otherId(id, copy));
  if (Array.isArray(value)) return value.map((one) => withOtherIds(one, copy));
  if (typeof value !== 'object' || value === null || value instanceof Date || '_bsontype' in value) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withOtherIds(field, copy)]));
}

/** As long as before, since tokens have a fixed length. */
function otherText(text: string, copy: number): string {
  const start = `x${copy}`;
  return start + text.slice(start.length);
}

/** The fifth byte of an id is random, so that copies keep the order of the originals. */
function otherId(id: string, copy: number): string {
  const byte = Number.parseInt(id.slice(8, 10), 16) ^ copy;
  return `${id.slice(0, 8)}${byte.toString(16).padStart(2, '0')}${id.slice(10)}`;
}
