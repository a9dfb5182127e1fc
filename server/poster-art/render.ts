import type { Sharp } from 'sharp';
import { randomFrom } from './hash.ts';

export interface Picture {
  svg: string;
  /** In units of the SVG. */
  width: number;
  height: number;
}

const GRAIN = 128;
/** Grain is most of a picture's bytes: at 0.09 and a quality of 82, posters were twice as large. */
const GRAIN_STRENGTH = 0.08;
const QUALITY = 70;
let grain: Promise<Buffer> | undefined;

/** A tile of film grain: faint dark and light specks. */
function makeGrain(strength: number): Buffer {
  const random = randomFrom(20);
  const pixels = Buffer.alloc(GRAIN * GRAIN * 4);
  for (let at = 0; at < pixels.length; at += 4) {
    const value = random() + random() - 1;
    pixels.fill(value > 0 ? 255 : 0, at, at + 3);
    pixels[at + 3] = Math.round(Math.abs(value) * 255 * strength);
  }
  return pixels;
}

/** The grain tile, cropped where the picture is smaller: sharp refuses an overlay larger than the picture. */
async function grainTile(width: number, height: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  grain ??= sharp(makeGrain(GRAIN_STRENGTH), { raw: { width: GRAIN, height: GRAIN, channels: 4 } })
    .png()
    .toBuffer();
  const whole = await grain;
  if (width >= GRAIN && height >= GRAIN) return whole;
  const part = { left: 0, top: 0, width: Math.min(width, GRAIN), height: Math.min(height, GRAIN) };
  return sharp(whole).extract(part).png().toBuffer();
}

/** Renders as WebP at a width in pixels, outside of the event loop. */
export async function renderWebp({ svg, width, height }: Picture, pixels: number, hasGrain: boolean): Promise<Buffer> {
  const tall = Math.round((pixels * height) / width);
  let image = await paint({ svg, width, height }, pixels, tall);
  if (hasGrain) image = image.composite([{ input: await grainTile(pixels, tall), tile: true, blend: 'over' }]);
  return image.webp({ quality: QUALITY, effort: 1 }).toBuffer();
}

/** Renders at its own size as JPEG, which every program that shows previews of links can read. */
export async function renderJpeg(picture: Picture): Promise<Buffer> {
  const image = await paint(picture, picture.width, picture.height);
  return image.jpeg({ quality: 84, mozjpeg: true }).toBuffer();
}

async function paint({ svg, width, height }: Picture, pixels: number, tall: number): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  const document = `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${tall}" viewBox="0 0 ${width} ${height}">${svg}</svg>`;
  return sharp(Buffer.from(document)).removeAlpha();
}
