import { trusted } from 'mongoose';
import { limits } from '../../../common/constants.ts';
import type { Privacy } from '../../../common/schemas/account/privacy.ts';
import type { EmailAudience } from '../../../common/schemas/audience.ts';
import type { IdPageQuery } from '../../../common/schemas/primitives.ts';
import type { Contact, DirectoryUser, User } from '../../../common/schemas/user.ts';
import type { IdPage } from '../../platform/http/nextPage.ts';
import { PinModel } from './pin.model.ts';
import { findBlockedWith, loadFindableUser } from './privacy/block.service.ts';
import { toContact, toUser, type UserDoc, UserModel } from './user.model.ts';
import { whoseNameContains } from './user.service.ts';
import { type FindFellows, instancePrivacy, isInAudience, isRestricted, privacyOf } from './visibility.ts';

/** How users are found: in the directory, by search and by id. Each viewer sees what the others' settings allow. */
export interface Directory {
  /** A user as their profile shows them. Throws not_found. */
  getUser(viewerId: string, id: string): Promise<User>;
  /**
   * A page of the listed users except the viewer, in the order in which they joined. Within a page, pinned users come first.
   * Both groups are sorted by name.
   */
  list(viewerId: string, query: IdPageQuery): Promise<IdPage<DirectoryUser>>;
  /** Users whose names, username or email address contain each word of the text literally. Empty for texts below two characters. */
  search(viewerId: string, text: string): Promise<Contact[]>;
}

interface Fellows {
  findFellows: FindFellows;
  /** All who share a list with a user. */
  findAllFellows(userId: string): Promise<ReadonlySet<string>>;
}

export function createDirectory({ findFellows, findAllFellows }: Fellows): Directory {
  /** What the viewer may see of these users. */
  async function viewOf(viewerId: string, users: readonly UserDoc[]) {
    const instance = await instancePrivacy();
    const settings = new Map(users.map((user) => [idOf(user), privacyOf(user, instance)]));
    const restricted = [...settings].filter(([id, privacy]) => id !== viewerId && isRestricted(privacy));
    const ids = restricted.map(([id]) => id);
    const fellows = ids.length > 0 ? await findFellows(viewerId, ids) : new Set<string>();
    const isFellow = (user: UserDoc) => idOf(user) === viewerId || fellows.has(idOf(user));
    const privacyFor = (user: UserDoc) => settings.get(idOf(user)) as Privacy;
    return {
      isListed: (user: UserDoc) => privacyFor(user).isListed || isFellow(user),
      /** The user, without the email address if the viewer may not see it. */
      shown: (user: UserDoc): UserDoc =>
        isInAudience(privacyFor(user).emailFor, isFellow(user)) ? user : { ...user, email: '' },
    };
  }

  return {
    async getUser(viewerId, id) {
      const user = await loadFindableUser(viewerId, id);
      const { shown } = await viewOf(viewerId, [user]);
      return toUser(shown(user));
    },

    async list(viewerId, { limit, after }) {
      const found = await UserModel.find({
        _id: trusted({ $ne: viewerId, ...(after ? { $gt: after } : {}) }),
        ...enabled,
      })
        .sort({ _id: 1 })
        .limit(limit + 1)
        .lean<UserDoc[]>();
      const page = found.slice(0, limit);
      const [{ isListed, shown }, blocked] = await Promise.all([viewOf(viewerId, page), findBlockedWith(viewerId)]);
      const users = page
        .filter((user) => isListed(user) && !blocked.has(idOf(user)))
        .map((user) => toUser(shown(user)));
      return {
        page: await withPins(viewerId, users),
        next: found.length > limit ? page.at(-1)?._id.toHexString() : undefined,
      };
    },

    async search(viewerId, text) {
      const trimmed = text.trim();
      if (trimmed.length < limits.userSearchMinimum) return [];
      const without = [viewerId, ...(await findBlockedWith(viewerId))];
      const { emailFor } = await instancePrivacy();
      const fellows = await findAllFellows(viewerId);
      const [open, restricted] = await Promise.all([
        findOpen({ emailFor, without, text: trimmed }),
        findRestricted({ emailFor, without, text: trimmed }, [...fellows]),
      ]);
      const { shown } = await viewOf(viewerId, [...open, ...restricted]);
      const found = new Map([...open, ...restricted].map((user) => [idOf(user), user]));
      return [...found.values()]
        .sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1))
        .slice(0, limits.userSearchResults)
        .map((user) => toContact(shown(user)));
    },
  };
}

interface NameSearch {
  /** Who sees addresses on this instance. */
  emailFor: EmailAudience;
  /** Ids of users to leave out. */
  without: readonly string[];
  text: string;
}

/** No one finds disabled accounts. */
const enabled = { isDisabled: trusted({ $ne: true }) };

/** The users that everyone may find by this text. */
async function findOpen({ emailFor, without, text }: NameSearch): Promise<UserDoc[]> {
  const hasName = whoseNameContains(text, (email) =>
    emailFor === 'everyone' ? [{ email, emailFor: trusted({ $ne: 'shared' as const }) }] : [],
  );
  const key = text.toLowerCase();
  return UserModel.find({
    _id: trusted({ $nin: without }),
    ...enabled,
    // Who knows the whole address or username finds everyone by it.
    $or: [{ isListed: trusted({ $ne: false }), ...hasName }, { email: key }, { usernameKey: key }],
  })
    .sort({ _id: 1 })
    .limit(limits.userSearchResults)
    .lean<UserDoc[]>();
}

/** Those of the viewer's fellows who restrict who finds them. */
async function findRestricted({ emailFor, without, text }: NameSearch, fellows: string[]): Promise<UserDoc[]> {
  const hasHiddenEmail = emailFor === 'everyone' ? { emailFor: 'shared' as const } : {};
  return UserModel.find({
    _id: trusted({ $in: fellows, $nin: without }),
    ...enabled,
    $and: [{ $or: [{ isListed: false }, hasHiddenEmail] }, whoseNameContains(text)],
  })
    .sort({ _id: 1 })
    .limit(limits.userSearchResults)
    .lean<UserDoc[]>();
}

async function withPins(viewerId: string, users: readonly User[]): Promise<DirectoryUser[]> {
  const pins = await PinModel.find({
    userId: viewerId,
    pinnedUserId: trusted({ $in: users.map(({ id }) => id) }),
  }).lean();
  const pinned = new Set(pins.map((pin) => pin.pinnedUserId.toHexString()));
  return users
    .map((user) => ({ ...user, isPinned: pinned.has(user.id) }))
    .sort((a, b) => Number(b.isPinned) - Number(a.isPinned) || compare(displayName(a), displayName(b)));
}

const idOf = ({ _id }: Pick<UserDoc, '_id'>) => _id.toHexString();
const { compare } = new Intl.Collator();

export function displayName(user: Contact): string {
  return [user.firstName, user.lastName].filter(Boolean).join(' ') || user.username || user.email;
}
