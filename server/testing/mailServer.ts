import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

interface ReceivedMail {
  to: string;
  subject: string;
  /** The whole mail, without the line breaks of its encoding. */
  text: string;
}

/** A mail server on this machine that keeps what it gets. */
export interface MailServer {
  /** For SMTP_URL. */
  url: string;
  received: ReceivedMail[];
  /** Refuses everything while it is true. */
  isAway: boolean;
  /** The first mail that has not been read yet. Rejects after ten seconds without one. */
  next(): Promise<ReceivedMail>;
  close(): Promise<void>;
}

/** The variables of a server that sends its mail to it. */
export const mailEnv = ({ url }: Pick<MailServer, 'url'>) => ({
  SMTP_URL: url,
  MAIL_FROM: 'Marquee <marquee@example.com>',
  PUBLIC_URL: 'http://localhost:3000',
  ALLOWED_HOSTS: '127.0.0.1',
});

export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const refuseWhileAway = (done: (error?: Error) => void) => done(mail.isAway ? new Error('Out of order') : undefined);
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onConnect: (_session, done) => refuseWhileAway(done),
    onMailFrom: (_from, _session, done) => refuseWhileAway(done),
    // The answer of a mail server names the address.
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('unknown') ? new Error(`There is no ${address} here`) : null),
    onData(stream, session, done) {
      text(stream).then((raw) => {
        const plain = raw
          .replace(/=\r?\n/g, '')
          .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
        const to = session.envelope.rcptTo.map(({ address }) => address).join();
        received.push({ to, subject: /^Subject: (.*)$/m.exec(raw)?.[1]?.trim() ?? '', text: plain });
        done();
      }, done);
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  let read = 0;
  const mail: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    received,
    isAway: false,
    async next() {
      for (const deadline = performance.now() + 10_000; ; ) {
        const mail = received[read];
        if (mail) {
          read += 1;
          return mail;
        }
        if (performance.now() > deadline) throw new Error('No mail has arrived');
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
  return mail;
}
