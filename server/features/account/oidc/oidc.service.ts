import { z } from 'zod';
import { inTransaction } from '../../../platform/database/database.ts';
import { conflict, forbidden, isDuplicateKey } from '../../../platform/http/errors.ts';
import { log } from '../../../platform/log.ts';
import { endOtherSessions, type OwnSession } from '../../../platform/session/session.ts';
import type { VerifiedUser } from '../../users/credentials.service.ts';
import { claimUserWithoutSignInMethod, connectSubject, findUserBySubject } from '../../users/signInMethods.service.ts';
import { createAccount, type Entrance, type Registered } from '../account.service.ts';
import { setPicture } from '../settings.service.ts';
import { fetchPicture } from './oidc.picture.ts';
import type { Visitor } from './oidc.ts';

export interface Welcome {
  verified: VerifiedUser & Partial<Pick<Registered, 'folderId'>>;
  isNew: boolean;
  /** The address of a new user's picture. */
  picture: URL | null;
}

const NO_EMAIL = 'Single sign-on has not confirmed an email address of yours, and an account here needs one.';
const TAKEN = 'An account with your email address exists already.';
const HOW_TO_CONNECT = 'If it is yours, sign in with its password and connect single sign-on in Account Settings.';
const WHOM_TO_ASK = 'If it is yours, ask the operator of this site to hand it over to you.';

export const arrivalSchema = z.object({
  subject: z.string(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  picture: z.url().nullable(),
});
/** The first person of a new instance, whom the issuer has identified and who has to enter the setup code. */
export type SignOnReturn = z.infer<typeof arrivalSchema>;

/** A longer address does not fit into the page between the two steps. */
const LONGEST_PICTURE = 2000;

/** The visitor, if the first account is missing and needs the setup code. Throws forbidden without a verified address. */
export async function findArrival(
  { subject, readProfile }: Visitor,
  { instance, neededCode }: Pick<Entrance, 'instance' | 'neededCode'>,
): Promise<SignOnReturn | null> {
  if (neededCode === null || !(await instance.isNew())) return null;
  const { email, picture, ...names } = await readProfile();
  if (!email) throw forbidden(NO_EMAIL);
  return { subject, email, ...names, picture: picture && picture.href.length <= LONGEST_PICTURE ? picture.href : null };
}

/** The visitor that `findArrival` has described. */
export function visitorOf({ subject, picture, ...profile }: SignOnReturn): Visitor {
  return { subject, readProfile: async () => ({ ...profile, picture: picture === null ? null : new URL(picture) }) };
}

/**
 * The account for an identity of the issuer, created at the first sign-in. Throws forbidden without a verified address, and
 * taken if an account with another sign-in method has the address: its owner has not proved that the address is theirs, so
 * the accounts must not be merged automatically. For a new account it throws as admitNewcomer does.
 */
export async function welcome(
  { subject, readProfile }: Visitor,
  hasLocalAccounts: boolean,
  entrance: Entrance,
): Promise<Welcome> {
  const known = await findUserBySubject(subject);
  if (known) return { verified: known, isNew: false, picture: null };
  const { email, picture, ...names } = await readProfile();
  if (!email) throw forbidden(NO_EMAIL);
  try {
    const claimed = await claim(email, subject);
    if (claimed) return { verified: claimed, isNew: false, picture: null };
    const created = await createAccount({ email, ...names }, { oidcSubject: subject }, entrance);
    return { verified: created, isNew: true, picture };
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    // Two tabs may complete the first sign-in at the same time.
    const twin = await findUserBySubject(subject);
    if (!twin) throw conflict('taken', `${TAKEN} ${hasLocalAccounts ? HOW_TO_CONNECT : WHOM_TO_ASK}`);
    return { verified: twin, isNew: false, picture: null };
  }
}

/** The account without any sign-in method that has this address, now with single sign-on. Null when there is none. */
function claim(email: string, subject: string): Promise<VerifiedUser | null> {
  return inTransaction(async () => {
    const claimed = await claimUserWithoutSignInMethod(email, subject);
    if (claimed) await endOtherSessions(claimed.user.id, claimed.credentialsRev, null);
    return claimed;
  });
}

/**
 * Adds single sign-on as a sign-in method and ends all of the user's other sessions. Throws conflict if the account is
 * connected already or its credentials changed since the password was checked, and taken if another account has this
 * subject.
 */
export async function connect(userId: string, session: OwnSession, subject: string): Promise<void> {
  await inTransaction(async () => {
    const credentialsRev = await connectSubject(userId, session.credentialsRev, subject);
    await endOtherSessions(userId, credentialsRev, session.id);
  });
}

/** Stores a copy of a new user's picture, processed like an upload, so that browsers load it from this site. */
export async function takePicture(userId: string, picture: URL, issuer: URL): Promise<void> {
  try {
    await setPicture({ userId }, await fetchPicture(picture, issuer));
  } catch (error) {
    log.info(
      { reason: error instanceof Error ? error.message : 'unknown' },
      'the picture of a new user could not be fetched',
    );
  }
}
