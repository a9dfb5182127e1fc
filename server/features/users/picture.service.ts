import { Types } from 'mongoose';
import { notFound } from '../../platform/http/errors.ts';
import { PictureModel } from './picture.model.ts';

/** Stores the user's only picture and returns its path. Call it in the transaction that stores the path. */
export async function replacePicture(userId: string, bytes: Buffer): Promise<string> {
  await deletePicture(userId);
  const _id = new Types.ObjectId();
  await PictureModel.insertOne({ _id, userId: new Types.ObjectId(userId), bytes, createdAt: new Date() });
  return `/api/users/pictures/${_id.toHexString()}`;
}

/** Deletes the user's picture, if there is one. Call it in the transaction that removes the path. */
export async function deletePicture(userId: string): Promise<void> {
  await PictureModel.deleteMany({ userId });
}

/** A picture's bytes. A picture never changes under the same id, so clients may cache it permanently. */
export async function loadPicture(id: string): Promise<Buffer> {
  const picture = Types.ObjectId.isValid(id) ? await PictureModel.findById(id, { bytes: 1 }).lean() : null;
  if (!picture) throw notFound();
  // Lean documents carry the driver's Binary.
  return Buffer.from((picture.bytes as unknown as { buffer: Uint8Array }).buffer);
}
