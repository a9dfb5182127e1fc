import { takeLease } from '../../../platform/database/lease.ts';
import { log } from '../../../platform/log.ts';
import type { Mailer } from '../../../platform/mail.ts';
import type { ChannelDoc } from '../../users/notices/channel.documents.ts';
import { isEmailConfirmed, loadUser } from '../../users/user.service.ts';
import { readPushIdentity } from '../channels/pushKeys.ts';
import { sendDigests } from './digest.ts';
import { planDeliveries } from './planner.ts';
import { Sender, type SenderParts } from './sender.ts';

const LOOK_MS = 1000;
const DIGEST_LOOK_MS = 60_000;

/** Sends notices to devices and channels, on every node. */
export class NoticeSending {
  readonly parts: SenderParts;
  readonly #mailer: Mailer | null;
  readonly #sender: Sender;
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(parts: SenderParts, mailer: Mailer | null) {
    this.parts = parts;
    this.#mailer = mailer;
    this.#sender = new Sender(parts);
  }

  /** Looks every second for what is due. Two nodes may do so at the same time: each claims what it sends. */
  start(lookMs = LOOK_MS): void {
    let isLooking = false;
    this.#timer = setInterval(() => {
      if (isLooking) return;
      isLooking = true;
      this.#round = this.#look()
        .catch((error: unknown) => {
          log.warn({ err: error }, 'notifications could not be sent; the next round continues');
        })
        .finally(() => {
          isLooking = false;
        });
    }, lookMs);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    // biome-ignore lint/plugin: compared with stored dates
    const now = () => new Date(Date.now());
    while (!this.#isStopped && (await planDeliveries(now())));
    while (!this.#isStopped && (await this.#sender.sendDue(now())));
    if (this.#mailer && !this.#isStopped && (await takeLease('daily-mail', DIGEST_LOOK_MS)))
      await sendDigests(this.#mailer, now());
  }

  /** Sends a message to a channel at once. Resolves with why that failed, or null. */
  async test(channel: ChannelDoc): Promise<string | null> {
    const text = 'Notifications from Marquee arrive here.';
    if (channel.kind === 'email') return this.#testMail(channel, text);
    const at = new Date().toISOString();
    const message = { text, path: '/notifications', tag: 'test', topic: 'test', at };
    const outcome = await this.#sender.send(
      channel,
      message,
      await readPushIdentity(this.parts.vault, this.parts.config),
    );
    if (outcome.is === 'put off') return 'It has not answered for a while. Try again in a minute.';
    return outcome.is === 'sent' ? null : outcome.problem;
  }

  async #testMail({ userId }: ChannelDoc, text: string): Promise<string | null> {
    const user = await loadUser(userId);
    if (!this.#mailer) return 'This site sends no mail';
    // The address may be another one than when the channel was made.
    if (!isEmailConfirmed(user)) return 'Confirm your email address first';
    try {
      await this.#mailer.send({ to: user.email, subject: 'A test from Marquee', text });
      return null;
    } catch {
      return 'The mail could not be sent';
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    this.#sender.stop();
    await this.#round;
    this.#mailer?.close();
  }
}
