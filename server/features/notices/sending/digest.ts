import { trusted } from 'mongoose';
import { limits } from '../../../../common/constants.ts';
import { log } from '../../../platform/log.ts';
import type { Mailer } from '../../../platform/mail.ts';
import { type ChannelDoc, ChannelModel } from '../../users/notices/channel.documents.ts';
import { type NoticeDoc, NoticeModel } from '../../users/notices/notice.documents.ts';
import { findNoticeSettings } from '../../users/notices/noticeSettings.documents.ts';
import { findUserDocs, isEmailConfirmed } from '../../users/user.service.ts';
import { groupNotices, toNotice } from '../notice.views.ts';
import { quietUntil } from './quietHours.ts';
import { findSendable } from './sendable.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const BATCH = 100;
const SHOWN = 20;
/** For how long a change can wait in the log before its notice is stored. */
const LATE_MS = HOUR_MS;

/** Sends the daily mails that are due: what is new and not read, of the topics that each person has chosen. */
export async function sendDigests(mailer: Mailer, now: Date): Promise<void> {
  const due = await ChannelModel.find({ kind: 'email', digestAt: trusted({ $lte: now }) })
    .limit(BATCH)
    .lean<ChannelDoc[]>();
  for (const channel of due) {
    const { _id, userId, digestAt } = channel;
    try {
      await sendDigest(mailer, channel, now);
    } catch (error) {
      log.warn({ err: error, userId }, 'a daily mail could not be written; it is tried again in an hour');
      await ChannelModel.updateOne({ _id, digestAt }, { $set: { digestAt: new Date(now.getTime() + HOUR_MS) } });
    }
  }
}

async function sendDigest(mailer: Mailer, channel: ChannelDoc, now: Date): Promise<void> {
  const { userId, digestAt } = channel;
  const settings = (await findNoticeSettings([userId]))(userId);
  const [user] = await findUserDocs([userId]);
  const lastSent = channel.lastSentAt?.getTime() ?? 0;
  const since = { $gt: new Date(Math.max(lastSent - LATE_MS, channel.createdAt.getTime())) };
  const found = await NoticeModel.find({
    userId,
    isRead: false,
    mailedAt: null,
    topic: trusted({ $in: settings.topics }),
    createdAt: trusted(since),
  })
    .sort({ _id: -1 })
    .limit(limits.noticeEvents)
    .lean<NoticeDoc[]>();
  const sendable = await findSendable(found, () => settings);
  const notices = groupNotices(sendable).map((group) => toNotice(group, { isHidden: settings.hideTitles, now }));
  const isWanted = notices.length > 0 && user && !user.isDisabled && isEmailConfirmed(user);
  const quiet = quietUntil(settings, now);
  // Looked at again in an hour if there is nothing to say, or after the quiet hours.
  const next = quiet ?? new Date(now.getTime() + (isWanted ? DAY_MS : HOUR_MS));
  // Before it is sent: a crash in between sends one mail less, and none twice.
  const mine = { _id: channel._id, digestAt };
  const sends = isWanted && !quiet;
  const { modifiedCount } = await ChannelModel.updateOne(mine, {
    $set: { digestAt: next, ...(sends && { lastSentAt: now }) },
  });
  if (!sends || modifiedCount === 0) return;
  const inMail = () => ({ _id: trusted({ $in: sendable.map(({ doc }) => doc._id) }) });
  await NoticeModel.updateMany(inMail(), { $set: { mailedAt: now } });
  try {
    await mailer.send({ to: user.email, ...digestMail(notices, mailer) });
    await ChannelModel.updateOne({ _id: channel._id }, { $set: { problem: null } });
  } catch (error) {
    log.warn({ err: error }, 'a daily mail could not be sent');
    // The next one has what this one was to say.
    await NoticeModel.updateMany(inMail(), { $unset: { mailedAt: 1 } });
    const { lastSentAt } = channel;
    const retryAt = new Date(now.getTime() + HOUR_MS);
    await ChannelModel.updateOne(
      { _id: channel._id, digestAt: next },
      { $set: { lastSentAt, digestAt: retryAt, problem: 'The mail could not be sent' } },
    );
  }
}

function digestMail(notices: readonly { text: string }[], mailer: Mailer): { subject: string; text: string } {
  const rest = notices.length - SHOWN;
  const [first] = notices;
  const lines = [...notices.slice(0, SHOWN).map(({ text }) => `- ${text}`), ...(rest > 0 ? [`And ${rest} more.`] : [])];
  return {
    subject: notices.length === 1 ? (first?.text ?? '') : `${notices.length} new notifications on Marquee`,
    text: [
      'What is new for you:',
      lines.join('\n'),
      `See everything: ${mailer.link('/notifications')}`,
      `You get this mail at most once a day. Turn it off: ${mailer.link('/account#notifications')}`,
    ].join('\n\n'),
  };
}
