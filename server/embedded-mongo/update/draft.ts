import { type Document, isDocument, setField, type Value } from '../bson/document.ts';
import { childOf, positionOf } from '../bson/paths.ts';
import { badValue, MongoError } from '../errors.ts';

type Container = Document | Value[];

/** How far one write may pad an array with nulls, as in MongoDB. */
const mostPadding = 1_500_000;

/** A document while it is updated: the original stays as it is, and only what changes is copied, each part once. */
export class Draft {
  root: Document;
  private readonly owned = new Set<Container>();

  constructor(original: Document) {
    this.root = original;
  }

  /** The value at a path, and whether one could be written there; arrays are entered by position only. */
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

  /** Writes the value, making embedded documents on the way: also for parts that look like positions. */
  write(path: string[], value: Value): void {
    this.root = this.own(this.root);
    let container: Container = this.root;
    for (let i = 0; i < path.length - 1; i++) {
      const part = path[i] as string;
      const next = childOf(container, part);
      if (next !== undefined && !Array.isArray(next) && !isDocument(next)) throw notViable(path);
      const owned: Container = next === undefined ? this.remember({}) : this.own(next);
      place(container, path, i, owned);
      container = owned;
    }
    place(container, path, path.length - 1, value);
  }

  /** Takes the field away; an element of an array becomes null, so that the others keep their positions. */
  remove(path: string[]): void {
    const { value, isViable } = this.read(path);
    if (value === undefined || !isViable) return;
    const holder = this.read(path.slice(0, -1)).value;
    if (Array.isArray(holder)) {
      this.write(path, null);
      return;
    }
    this.write(path, value);
    const container = this.read(path.slice(0, -1)).value as Document;
    delete container[path.at(-1) as string];
  }

  private own<T extends Container>(container: T): T {
    if (this.owned.has(container)) return container;
    return this.remember((Array.isArray(container) ? [...container] : { ...container }) as T);
  }

  private remember<T extends Container>(container: T): T {
    this.owned.add(container);
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
  if (position - container.length > mostPadding) {
    throw badValue(`The array index ${position} would pad the array with more than ${mostPadding} nulls`);
  }
  while (container.length < position) container.push(null);
  container[position] = value;
}

export const notViable = (path: string[]) =>
  new MongoError(
    28,
    `Cannot create field '${path.at(-1)}' at '${path.join('.')}': the path is barred by another value`,
  );
