// Runs as a separate process for each picture: reads an image from standard input and writes a small WebP to standard output.
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { limits } from '../../../common/constants.ts';
import { exits } from './picture.exits.ts';

const EDGE = 256;
const CHECK_MS = 5;
/** The CPU time for one picture, as a multiple of the CPU time that this process took to start: slow machines get more. */
const MAX_START_TIMES = 1.7;
const MAX_BYTES = 48 * 1024 * 1024;
/** An interlaced PNG is decoded as a whole before it is scaled: 3 kB can cost 0.3 s. */
const MAX_INTERLACED_PIXELS = 4_000_000;

const cpuTime = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

sharp.cache(false);
sharp.concurrency(1);
// libvips chooses a decoder by the content. Only these four are allowed.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
});

const upload = await buffer(process.stdin);
const startTime = cpuTime();
const startMemory = process.memoryUsage.rss();

// A decoder runs in its own thread and cannot be interrupted, so an expensive picture ends the whole process.
setInterval(() => {
  const isTooSlow = cpuTime() - startTime > startTime * MAX_START_TIMES;
  const isTooLarge = process.memoryUsage.rss() - startMemory > MAX_BYTES;
  if (isTooSlow || isTooLarge) process.kill(process.pid, 'SIGKILL');
}, CHECK_MS).unref();

async function encode(): Promise<Buffer | number> {
  try {
    const { format, isProgressive, width, height } = await sharp(upload, { limitInputPixels: false }).metadata();
    if (width * height > limits.picturePixels) return exits.tooManyPixels;
    if (format === 'png' && isProgressive && width * height > MAX_INTERLACED_PIXELS) return exits.tooCostly;
    return await sharp(upload, { limitInputPixels: limits.picturePixels, failOn: 'truncated' })
      .autoOrient()
      .resize(EDGE, EDGE, { fit: 'cover', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer();
  } catch {
    return exits.notAnImage;
  }
}

const result = await encode();
if (typeof result === 'number') process.exit(result);
process.stdout.end(result);
