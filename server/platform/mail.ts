import { createTransport } from 'nodemailer';
import type { Config } from '../config/config.ts';
import { log } from './log.ts';

interface Mail {
  to: string;
  subject: string;
  /** Plain text. */
  text: string;
}

/** Sends mail by the operator's mail server. */
export interface Mailer {
  /** Throws when the mail server does not accept it. */
  send(mail: Mail): Promise<void>;
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
    async send({ to, subject, text }) {
      try {
        await transport.sendMail({
          from: mail.from,
          // As an object, because a text could hold several addresses.
          to: { name: '', address: to },
          subject,
          text: `${text}\n`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (error) {
        log.warn({ err: error }, 'a mail could not be sent');
        throw error;
      }
    },
    link: (path) => new URL(path, publicUrl).href,
    close: () => transport.close(),
  };
}
