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

export const pageHeaderSize = 24;
export const pageFlags = { branch: 1, leaf: 2, overflow: 4, meta: 8 };

/** A tree of pages, as a meta page describes it. */
export interface Tree {
  root: number | undefined;
  depth: number;
  branchPages: number;
  leafPages: number;
  overflowPages: number;
}

export interface Meta {
  pageSize: number;
  free: Tree;
  main: Tree;
  lastPage: number;
  transaction: bigint;
}

/** An entry of a branch page, which points to a page, or of a leaf page, which has a value. */
export interface Node {
  at: number;
  key: Buffer;
}

/** Where a value is stored: after its key, or on pages of its own. */
export type ValuePlace = { at: number; size: number } | { firstPage: number; pages: number; size: number };

export const readNumber = (bytes: Buffer, at: number) => Number(bytes.readBigUInt64LE(at));
export const numberOf = (page: Buffer) => readNumber(page, 0);
export const flagsOf = (page: Buffer) => page.readUInt16LE(18);
/** How many pages an overflow value uses. */
export const runOf = (page: Buffer) => page.readUInt32LE(20);

/** Reads a meta page; undefined when the page is not one. */
export function readMeta(page: Buffer): Meta | undefined {
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
export function readNodes(page: Buffer): Node[] | undefined {
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
export const childOf = (page: Buffer, { at }: Node) => page.readUIntLE(at, 6);

/** Where the value of a leaf node is stored; undefined when that is outside the page. */
export function placeOfValue(page: Buffer, { at, key }: Node): ValuePlace | undefined {
  const size = page.readUInt32LE(at);
  const flags = page.readUInt16LE(at + 4);
  const valueAt = at + nodeHeaderSize + key.length;
  if (flags === 0 && valueAt + size <= page.length) return { at: valueAt, size };
  if (flags !== 1 || valueAt + 24 > page.length) return undefined;
  return { firstPage: readNumber(page, valueAt), pages: readNumber(page, valueAt + 16), size };
}
