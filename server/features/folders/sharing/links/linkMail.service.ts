import { setTimeout as delay } from 'node:timers/promises';
import { addressOf } from '../../../../platform/http/address.ts';
import type { Limits } from '../../../../platform/limits/limits.ts';
import { type Mail, type Mailer, requireMailer } from '../../../../platform/mail.ts';
import { runOnce, storeResponses } from '../../../../platform/requests/operations.ts';
import type { Context } from '../../../../platform/requests/request.ts';
import { isBlockedWithAny } from '../../../users/privacy/block.service.ts';
import { findUserIdByEmail, loadPublicUserLookup, nameOf } from '../../../users/user.service.ts';
import { unusedId } from '../../access/access.ts';
import type { FolderDoc } from '../../model/folder.model.ts';
import type { LinkDoc } from '../../model/link.model.ts';
import { loadLinkToShare } from './link.service.ts';

export interface LinkMailParts {
  mailer: Mailer | null;
  limits: Pick<Limits, 'mailPerAddress' | 'invitationMailPerAccount' | 'invitationMailPerRecipient'>;
}

/** Longer than most mail servers take to accept a mail. */
const ANSWERED_AFTER_MS = 1000;

/**
 * Sends an invitation link to an email address, which is not stored. Throws not_found and forbidden for users who may not
 * share the list, not_found without a mail server, rate_limited, and upstream when the mail server does not accept the mail.
 */
export function mailLink(
  { mailer, limits }: LinkMailParts,
  context: Context,
  linkId: string,
  email: string,
): Promise<void> {
  const { userId, req } = context;
  return runOnce(context, async () => {
    const { link, folder } = await loadLinkToShare(userId, linkId);
    const sender = requireMailer(mailer);
    await limits.mailPerAddress.take(addressOf(req));
    await limits.invitationMailPerAccount.take(userId);
    await limits.invitationMailPerRecipient.take(email);
    try {
      await sendUnlessBlocked(sender, { userId, link, folder, email });
    } catch (error) {
      await limits.invitationMailPerAccount.giveBack(userId);
      await limits.invitationMailPerRecipient.giveBack(email);
      throw error;
    }
    await storeResponses([{ actor: context, answer: undefined }]);
  });
}

interface LinkMail {
  userId: string;
  link: LinkDoc;
  folder: FolderDoc;
  email: string;
}

/**
 * Sends nothing to a user whom a block keeps from joining, or apart from the sender. Neither the answer nor the time that it
 * takes may reveal that, or whether the address has an account.
 */
async function sendUnlessBlocked(mailer: Mailer, invitation: LinkMail): Promise<void> {
  const { userId, link, folder, email } = invitation;
  const recipientId = (await findUserIdByEmail(email)) ?? unusedId();
  const isBlocked = await isBlockedWithAny(recipientId, [userId, link.createdByUserId, folder.userId]);
  const mail = await writeMail(mailer, invitation);
  await Promise.all([isBlocked ? mailer.check() : mailer.send(mail), delay(ANSWERED_AFTER_MS)]);
}

const momentOf = new Intl.DateTimeFormat('en', {
  dateStyle: 'long',
  timeStyle: 'short',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

async function writeMail(mailer: Mailer, { userId, link, folder, email }: LinkMail): Promise<Mail> {
  const inviter = nameOf((await loadPublicUserLookup([userId]))(userId));
  const forWhom = link.maxUses === 1 ? ', for one person' : '';
  return {
    to: email,
    subject: `${inviter} invites you to a list on Marquee`,
    text: [
      `${inviter} invites you to the list "${folder.name}" on Marquee. See what is in it, and join:`,
      mailer.link(`/join/${link.token}`),
      `The link works until ${momentOf.format(link.expiresAt)} UTC${forWhom}.`,
      `If you do not know ${inviter}, or do not want to join, you need not do anything. Marquee does not keep your address.`,
    ].join('\n\n'),
  };
}
