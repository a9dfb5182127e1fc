import { createTransport } from 'nodemailer';
import type { Config } from '../config/config.ts';
import { notFound, upstreamAway } from './http/errors.ts';
import { log } from './log.ts';

export interface Mail {
  to: string;
  subject: string;
  /** Plain text. */
  text: string;
}

/** Sends mail by the operator's mail server. */
export interface Mailer {
  /** Throws upstream when the mail server does not accept it. */
  send(mail: Mail): Promise<void>;
  /** Connects and signs in without sending anything. Throws upstream. */
  check(): Promise<void>;
  /** The address of a path on this server. */
  link(path: string): string;
  close(): void;
}

const TIMEOUT_MS = 15_000;

/** Null where no mail server is configured. */
export function createMailer({ mail, publicUrl }: Pick<Config, 'mail' | 'publicUrl'>): Mailer | null {
  if (!mail || !publicUrl) return null;
  const transport = createTransport({
    url: mail.smtpUrl,
    pool: true,
    maxConnections: 3,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // What people write is sent as text: it must not make the server read files or fetch addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: ({ to, subject, text }) =>
      accepted(
        transport.sendMail({
          from: mail.from,
          // As an object, because a text could hold several addresses.
          to: { name: '', address: to },
          subject,
          text: `${text}\n`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        }),
      ),
    check: () => accepted(transport.verify()),
    link: (path) => new URL(path, publicUrl).href,
    close: () => transport.close(),
  };
}

/** The mailer. Throws not_found where no mail server is configured. */
export function requireMailer(mailer: Mailer | null): Mailer {
  if (!mailer) throw notFound('This site sends no mail. Ask the person who runs it.');
  return mailer;
}

async function accepted(sending: Promise<unknown>): Promise<void> {
  try {
    await sending;
  } catch (error) {
    log.warn(reasonOf(error as SendingError), 'a mail could not be sent');
    throw upstreamAway('The mail could not be sent. Try again later.');
  }
}

type SendingError = Error & { code?: string; command?: string; responseCode?: number };

/** Why it failed, for the log. What a mail server answers may name the recipient, so only its code is logged. */
function reasonOf({ code, command, responseCode, message }: SendingError) {
  return { code, command, ...(responseCode === undefined ? { reason: message } : { responseCode }) };
}
