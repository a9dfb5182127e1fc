import type { Types } from 'mongoose';
import type { ExportedPerson, ExportedProfile, MarkedPerson } from '../../../common/schemas/export/export.ts';
import type { PublicUser } from '../../../common/schemas/user.ts';
import { listPasskeys } from './passkeys/passkey.service.ts';
import { PictureModel } from './picture.model.ts';
import { loadPicture } from './picture.service.ts';
import { type PinDoc, PinModel } from './pin.model.ts';
import { findBlockedWith, listBlocks } from './privacy/block.service.ts';
import { getPrivacy } from './privacy/privacy.service.ts';
import { findSignInMethods } from './signInMethods.service.ts';
import { toUserWithRole } from './user.model.ts';
import { loadPublicUserLookup, loadUser } from './user.service.ts';

/*
 * What an exported file says of people: of its owner everything that is kept, of others their names.
 */

/** Other people by id, as an exported file names them. */
export async function loadExportedPersonLookup(
  ids: Iterable<Types.ObjectId | string>,
): Promise<(id: Types.ObjectId | string) => ExportedPerson> {
  const userById = await loadPublicUserLookup(ids);
  return (id) => toExportedPerson(userById(id));
}

function toExportedPerson({ id, username, firstName, lastName }: PublicUser): ExportedPerson {
  return { id, username, firstName, lastName };
}

/** The account itself, without what opens it: no password, key or code. */
export async function exportProfile(userId: string): Promise<ExportedProfile> {
  const user = await loadUser(userId);
  const { instance: _instance, ...privacy } = await getPrivacy(userId);
  const signIn = await findSignInMethods(userId);
  const passkeys = await listPasskeys(userId);
  return {
    ...toUserWithRole(user),
    picture: await exportPicture(userId),
    privacy,
    useModel: user.useModel ?? false,
    spoilers: user.spoilers ?? 'hide',
    signIn: { ...signIn, passkeys: passkeys.map(({ id: _id, ...passkey }) => passkey) },
  };
}

async function exportPicture(userId: string): Promise<ExportedProfile['picture']> {
  const picture = await PictureModel.findOne({ userId }, { _id: 1 }).lean();
  if (!picture) return null;
  return { type: 'image/webp', base64: (await loadPicture(picture._id.toHexString())).toString('base64') };
}

/** The people whom the user has pinned, except those who cannot be found because of a block. */
export async function exportPins(userId: string): Promise<MarkedPerson[]> {
  const pins = await PinModel.find({ userId }).hint({ userId: 1, pinnedUserId: 1 }).sort({ _id: 1 }).lean<PinDoc[]>();
  const hidden = await findBlockedWith(userId);
  const shown = pins.filter(({ pinnedUserId }) => !hidden.has(pinnedUserId.toHexString()));
  const personById = await loadExportedPersonLookup(shown.map(({ pinnedUserId }) => pinnedUserId));
  return shown.map(({ pinnedUserId, createdAt }) => ({
    person: personById(pinnedUserId),
    createdAt: createdAt.toISOString(),
  }));
}

export async function exportBlocks(userId: string): Promise<MarkedPerson[]> {
  const blocks = await listBlocks(userId);
  return blocks.map(({ user, createdAt }) => ({ person: toExportedPerson(user), createdAt }));
}
