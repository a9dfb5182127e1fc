import { Types } from 'mongoose';
import sharp from 'sharp';
import { notFound, Problem } from '../../platform/errors.ts';
import { PictureModel } from './picture.model.ts';

const EDGE = 256;
/** More pixels than any camera makes: a small file must not unfold into a huge picture. */
const MAX_PIXELS = 50_000_000;
const formats = new Set(['jpeg', 'png', 'webp', 'gif']);

const notAnImage = () => new Problem('unsupported_media_type', 'Please select a JPEG, PNG, WebP, or GIF image.');

/** Any upload as a small WebP without its metadata; throws unsupported_media_type unless it decodes whole. */
export async function encodePicture(upload: Buffer): Promise<Buffer> {
  try {
    const image = sharp(upload, { limitInputPixels: MAX_PIXELS, failOn: 'truncated' });
    const { format } = await image.metadata();
    if (!format || !formats.has(format)) throw notAnImage();
    return await image
      .rotate()
      .resize(EDGE, EDGE, { fit: 'cover', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer();
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw notAnImage();
  }
}

/** Keeps the picture as the user's only one and gives its path; runs in the transaction that sets the path. */
export async function replacePicture(userId: string, bytes: Buffer): Promise<string> {
  await PictureModel.deleteMany({ userId });
  const _id = new Types.ObjectId();
  await PictureModel.insertOne({ _id, userId: new Types.ObjectId(userId), bytes, createdAt: new Date() });
  return `/api/users/pictures/${_id.toHexString()}`;
}

/** A picture's bytes; its id changes with its content, so it may be kept for ever. */
export async function loadPicture(id: string): Promise<Buffer> {
  const picture = Types.ObjectId.isValid(id) ? await PictureModel.findById(id, { bytes: 1 }).lean() : null;
  if (!picture) throw notFound();
  // Lean documents carry the driver's Binary.
  return Buffer.from((picture.bytes as unknown as { buffer: Uint8Array }).buffer);
}
