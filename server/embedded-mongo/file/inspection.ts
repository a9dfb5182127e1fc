import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { isBulk } from './keys.ts';

/*
 * Reads the pages of lmdb's data file without lmdb. The layout is that of data version 2 with 64 bits, little-endian,
 * as in MDB_page_header, MDB_meta, MDB_db, MDB_node and MDB_ovpage of lmdb 3.5.6
 * (dependencies/lmdb/libraries/liblmdb/mdb.c in the package).
 */

const magic = 0xbeefc0de;
const dataVersion = 2;
const noPage = 0xffff_ffff_ffff_ffffn;
/** The flags with which lmdb is opened: the keys of free pages are numbers, and the path is that of a file. */
const treeFlags = { free: 0x4008, main: 0 };
const nodeHeaderSize = 8;

const pageHeaderSize = 24;
const pageFlags = { branch: 1, leaf: 2, overflow: 4, meta: 8 };

/** A tree of pages, as a meta page describes it. */
interface Tree {
  root: number | undefined;
  depth: number;
  branchPages: number;
  leafPages: number;
  overflowPages: number;
}

interface Meta {
  pageSize: number;
  free: Tree;
  main: Tree;
  lastPage: number;
  transaction: bigint;
}

/** An entry of a branch page, which points to a page, or of a leaf page, which has a value. */
interface Node {
  at: number;
  key: Buffer;
}

/** Where a value is stored: after its key, or on pages of its own. */
type ValuePlace = { at: number; size: number } | { firstPage: number; pages: number; size: number };

const readNumber = (bytes: Buffer, at: number) => Number(bytes.readBigUInt64LE(at));
const numberOf = (page: Buffer) => readNumber(page, 0);
const flagsOf = (page: Buffer) => page.readUInt16LE(18);
/** How many pages an overflow value uses. */
const runOf = (page: Buffer) => page.readUInt32LE(20);

/** Reads a meta page; undefined when the page is not one. */
function readMeta(page: Buffer): Meta | undefined {
  if (flagsOf(page) !== pageFlags.meta) return undefined;
  if (page.readUInt32LE(24) !== magic || page.readUInt32LE(28) !== dataVersion) return undefined;
  if (page.readUInt16LE(52) !== treeFlags.free || page.readUInt16LE(100) !== treeFlags.main) return undefined;
  return {
    pageSize: page.readUInt32LE(48),
    free: readTree(page, 48),
    main: readTree(page, 96),
    lastPage: readNumber(page, 144),
    transaction: page.readBigUInt64LE(152),
  };
}

function readTree(page: Buffer, at: number): Tree {
  const root = page.readBigUInt64LE(at + 40);
  return {
    root: root === noPage ? undefined : Number(root),
    depth: page.readUInt16LE(at + 6),
    branchPages: readNumber(page, at + 8),
    leafPages: readNumber(page, at + 16),
    overflowPages: readNumber(page, at + 24),
  };
}

/** The nodes of a branch or leaf page in order; undefined when one is outside the page. */
function readNodes(page: Buffer): Node[] | undefined {
  // The list of node offsets follows the header; the offsets count from the end of the header.
  const [lower, upper] = [page.readUInt16LE(20), page.readUInt16LE(22)];
  if (lower > upper || pageHeaderSize + upper > page.length) return undefined;
  const nodes: Node[] = [];
  for (let pointer = pageHeaderSize; pointer < pageHeaderSize + lower; pointer += 2) {
    const at = pageHeaderSize + page.readUInt16LE(pointer);
    const keyAt = at + nodeHeaderSize;
    if (at < pageHeaderSize + upper || keyAt > page.length) return undefined;
    const keyEnd = keyAt + page.readUInt16LE(at + 6);
    if (keyEnd > page.length) return undefined;
    nodes.push({ at, key: page.subarray(keyAt, keyEnd) });
  }
  return nodes;
}

/** The page that a branch node points to. */
const childOf = (page: Buffer, { at }: Node) => page.readUIntLE(at, 6);

/** Where the value of a leaf node is stored; undefined when that is outside the page. */
function placeOfValue(page: Buffer, { at, key }: Node): ValuePlace | undefined {
  const size = page.readUInt32LE(at);
  const flags = page.readUInt16LE(at + 4);
  const valueAt = at + nodeHeaderSize + key.length;
  if (flags === 0 && valueAt + size <= page.length) return { at: valueAt, size };
  if (flags !== 1 || valueAt + 24 > page.length) return undefined;
  return { firstPage: readNumber(page, valueAt), pages: readNumber(page, valueAt + 16), size };
}

/** Up to this file size, all keys are read at every start. */
const smallSize = 16 * 1024 * 1024;
/** The maximum depth of a tree in lmdb. */
const maxDepth = 32;

class Damage extends Error {}

const broken = (part: string) => new Damage(`its ${part} is broken`);

/**
 * Describes the damage to a data file, if it could crash lmdb: lmdb maps the file and trusts it, so a missing or broken
 * page can kill the process. Only reads the file, and never beyond its end. In a large file it skips pages that contain
 * only documents, index entries or changes, unless `isWhole` is set.
 */
export function findDamage(path: string, isWhole = false): string | undefined {
  try {
    withFile(path, (file) => new Inspection(file).run(isWhole));
    return undefined;
  } catch (error) {
    if (error instanceof Damage) return error.message;
    throw error;
  }
}

/** The number of the last commit in the file, or undefined if it cannot be read. */
export function lastCommit(path: string): bigint | undefined {
  try {
    return withFile(path, (file) => new Inspection(file).newestMeta().transaction);
  } catch (error) {
    if (error instanceof Damage) return undefined;
    throw error;
  }
}

function withFile<T>(path: string, work: (file: number) => T): T {
  const file = openSync(path, 'r');
  try {
    return work(file);
  } finally {
    closeSync(file);
  }
}

/** The key range of a subtree: `from` is included, `to` is not; undefined at the ends of the tree. */
interface Span {
  from: Buffer | undefined;
  to: Buffer | undefined;
}

interface Walk {
  readsLeaf(span: Span): boolean;
  isInOrder(keys: Buffer[], span: Span): boolean;
  visitValue?(value: Buffer): void;
}

/** Whether the keys are in byte order and within the span. */
function isAscending(keys: Buffer[], { from, to }: Span): boolean {
  const [first, last] = [keys[0], keys.at(-1)];
  if (from && first && Buffer.compare(from, first) > 0) return false;
  if (to && last && Buffer.compare(last, to) >= 0) return false;
  return keys.every((key, i) => i === 0 || Buffer.compare(keys[i - 1] as Buffer, key) < 0);
}

/** Whether all keys of a span are of one kind that makes up most of the data. */
const isOfBulk = ({ from, to }: Span) => from !== undefined && from[0] === to?.[0] && isBulk(from[0] as number);

class Inspection {
  private readonly file: number;
  private readonly size: number;
  private pageSize = 4096;
  private lastPage = 1;

  constructor(file: number) {
    this.file = file;
    this.size = fstatSync(file).size;
  }

  run(isWhole: boolean): void {
    const { free, main, lastPage } = this.newestMeta();
    this.lastPage = lastPage;
    let freePages = 0;
    this.walk(free, {
      readsLeaf: () => true,
      isInOrder: () => true,
      visitValue: (value) => {
        freePages += this.countFree(value);
      },
    });
    // Pages at the end may be missing because they were never used. Then every other page has to be checked.
    const isShort = this.size < (lastPage + 1) * this.pageSize;
    const readsAll = isWhole || isShort || this.size <= smallSize;
    this.walk(main, { readsLeaf: (span) => readsAll || !isOfBulk(span), isInOrder: isAscending });
    const used = [free, main].reduce((sum, tree) => sum + tree.branchPages + tree.leafPages + tree.overflowPages, 2);
    // Some pages may be missing from the list of free pages, but no page can be in two places.
    const known = used + freePages;
    if (known > lastPage + 1 || lastPage > 2 * known) throw broken('meta page');
  }

  /** The newer of the two meta pages, which are written alternately. */
  newestMeta(): Meta {
    const first = readMeta(this.read(0, this.pageSize));
    if (!first) throw new Damage('it is not a database file');
    this.pageSize = first.pageSize;
    const isPageSize = this.pageSize >= 512 && this.pageSize <= 65_536 && Number.isInteger(Math.log2(this.pageSize));
    const second = isPageSize && readMeta(this.read(this.pageSize, this.pageSize));
    if (!second || second.pageSize !== this.pageSize) throw broken('meta page');
    const [older, newer] = first.transaction > second.transaction ? [second, first] : [first, second];
    // A new file and a copy start with an empty meta page.
    const isFresh = older.transaction === 0n && older.main.root === undefined;
    if (newer.transaction - older.transaction !== 1n && !isFresh) throw broken('meta page');
    // lmdb can have a third meta page, half a page later. This program never writes one, but lmdb would use it if it
    // were newer.
    if (this.read(this.pageSize / 2, this.pageSize / 2).readBigUInt64LE(152) !== 0n) throw broken('meta page');
    return newer;
  }

  /** Visits a tree of pages, and the values in the leaves that are to be read. */
  private walk(tree: Tree, { readsLeaf, isInOrder, visitValue }: Walk): void {
    const found = { branchPages: 0, leafPages: 0, overflowPages: 0 };
    let leavesRead = 0;
    const visit = (number: number, depth: number, span: Span): void => {
      if (depth < tree.depth) visitBranch(number, depth, span);
      else visitLeaf(number, span);
    };
    const visitBranch = (number: number, depth: number, span: Span): void => {
      if (++found.branchPages > tree.branchPages) throw broken('tree of pages');
      const page = this.readPage(number, 'branch');
      const nodes = nodesOf(page);
      const keys = nodes.slice(1).map(({ key }) => key); // the first node has no key
      if (!isInOrder(keys, span)) throw broken(`page ${number}`);
      nodes.forEach((node, i) => {
        visit(childOf(page, node), depth + 1, { from: i === 0 ? span.from : node.key, to: keys[i] ?? span.to });
      });
    };
    const visitLeaf = (number: number, span: Span): void => {
      found.leafPages++;
      if (!readsLeaf(span)) {
        this.requirePages(number, 1);
        return;
      }
      leavesRead++;
      const page = this.readPage(number, 'leaf');
      const nodes = nodesOf(page);
      const keys = nodes.map(({ key }) => key);
      if (!isInOrder(keys, span)) throw broken(`page ${number}`);
      for (const node of nodes) found.overflowPages += this.checkValue(page, node, visitValue);
    };

    if (tree.depth > maxDepth) throw broken('meta page');
    if (tree.root !== undefined) visit(tree.root, 1, { from: undefined, to: undefined });
    const isComplete = found.branchPages === tree.branchPages && found.leafPages === tree.leafPages;
    const isAllRead = leavesRead === tree.leafPages;
    if (!isComplete || (isAllRead && found.overflowPages !== tree.overflowPages)) throw broken('tree of pages');
  }

  /** Returns how many overflow pages the value of a node uses. */
  private checkValue(page: Buffer, node: Node, visitValue?: (value: Buffer) => void): number {
    const place = placeOfValue(page, node);
    if (!place) throw broken(`page ${numberOf(page)}`);
    if ('at' in place) {
      visitValue?.(page.subarray(place.at, place.at + place.size));
      return 0;
    }
    const { firstPage, pages, size } = place;
    this.requirePages(firstPage, pages);
    const isRight = runOf(this.readPage(firstPage, 'overflow')) === pages;
    if (!isRight || pageHeaderSize + size > pages * this.pageSize) throw broken(`page ${firstPage}`);
    visitValue?.(this.read(firstPage * this.pageSize + pageHeaderSize, size));
    return pages;
  }

  /**
   * Counts the pages in an entry of the list of free pages. An entry consists of its length, single pages, and runs of
   * pages; a run is its negative length followed by its first page.
   */
  private countFree(entry: Buffer): number {
    const length = entry.length < 8 ? Number.NaN : readNumber(entry, 0);
    if (!(8 + length * 8 <= entry.length)) throw broken('list of free pages');
    let pages = 0;
    for (let i = 1; i <= length; i++) {
      const value = Number(entry.readBigInt64LE(i * 8));
      if (value === 0) continue;
      const run = value < 0 ? -value : 1;
      const first = value < 0 && i < length ? readNumber(entry, ++i * 8) : value;
      if (first < 2 || first + run - 1 > this.lastPage) throw broken('list of free pages');
      pages += run;
    }
    return pages;
  }

  private requirePages(first: number, count: number): void {
    if (first < 2 || count < 1 || first + count - 1 > this.lastPage) throw broken('tree of pages');
    if ((first + count) * this.pageSize > this.size) throw new Damage('the file is truncated');
  }

  private readPage(number: number, kind: 'branch' | 'leaf' | 'overflow'): Buffer {
    this.requirePages(number, 1);
    const page = this.read(number * this.pageSize, this.pageSize);
    if (numberOf(page) !== number || flagsOf(page) !== pageFlags[kind]) throw broken(`page ${number}`);
    return page;
  }

  private read(at: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    if (readSync(this.file, bytes, 0, length, at) < length) throw new Damage('the file is truncated');
    return bytes;
  }
}

function nodesOf(page: Buffer): Node[] {
  const nodes = readNodes(page);
  if (!nodes) throw broken(`page ${numberOf(page)}`);
  return nodes;
}
