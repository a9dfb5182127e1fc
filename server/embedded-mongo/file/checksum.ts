import { crc32 } from 'node:zlib';

/*
 * lmdb has no checksums, so a trailer is stored after each document: one byte for its kind and the CRC-32 of everything
 * before it. Documents of data format 1 have no trailer: their length equals the length in their first four bytes. With
 * a trailer of five bytes, no single changed bit in that length can make a document look as if it had none.
 */

const checksumSize = 4;
const trailerSize = 1 + checksumSize;
const kind = 1;
/** The CRC-32 of any bytes that end with their own CRC-32. */
const residue = 0x2144df1c;

/** Appends the checksum. It includes the place, so that a document is only valid at its own place. */
export function addChecksum(bytes: Uint8Array, place: number): Buffer {
  const value = Buffer.allocUnsafe(bytes.length + trailerSize);
  value.set(bytes);
  value[bytes.length] = kind;
  const end = value.length - checksumSize;
  value.writeUInt32LE(crc32(value.subarray(0, end), startOf(place)), end);
  return value;
}

/** Returns the bytes without the checksum, or undefined when they do not match it. */
export function verifyChecksum(value: Buffer, place: number): Buffer | undefined {
  const size = value.length < 5 ? -1 : value.readInt32LE(0);
  if (size === value.length) return value;
  if (size !== value.length - trailerSize || crc32(value, startOf(place)) !== residue) return undefined;
  return value.subarray(0, size);
}

const startOf = (place: number) => place % 0x1_0000_0000;
