import type { Request } from 'express';
import type { Config } from '../../../config/config.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { addressOf } from '../../../platform/http/address.ts';
import { isProblem, isRateLimited, notFound } from '../../../platform/http/errors.ts';
import type { Limits } from '../../../platform/limits/limits.ts';
import { log } from '../../../platform/log.ts';
import { type Mailer, requireMailer } from '../../../platform/mail.ts';
import { recordSecurityEvent } from '../../../platform/securityLog/securityLog.ts';
import { endOtherSessions } from '../../../platform/session/session.ts';
import { hashPassword } from '../../users/passwords/password.ts';
import { requireGoodPassword } from '../../users/passwords/passwordRules.ts';
import { findSignInMethods, storePassword } from '../../users/signInMethods.service.ts';
import { confirmEmailOf, findUserIdByEmail, getUser, loadUser } from '../../users/user.service.ts';
import { createMailToken, findMailToken, takeMailToken } from './mailToken.model.ts';

export interface MailParts {
  config: Pick<Config, 'hasLocalAccounts'>;
  limits: Pick<Limits, 'mailPerAddress' | 'mailPerAccount'>;
  mailer: Mailer | null;
}

const LINK_OVER = 'This link is not valid any more. Ask for a new one.';

/**
 * Sends a link with which a new password can be chosen, if the address has an account with a password. The answer and the
 * time that it takes say nothing about that: the mail is sent afterwards.
 */
export async function sendResetLink(parts: MailParts, req: Request, email: string): Promise<void> {
  const mailer = requireMailer(parts.mailer);
  await parts.limits.mailPerAddress.take(addressOf(req));
  void sendReset(parts, mailer, email).catch((error: unknown) => {
    if (!isRateLimited(error)) log.warn({ err: error }, 'a link for a new password could not be sent');
  });
}

async function sendReset({ config, limits }: MailParts, mailer: Mailer, email: string): Promise<void> {
  const userId = await findUserIdByEmail(email);
  if (!userId || !config.hasLocalAccounts) return;
  const user = await loadUser(userId);
  const { hasPassword } = await findSignInMethods(userId);
  if (!hasPassword || user.isDisabled) return;
  await limits.mailPerAccount.take(userId);
  const { _id, credentialsRev = 0 } = user;
  const token = await createMailToken({ purpose: 'reset', userId: _id, email, credentialsRev });
  await mailer.send({
    to: email,
    subject: 'Choose a new password for Marquee',
    text: [
      'Somebody asked for a new password for your account. If it was you, choose one here within an hour:',
      mailer.link(`/reset-password?token=${token}`),
      'If it was not you, you need not do anything. Your password stays as it is.',
    ].join('\n\n'),
  });
}

/** Whether a link for a new password can still be used. */
export async function isResetLinkValid(token: string): Promise<boolean> {
  return (await findMailToken(token, 'reset')) !== null;
}

/**
 * Sets a new password by a link from a mail, and ends all sessions. Throws not_found for a link that is over, and validation
 * for a password that is easy to guess.
 */
export async function resetPasswordByLink(
  { config }: Pick<MailParts, 'config'>,
  req: Request,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<void> {
  const known = config.hasLocalAccounts ? await findMailToken(token, 'reset') : null;
  if (!known) throw notFound(LINK_OVER);
  const userId = known.userId.toHexString();
  await requireGoodPassword('newPassword', newPassword, await getUser(userId));
  const passwordHash = await hashPassword(newPassword);
  try {
    await inTransaction(async () => {
      const taken = await takeMailToken(token, 'reset');
      if (!taken) throw notFound(LINK_OVER);
      const user = await loadUser(userId);
      if (user.isDisabled || user.email !== taken.email) throw notFound(LINK_OVER);
      const credentialsRev = await storePassword(userId, taken.credentialsRev, passwordHash);
      await endOtherSessions(userId, credentialsRev, null);
      await confirmEmailOf(userId, taken.email);
      await recordSecurityEvent(req, { type: 'password-reset-by-mail', userId });
    });
  } catch (error) {
    // The sign-in methods have changed since the mail was sent.
    throw isProblem(error, 'conflict') ? notFound(LINK_OVER) : error;
  }
}

/** Sends a link that confirms the address of the user's account. */
export async function sendEmailLink(parts: MailParts, userId: string): Promise<void> {
  const mailer = requireMailer(parts.mailer);
  await parts.limits.mailPerAccount.take(userId);
  const { _id, email, credentialsRev = 0 } = await loadUser(userId);
  const token = await createMailToken({ purpose: 'confirm', userId: _id, email, credentialsRev });
  await mailer.send({
    to: email,
    subject: 'Confirm your email address for Marquee',
    text: [
      'Confirm that this is your address, within a day:',
      mailer.link(`/confirm-email?token=${token}`),
      'If you have no account on Marquee, you need not do anything.',
    ].join('\n\n'),
  });
}

/** Confirms the address that the mail with this link was sent to. Throws not_found for a link that is over. */
export async function confirmEmailByLink(req: Request, token: string): Promise<void> {
  await inTransaction(async () => {
    const taken = await takeMailToken(token, 'confirm');
    const userId = taken?.userId.toHexString();
    if (!taken || !userId || !(await confirmEmailOf(userId, taken.email))) throw notFound(LINK_OVER);
    await recordSecurityEvent(req, { type: 'email-confirmed', userId, detail: taken.email });
  });
}
