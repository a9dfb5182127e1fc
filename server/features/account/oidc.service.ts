import type { User } from '../../../common/user.ts';
import { inTransaction } from '../../platform/database.ts';
import { conflict, forbidden, isDuplicateKey } from '../../platform/errors.ts';
import { log } from '../../platform/log.ts';
import { endOtherSessions } from '../../platform/session.ts';
import { createReviewedFolder } from '../folders/folder.service.ts';
import { claimKeylessUser, findUserBySubject } from '../users/key.service.ts';
import { createUser } from '../users/user.service.ts';
import { fetchPicture } from './oidc.picture.ts';
import type { Visitor } from './oidc.ts';
import { setPicture } from './settings.service.ts';

export interface Welcome {
  user: User;
  /** Of somebody who is new here: where their picture is. */
  picture: URL | null;
}

const NO_EMAIL = 'Single sign-on has not confirmed an email address of yours, and an account here needs one.';
const TAKEN = 'An account with your email address exists already.';
const HOW_TO_CONNECT = 'If it is yours, sign in with its password and connect single sign-on in Account Settings.';
const WHOM_TO_ASK = 'If it is yours, ask whoever runs this site to hand it over to you.';

/**
 * The account of somebody whom the issuer has vouched for, made at their first sign-in. Throws forbidden without a
 * confirmed address, and taken when it has an account that something else opens: whoever registered with that address has
 * never shown that it is theirs, so the two must not become one unasked.
 */
export async function welcome({ subject, readProfile }: Visitor, hasLocalAccounts: boolean): Promise<Welcome> {
  const known = await findUserBySubject(subject);
  if (known) return { user: known, picture: null };
  const { email, picture, ...names } = await readProfile();
  if (!email) throw forbidden(NO_EMAIL);
  try {
    return await inTransaction(async () => {
      const claimed = await claimKeylessUser(email, subject);
      if (claimed) await endOtherSessions(claimed.id, '');
      return claimed ? { user: claimed, picture: null } : { user: await register(email, names, subject), picture };
    });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    // Two tabs may sign somebody in for the first time together.
    const twin = await findUserBySubject(subject);
    if (!twin) throw conflict('taken', `${TAKEN} ${hasLocalAccounts ? HOW_TO_CONNECT : WHOM_TO_ASK}`);
    return { user: twin, picture: null };
  }
}

async function register(
  email: string,
  names: { firstName: string | null; lastName: string | null },
  oidcSubject: string,
): Promise<User> {
  const user = await createUser({ email, ...names }, { oidcSubject });
  await createReviewedFolder(user.id);
  return user;
}

/** Keeps a copy of a newcomer's picture, made like any that is uploaded; nobody's browser asks another site for it. */
export async function takePicture(userId: string, picture: URL, issuer: URL): Promise<void> {
  try {
    await setPicture({ userId }, await fetchPicture(picture, issuer));
  } catch (error) {
    // They are welcome without.
    log.info({ reason: error instanceof Error ? error.message : 'unknown' }, 'a newcomer goes without a picture');
  }
}
