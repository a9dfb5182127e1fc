import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import type { InstanceSettings, KeyService } from '../../../common/schemas/instance.ts';
import type { LoginBody, RegisterBody, User } from '../../../common/schemas/user.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { writeSessionEnded } from '../../platform/database/outbox.ts';
import { conflict, forbidden, Problem } from '../../platform/http/errors.ts';
import { type Instance, isSetupCode } from '../../platform/instance/instance.ts';
import type { KnownDevices } from '../../platform/limits/knownDevice.ts';
import { recordSecurityEvent } from '../../platform/securityLog/securityLog.ts';
import { beginSession, endOtherSessions } from '../../platform/session/session.ts';
import { createReviewedFolder } from '../folders/folder.service.ts';
import { admitNewcomer, enterList, requireAdmission } from '../folders/sharing/links/newcomer.service.ts';
import { checkNewKey, type KeyCheck } from '../titles/keyCheck.ts';
import { requireEnabled } from '../users/accountState.service.ts';
import { findCredentialsRevs, type VerifiedUser } from '../users/credentials.service.ts';
import { hashPassword } from '../users/passwords/password.ts';
import { requireGoodPassword, requireOtherPassword } from '../users/passwords/passwordRules.ts';
import { hasSecondFactor } from '../users/secondFactor.service.ts';
import { storePassword } from '../users/signInMethods.service.ts';
import {
  asEmailTaken,
  createUser,
  findUserByPassword,
  getUser,
  mustChangePassword,
  type SignInMethod,
} from '../users/user.service.ts';
import type { CheckedPassword, SecondFactor } from './secondFactor/secondFactor.service.ts';

/** A new account, and the list to which its invitation led. */
export interface Registered extends VerifiedUser {
  folderId: string | null;
}

/**
 * Creates the account and its Reviewed list; throws taken if the address has an account, and as createAccount does. With the
 * first account, stores what its owner has chosen for the instance.
 */
export async function register(
  body: RegisterBody,
  { instance, keyCheck, neededCode }: Pick<Entrance, 'instance' | 'neededCode'> & { keyCheck: KeyCheck },
): Promise<Registered & { keysSet: KeyService[] }> {
  const { password, invitation, setupCode, email, firstName, lastName, ...setup } = body;
  const person = { email, firstName, lastName };
  const entrance = { invitation, setupCode, neededCode, instance };
  const [isFirst, settings] = [await instance.isNew(), await instance.read()];
  // Hashing is expensive, so it begins only for who may register.
  if (isFirst) requireSetupCode(entrance);
  else await requireAdmission(invitation, settings);
  await requireGoodPassword('password', password, person);
  const keys = isFirst ? keysIn(setup, settings) : [];
  await Promise.all(keys.map(({ service, field, key }) => checkNewKey(keyCheck, service, key, field)));
  const passwordHash = await hashPassword(password);
  try {
    const registered = await createAccount(person, { passwordHash }, entrance);
    if (!isFirst || !registered.isFirst) return { ...registered, keysSet: [] };
    await setUp(instance, setup, settings);
    for (const { service, key } of keys) await instance.storeKey(service, key);
    return { ...registered, keysSet: keys.map(({ service }) => service) };
  } catch (error) {
    return asEmailTaken(error);
  }
}

/** What decides whether somebody gets a new account. */
export interface Entrance {
  /** The token of an invitation link. */
  invitation: string | undefined;
  /** For the first account. */
  setupCode: string | undefined;
  /** The code that the first account needs, or null if it needs none. */
  neededCode: string | null;
  instance: Instance;
}

/** Creates an account and enters the list of its invitation. Throws as admitNewcomer and requireSetupCode do. */
export async function createAccount(
  person: Pick<RegisterBody, 'email' | 'firstName' | 'lastName'>,
  signInMethod: SignInMethod,
  entrance: Entrance,
): Promise<Registered & { isFirst: boolean }> {
  const { invitation, instance } = entrance;
  const { user, link, isFirst } = await inTransaction(async () => {
    const isNew = await instance.isNew();
    if (isNew) requireSetupCode(entrance);
    const used = isNew ? null : await admitNewcomer(invitation, await instance.read());
    const created = await createUser(person, signInMethod);
    await createReviewedFolder(created.id);
    return { user: created, link: used, isFirst: isNew };
  });
  return { user, credentialsRev: 0, folderId: link && (await enterList(user.id, link)), isFirst };
}

/** Throws forbidden without the code that the first account needs. */
function requireSetupCode({ setupCode, neededCode }: Entrance): void {
  if (neededCode === null || isSetupCode(setupCode ?? '', neededCode)) return;
  throw forbidden('Enter the setup code. It is in the log of the server.');
}

/**
 * The user with this address and password, or null. A temporary password must be replaced by a new one: throws
 * password_change_required without a new password, validation if it is the same, and conflict if none is needed. Throws
 * second_factor_required, with a ticket for the next step, when the user has a second factor.
 */
export async function verifyLogin(
  { email, password, newPassword }: LoginBody,
  { logins }: SecondFactor,
): Promise<VerifiedUser | null> {
  const verified = await findUserByPassword(email, password);
  if (!verified) return null;
  const { user, credentialsRev } = verified;
  const newPasswordHash = await checkReplacement(user, password, newPassword);
  const checked = { userId: user.id, email, credentialsRev, ...(newPasswordHash && { newPasswordHash }) };
  if (!(await hasSecondFactor(user.id))) return completeLogin(checked);
  throw new Problem('second_factor_required', 'Enter the code that your authenticator app shows', {
    ticket: logins.issue({ ...checked, id: randomUUID() }),
  });
}

/** The hash of the password that replaces a temporary one. Undefined when none is needed. */
async function checkReplacement(user: User, password: string, chosen: string | undefined): Promise<string | undefined> {
  if (!(await mustChangePassword(user.id))) {
    if (chosen !== undefined) throw conflict('conflict', 'Your password has been changed already. Please sign in.');
    return undefined;
  }
  if (chosen === undefined) {
    throw new Problem('password_change_required', 'Your password was reset. Please choose a new one.');
  }
  requireOtherPassword('newPassword', chosen, password, 'Choose a new password, not the temporary one');
  await requireGoodPassword('newPassword', chosen, user);
  return hashPassword(chosen);
}

const CHANGED = 'Your sign-in settings have just changed. Please sign in again.';

/** The user of a sign-in that has passed every step. Throws conflict when the credentials have changed meanwhile. */
export async function completeLogin({
  userId,
  credentialsRev,
  newPasswordHash,
}: CheckedPassword): Promise<VerifiedUser> {
  if (newPasswordHash === undefined) {
    if ((await findCredentialsRevs([userId])).get(userId) !== credentialsRev) throw conflict('conflict', CHANGED);
    return { user: await getUser(userId), credentialsRev };
  }
  return inTransaction(async () => {
    const newRev = await storePassword(userId, credentialsRev, newPasswordHash);
    await endOtherSessions(userId, newRev, null);
    return { user: await getUser(userId), credentialsRev: newRev };
  });
}

interface SignInOptions {
  /** The account has just been created, so no notification about a new device is needed. */
  isFirst?: boolean;
  /** How the user signed in, unless by a password. */
  by?: string;
}

/** Starts a session in this browser and marks the browser as known. */
export type SignIn = (req: Request, who: VerifiedUser, options?: SignInOptions) => Promise<void>;

export function createSignIn(devices: KnownDevices): SignIn {
  return async (req, { user, credentialsRev }, { isFirst = false, by } = {}) => {
    await requireEnabled(user.id);
    const isKnown = isFirst || devices.find(req, user.id) !== null;
    const { sessionID: replacedId, session: replaced } = req;
    await beginSession(req, { userId: user.id, credentialsRev });
    devices.remember(req.res as Response, { userId: user.id, credentialsRev });
    const type = isKnown ? 'sign-in' : 'sign-in-new-device';
    await recordSecurityEvent(req, { type, userId: user.id, ...(by && { detail: by }) });
    // An existing session ends, so that its tabs receive no events of another user.
    if (replaced.userId) await writeSessionEnded(replaced.userId, replacedId);
  };
}

/** What the first operator chooses for the instance, together with the account. */
type Setup = Pick<RegisterBody, 'instanceName' | 'registration' | 'region' | 'language' | 'tmdbKey' | 'omdbKey'>;

/** Stores what was chosen. What the environment decides stays as it is. */
async function setUp(
  instance: Instance,
  { instanceName, registration, region, language }: Setup,
  settings: InstanceSettings,
): Promise<void> {
  await instance.change({
    ...(instanceName?.trim() && { name: instanceName.trim() }),
    ...(registration && !settings.isRegistrationFixed && { registration }),
    ...(region && { region }),
    ...(language && { language }),
  });
}

const fields = [
  { service: 'tmdb', field: 'tmdbKey' },
  { service: 'omdb', field: 'omdbKey' },
] as const satisfies { service: KeyService; field: keyof Setup & keyof InstanceSettings }[];

function keysIn(setup: Setup, settings: InstanceSettings) {
  return fields.flatMap(({ service, field }) => {
    const key = setup[field];
    return key && settings[field] !== 'environment' ? [{ service, field, key }] : [];
  });
}
