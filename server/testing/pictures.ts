import { crc32, deflateSync } from 'node:zlib';

interface PngOptions {
  width: number;
  height: number;
  /** Bits of one channel. */
  depth?: 1 | 8 | 16;
  colour?: 'grey' | 'rgba';
  /** Only with `hasPixels: false`: the pixels are not written in this order. */
  isInterlaced?: boolean;
  /** Chunks between the header and the pixels. */
  extra?: readonly Buffer[];
  /** If false, the file ends where the pixels should begin. */
  hasPixels?: boolean;
}

const colourTypes = { grey: { code: 0, channels: 1 }, rgba: { code: 6, channels: 4 } };
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A PNG of one colour in as few bytes as possible, with additional chunks that a test needs. */
export function pngOf(options: PngOptions): Buffer {
  const { width, height, depth = 8, colour = 'grey', isInterlaced = false, extra = [], hasPixels = true } = options;
  const { code, channels } = colourTypes[colour];
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = depth;
  header[9] = code;
  header[12] = Number(isInterlaced);
  const head = [signature, pngChunk('IHDR', header), ...extra];
  if (!hasPixels) return Buffer.concat([...head, pngChunk('IDAT', Buffer.alloc(0))]);
  const rows = deflateSync(Buffer.alloc(height * (1 + Math.ceil((width * channels * depth) / 8))));
  return Buffer.concat([...head, pngChunk('IDAT', rows), pngChunk('IEND', Buffer.alloc(0))]);
}

/** An SVG of ten kilobytes that takes seconds to measure: each group draws the group before it ten times. */
export function costlySvg(): Buffer {
  const groups = Array.from({ length: 40 }, (_, level) => {
    return `<g id="a${level + 1}">${`<use xlink:href="#a${level}"/>`.repeat(10)}</g>`;
  });
  const names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
  return Buffer.from(`<svg ${names}><g id="a0"><path d="M0 0h1"/></g>${groups.join('')}<use xlink:href="#a40"/></svg>`);
}
