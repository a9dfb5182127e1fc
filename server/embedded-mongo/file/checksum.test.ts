import { expect, test } from '@jest/globals';
import { encode } from '../bson/codec.ts';
import { addChecksum, verifyChecksum } from './checksum.ts';

const bytes = encode({ _id: 1, text: 'some text' });

test('verifying returns the original bytes', () => {
  expect(verifyChecksum(addChecksum(bytes, 7), 7)).toEqual(Buffer.from(bytes));
  expect(verifyChecksum(addChecksum(bytes, 2 ** 48 - 1), 2 ** 48 - 1)).toEqual(Buffer.from(bytes));
});

test('every changed bit and every missing byte is detected', () => {
  const value = addChecksum(bytes, 7);

  for (let bit = 0; bit < value.length * 8; bit++) {
    const changed = Buffer.from(value);
    changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7));
    expect(verifyChecksum(changed, 7)).toBeUndefined();
  }
  for (let length = 0; length < value.length; length++) {
    if (length !== bytes.length) expect(verifyChecksum(value.subarray(0, length), 7)).toBeUndefined();
  }
});

test('a checksum is valid only at its own place', () => {
  expect(verifyChecksum(addChecksum(bytes, 7), 8)).toBeUndefined();
});

test('documents of data format 1 have no checksum', () => {
  expect(verifyChecksum(Buffer.from(bytes), 7)).toEqual(Buffer.from(bytes));
});
