import { limits } from '../../../../common/constants.ts';
import {
  type Assertion,
  type CreationOptions,
  creationOptionsSchema,
  type Passkey,
  type PasskeyRegistration,
  type RequestOptions,
  requestOptionsSchema,
} from '../../../../common/schemas/account/passkey.ts';
import type { Contact } from '../../../../common/schemas/user.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { conflict, invalid, isDuplicateKey, limitReached, notFound } from '../../../platform/http/errors.ts';
import { log } from '../../../platform/log.ts';
import { requireUnchanged, toVerifiedUser, type VerifiedUser } from '../credentials.service.ts';
import { type PasskeyDoc, PasskeyModel, toPasskey } from '../passkey.model.ts';
import { type UserDoc, UserModel } from '../user.model.ts';
import { lockQuotas } from '../user.service.ts';
import { isStrongKey, isWithoutAttestation, readChallenge } from './browserAnswer.ts';
import { CHALLENGE_LASTS_MS, keepChallenge, type PasskeySite, spendChallenge } from './challenge.service.ts';

/** Loaded at the first use, because it would make each start of the app a sixth slower. */
const webAuthn = () => import('@simplewebauthn/server');

/**
 * ES256 and RS256, which all browsers and authenticators have between them: https://www.iana.org/assignments/cose. Others
 * allow weak keys.
 */
const ALGORITHMS = [-7, -257];

const notAdded = () => invalid([{ path: 'credential', message: 'This passkey could not be added. Please try again.' }]);

export async function listPasskeys(userId: string): Promise<Passkey[]> {
  return (await PasskeyModel.find({ userId }).sort({ _id: 1 }).lean<PasskeyDoc[]>()).map(toPasskey);
}

/** What the browser needs to create a passkey. Throws limit_reached when the user has too many. */
export async function prepareNewPasskey(user: Contact, { rpID }: PasskeySite): Promise<CreationOptions> {
  const known = await requireRoom(user.id);
  const { generateRegistrationOptions } = await webAuthn();
  const options = await generateRegistrationOptions({
    rpName: 'Marquee',
    rpID,
    userID: new Uint8Array(Buffer.from(user.id, 'hex')),
    userName: user.email,
    userDisplayName: [user.firstName, user.lastName].filter(Boolean).join(' ') || user.email,
    timeout: CHALLENGE_LASTS_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(descriptorOf),
    // It replaces password and second factor, so the authenticator has to check who uses it.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await keepChallenge(options.challenge, 'add', user.id);
  return creationOptionsSchema.parse(options);
}

async function requireRoom(userId: string): Promise<PasskeyDoc[]> {
  const known = await PasskeyModel.find({ userId }).lean<PasskeyDoc[]>();
  if (known.length >= limits.passkeysPerPerson) {
    throw limitReached(`You can have ${limits.passkeysPerPerson} passkeys at most`);
  }
  return known;
}

function descriptorOf({ credentialId, transports }: PasskeyDoc) {
  return { id: credentialId, transports };
}

/**
 * Stores a new passkey. Throws validation when it does not fit the challenge, taken when it exists already, limit_reached,
 * and conflict when the account's credentials have changed since `credentialsRev`.
 */
export async function addPasskey(
  { userId, credentialsRev }: { userId: string; credentialsRev: number },
  { rpID, origin }: PasskeySite,
  { name, credential: sent }: { name: string; credential: PasskeyRegistration },
): Promise<Passkey> {
  const { clientDataJSON, attestationObject } = sent.response;
  const challenge = readChallenge(clientDataJSON);
  if (!(await isWithoutAttestation(attestationObject))) throw notAdded();
  if (!(await spendChallenge(challenge, 'add', userId))) throw notAdded();
  const { verifyRegistrationResponse } = await webAuthn();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...sent, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((error: unknown) => refused(error));
  if (!verified || !registrationInfo) throw notAdded();
  const { credential, credentialBackedUp } = registrationInfo;
  // The schema checks the length of the id that was sent, and the library that of no id.
  if (credential.id !== sent.id || !(await isStrongKey(credential.publicKey))) throw notAdded();
  return inTransaction(async () => {
    await lockQuotas(userId);
    await requireUnchanged(userId, credentialsRev);
    await requireRoom(userId);
    const [passkey] = await PasskeyModel.create([
      {
        userId,
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: credential.transports ?? [],
        name,
        isBackedUp: credentialBackedUp,
      },
    ]).catch((error: unknown) => {
      throw isDuplicateKey(error, 'credentialId') ? conflict('taken', 'This passkey has been added already') : error;
    });
    if (!passkey) throw new Error('The passkey was not created');
    return toPasskey(passkey);
  });
}

export async function renamePasskey(userId: string, passkeyId: string, name: string): Promise<Passkey> {
  const passkey = await PasskeyModel.findOneAndUpdate({ _id: passkeyId, userId }, { $set: { name } })
    .setOptions({ returnDocument: 'after' })
    .lean<PasskeyDoc>();
  if (!passkey) throw notFound('This passkey has been removed');
  return toPasskey(passkey);
}

type AssertionPurpose = 'sign-in' | 'confirm';

/** What the browser needs to use a passkey: any of the site for a sign-in, or one of the user's own. */
export async function prepareAssertion(
  purpose: AssertionPurpose,
  userId: string | null,
  { rpID }: PasskeySite,
): Promise<RequestOptions> {
  const own = userId === null ? [] : await PasskeyModel.find({ userId }).lean<PasskeyDoc[]>();
  const { generateAuthenticationOptions } = await webAuthn();
  const options = await generateAuthenticationOptions({
    rpID,
    timeout: CHALLENGE_LASTS_MS,
    userVerification: 'required',
    allowCredentials: own.map(descriptorOf),
  });
  await keepChallenge(options.challenge, purpose, userId);
  return requestOptionsSchema.parse(options);
}

/**
 * The owner of the passkey that signed the challenge, and the passkey's name. Null when it is unknown, belongs to another user
 * than `userId` or than its user handle says, or signed another challenge or for another site. Throws validation for client
 * data that no browser sends.
 */
export async function checkAssertion(
  purpose: AssertionPurpose,
  userId: string | null,
  { rpID, origin }: PasskeySite,
  sent: Assertion,
): Promise<{ verified: VerifiedUser; name: string } | null> {
  // Before the passkey is looked up, so that the answer does not tell whether it exists.
  const challenge = readChallenge(sent.response.clientDataJSON);
  const passkey = await PasskeyModel.findOne({ credentialId: sent.id }).lean<PasskeyDoc>();
  if (!passkey || (userId !== null && passkey.userId.toHexString() !== userId)) return null;
  // Read first: a session of an earlier credentialsRev ends when the passkey is removed meanwhile.
  const user = await UserModel.findById(passkey.userId).lean<UserDoc>();
  if (!user) return null;
  const { userHandle, ...response } = sent.response;
  if (userHandle && Buffer.from(userHandle, 'base64url').toString('hex') !== user._id.toHexString()) return null;
  if (!(await spendChallenge(challenge, purpose, userId))) return null;
  const { verifyAuthenticationResponse } = await webAuthn();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...sent, response: { ...response, ...(userHandle && { userHandle }) }, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(bytesOf(passkey.publicKey)),
      counter: passkey.counter,
    },
    requireUserVerification: true,
  }).catch((error: unknown) => refused(error));
  if (!verified || !authenticationInfo) return null;
  const used = await PasskeyModel.updateOne(
    { _id: passkey._id, counter: passkey.counter },
    { $set: { counter: authenticationInfo.newCounter, lastUsedAt: new Date() } },
  );
  return used.matchedCount === 1 ? { verified: toVerifiedUser(user), name: passkey.name } : null;
}

/** Lean reads give the driver's Binary. */
function bytesOf(stored: Buffer | { buffer: Uint8Array }): Uint8Array {
  return Buffer.isBuffer(stored) ? stored : stored.buffer;
}

/** The library throws for everything that is wrong with a credential. */
function refused(error: unknown): { verified: false; registrationInfo?: never; authenticationInfo?: never } {
  log.info({ audit: true, reason: error instanceof Error ? error.message : 'unknown' }, 'a passkey was refused');
  return { verified: false };
}

/** Removes all passkeys of a user. Call it in the transaction that changes the credentials. */
export async function removePasskeysOf(userId: string): Promise<void> {
  await PasskeyModel.deleteMany({ userId });
}
