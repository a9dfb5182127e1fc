import { childOf, positionOf } from '../bson/paths.ts';
import { type Document, isDocument, setField, type Value } from '../document.ts';
import { MongoError } from '../errors.ts';

type Container = Document | Value[];

/** How many nulls one write may add to an array, as in MongoDB. */
const maxPadding = 1_500_000;

/** A document during an update. The original is not modified; only changed parts are copied, each once. */
export class Draft {
  root: Document;
  private readonly copies = new Set<Container>();

  constructor(original: Document) {
    this.root = original;
  }

  /** The value at a path, and whether a value could be written there. Arrays are entered by position only. */
  read(path: string[]): { value: Value | undefined; isViable: boolean } {
    let value: Value | undefined = this.root;
    for (const part of path) {
      if (value === undefined) return { value, isViable: true };
      if (Array.isArray(value) ? positionOf(part) < 0 : !isDocument(value))
        return { value: undefined, isViable: false };
      value = childOf(value, part);
    }
    return { value, isViable: true };
  }

  /** Writes the value and creates missing embedded documents, also for parts that look like positions. */
  write(path: string[], value: Value): void {
    this.root = this.copyOnce(this.root);
    let container: Container = this.root;
    for (let i = 0; i < path.length - 1; i++) {
      const part = path[i] as string;
      const next = childOf(container, part);
      if (next !== undefined && !Array.isArray(next) && !isDocument(next)) throw notViable(path);
      const owned: Container = next === undefined ? this.addCopy({}) : this.copyOnce(next);
      place(container, path, i, owned);
      container = owned;
    }
    place(container, path, path.length - 1, value);
  }

  /** The path as far as it exists, and its first missing part. */
  createdPath(path: string[]): string[] {
    let length = 1;
    while (length < path.length && this.read(path.slice(0, length)).value !== undefined) length++;
    return path.slice(0, length);
  }

  isElement(path: string[]): boolean {
    return Array.isArray(this.read(path.slice(0, -1)).value);
  }

  /** Removes the field of a document. */
  remove(path: string[]): void {
    const { value, isViable } = this.read(path);
    if (value === undefined || !isViable) return;
    this.write(path, value);
    const container = this.read(path.slice(0, -1)).value as Document;
    delete container[path.at(-1) as string];
  }

  private copyOnce<T extends Container>(container: T): T {
    if (this.copies.has(container)) return container;
    return this.addCopy((Array.isArray(container) ? [...container] : { ...container }) as T);
  }

  private addCopy<T extends Container>(container: T): T {
    this.copies.add(container);
    return container;
  }
}

function place(container: Container, path: string[], at: number, value: Value): void {
  const part = path[at] as string;
  if (!Array.isArray(container)) {
    setField(container, part, value);
    return;
  }
  const position = positionOf(part);
  if (position < 0) throw notViable(path);
  if (position - container.length > maxPadding) {
    throw new MongoError(34, `The array index ${position} would pad the array with more than ${maxPadding} nulls`);
  }
  while (container.length < position) container.push(null);
  container[position] = value;
}

export const notViable = (path: string[]) =>
  new MongoError(
    28,
    `Cannot create field '${path.at(-1)}' at '${path.join('.')}': a field on the path is not a document`,
  );
