import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { costlySvg, pngChunk, pngOf } from '../../testing/pictures.ts';
import { encodePicture } from './picture.decoder.ts';

const photo = (width = 300, height = 200) => sharp({ create: { width, height, channels: 3, background: '#c2334d' } });

/** The error's code, or 'ok'. */
async function verdictOn(upload: Buffer): Promise<string> {
  try {
    await encodePicture(upload);
    return 'ok';
  } catch (error) {
    return (error as { code: string }).code;
  }
}

describe('a picture becomes a small WebP', () => {
  test.each([
    ['a JPEG', () => photo().jpeg()],
    ['a progressive JPEG', () => photo().jpeg({ progressive: true })],
    ['a JPEG in CMYK', () => photo().toColourspace('cmyk').jpeg()],
    ['an interlaced PNG', () => photo().png({ progressive: true })],
    ['a PNG of 16 bits with transparency', () => photo().ensureAlpha(0.5).toColourspace('rgb16').png()],
    ['a WebP', () => photo().webp()],
    ['a GIF', () => photo().gif()],
    ['a picture with a colour profile', () => photo().withIccProfile('p3').jpeg()],
  ])('from %s', async (_what, draw) => {
    const picture = await encodePicture(await draw().toBuffer());

    const { format, width, height, exif, icc } = await sharp(picture).metadata();
    expect({ format, width, height, exif, icc }).toEqual({ format: 'webp', width: 256, height: 200 });
  });

  test('from 24 megapixels', async () => {
    expect(await verdictOn(await photo(6000, 4000).jpeg().toBuffer())).toBe('ok');
    expect(await verdictOn(pngOf({ width: 6000, height: 4000 }))).toBe('ok');
  });

  test('from several parallel uploads of 24 megapixels, which are decoded one after the other', async () => {
    const large = await photo(6000, 4000).jpeg().toBuffer();
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length);
    }, 1);

    const verdicts = await Promise.all(Array.from({ length: 4 }, () => verdictOn(large)));

    clearInterval(watch);
    expect(verdicts).toEqual(Array(4).fill('ok'));
    expect(most).toBe(1);
  });
});

const svg = costlySvg().toString();
const jpegStart = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

describe('an SVG is never decoded', () => {
  test.each<[string, Buffer]>([
    ['plain', Buffer.from(svg)],
    ['after a byte order mark', Buffer.from(`\ufeff${svg}`)],
    ['in UTF-16', Buffer.from(`\ufeff${svg}`, 'utf16le')],
    ['after white space', Buffer.from(` \r\n\t${svg}`)],
    ['after a prolog, a comment and a doctype', Buffer.from(`<?xml version="1.0"?><!-- a --><!DOCTYPE svg>${svg}`)],
    ['compressed', gzipSync(svg)],
    ['behind the first bytes of a JPEG', Buffer.concat([jpegStart, Buffer.from(svg)])],
    ['behind the first bytes of a PNG', Buffer.concat([pngStart, Buffer.from(svg)])],
    ['behind the first bytes of a GIF', Buffer.from(`GIF89a${svg}`)],
    ['behind the first bytes of a WebP', Buffer.from(`RIFF\0\0\0\0WEBP${svg}`)],
  ])('%s', async (_how, upload) => {
    const before = process.cpuUsage();

    expect(await verdictOn(upload)).toBe('unsupported_media_type');

    // Decoding it would take five seconds.
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000_000).toBeLessThan(2);
  });
});

describe('a picture is refused', () => {
  test.each<[string, () => Promise<Buffer>]>([
    ['TIFF', () => photo().tiff().toBuffer()],
    ['AVIF', () => photo(64, 64).avif({ effort: 0 }).toBuffer()],
    ['PDF', async () => Buffer.from('%PDF-1.7\n1 0 obj\n')],
    ['nothing', async () => Buffer.alloc(0)],
    ['one byte', async () => Buffer.of(0xff)],
  ])('as %s', async (_format, draw) => {
    expect(await verdictOn(await draw())).toBe('unsupported_media_type');
  });

  test.each<[string, () => Promise<Buffer>]>([
    ['JPEG', () => photo().jpeg().toBuffer()],
    ['PNG', () => photo().png().toBuffer()],
    ['WebP', () => photo().webp().toBuffer()],
    ['GIF', () => photo().gif().toBuffer()],
  ])('as half a %s', async (_format, draw) => {
    const whole = await draw();

    expect(await verdictOn(whole.subarray(0, whole.length / 2))).toBe('unsupported_media_type');
  });

  test('over 24 megapixels, by its header alone', async () => {
    const header = pngOf({ width: 6001, height: 4000, hasPixels: false });

    expect(await verdictOn(header)).toBe('too_large');
    expect(await verdictOn(pngOf({ width: 100_000, height: 100_000, hasPixels: false }))).toBe('too_large');
    expect(await verdictOn(await photo(6400, 4000).jpeg().toBuffer())).toBe('too_large');
  });

  test('of more than 4 megapixels when it is an interlaced PNG, by its header alone', async () => {
    const header = pngOf({ width: 2001, height: 2000, isInterlaced: true, hasPixels: false });

    expect(await verdictOn(header)).toBe('too_large');
    expect(await verdictOn(await photo(2000, 2000).png({ progressive: true }).toBuffer())).toBe('ok');
  });

  test('with texts that decompress to gigabytes', async () => {
    const packed = deflateSync(Buffer.alloc(50_000_000), { level: 9 });
    const texts = Array.from({ length: 90 }, (_, index) =>
      pngChunk('zTXt', Buffer.concat([Buffer.from(`text ${index}\0\0`), packed])),
    );
    const bomb = pngOf({ width: 100, height: 100, extra: texts });

    expect(bomb.length).toBeLessThan(5_000_000);
    expect(await verdictOn(bomb)).toBe('too_large');
  });

  test('that is too expensive to decode', async () => {
    const deep = await photo(6000, 4000)
      .jpeg({ progressive: true, chromaSubsampling: '4:4:4', quality: 30 })
      .toBuffer();

    expect(await verdictOn(deep)).toBe('too_large');
  });
});

test('a picture that is not opened in time can be sent again, and has no effect on the next one', async () => {
  const upload = await photo().jpeg().toBuffer();

  const slow = encodePicture(upload, 1);
  const next = verdictOn(upload);

  await expect(slow).rejects.toMatchObject({ code: 'unavailable' });
  expect(await next).toBe('ok');
});

test('only the first of thousands of frames is decoded', async () => {
  const [edge, frames] = [16, 3000];
  const pixels = Buffer.alloc(edge * edge * frames * 3);
  for (let index = 0; index < pixels.length; index += 1) pixels[index] = Math.floor(index / (edge * edge * 3));
  const raw = { width: edge, height: edge * frames, channels: 3, pageHeight: edge } as const;
  const gif = await sharp(pixels, { raw }).gif({ keepDuplicateFrames: true }).toBuffer();
  const webp = await sharp(pixels, { raw }).webp({ lossless: true, effort: 0 }).toBuffer();

  const pictures = await Promise.all([encodePicture(gif), encodePicture(webp)]);

  expect((await sharp(gif, { animated: true }).metadata()).pages).toBeGreaterThan(1000);
  const stills = await Promise.all(pictures.map((picture) => sharp(picture, { animated: true }).metadata()));
  expect(stills.map(({ pages, width, height }) => [pages ?? 1, width, height])).toEqual(Array(2).fill([1, 16, 16]));
});

test('a picture is refused when too many others wait', async () => {
  const upload = await photo().jpeg().toBuffer();

  const verdicts = await Promise.all(
    Array.from({ length: 30 }, () => encodePicture(upload, 1).catch((error) => error.message)),
  );

  // One is being decoded while twenty wait.
  expect(verdicts.filter((verdict) => verdict.startsWith('Many pictures'))).toHaveLength(9);
});
