import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { MAILBOX_LIMITS, type Mailbox } from './mailbox.ts';

/** Account that may send mails. */
export interface MailAccount {
  readonly user: string;
  readonly password: string;
}

/** An SMTP server that stores every mail in the mailbox and delivers none. */
export interface MailServer {
  /** @returns the port */
  listen(port: number): Promise<number>;
  close(): Promise<void>;
}

/** Reads a complete mail; `null` if it is longer than the limit. */
async function readMail(stream: Readable): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    // The rest is read and discarded, so that the client gets its response.
    if (bytes <= MAILBOX_LIMITS.mailBytesMax) chunks.push(chunk);
  }
  return bytes > MAILBOX_LIMITS.mailBytesMax ? null : Buffer.concat(chunks);
}

const refusal = (message: string, responseCode: number): Error =>
  Object.assign(new Error(message), { responseCode });

/** Creates the SMTP server, which listens on loopback and needs no encryption there. */
export function createMailServer(mailbox: Mailbox, account: MailAccount): MailServer {
  const receive = async (stream: Readable, to: readonly string[]): Promise<void> => {
    const source = await readMail(stream);
    if (source === null) throw refusal('the mail is too large', 552);
    const mail = await PostalMime.parse(source);
    for (const address of to) {
      mailbox.add({
        to: address,
        from: mail.from?.address ?? '',
        subject: mail.subject ?? '',
        message_id: mail.messageId ?? '',
        text: mail.text ?? '',
        html: mail.html ?? '',
      });
    }
  };
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    maxClients: MAILBOX_LIMITS.clientsMax,
    size: MAILBOX_LIMITS.mailBytesMax,
    onAuth: ({ username, password }, _session, done) => {
      const isAccount = username === account.user && password === account.password;
      done(isAccount ? null : refusal('the user or the password is wrong', 535), {
        user: account.user,
      });
    },
    onData: (stream, session, done) => {
      const to = session.envelope.rcptTo.map(({ address }) => address);
      receive(stream, to).then(
        () => done(),
        (error: Error) => done(error),
      );
    },
  });
  // A client that disconnects is not an error of the sandbox.
  server.on('error', () => {});
  return {
    listen: async (port) => {
      const listener = server.listen(port, '127.0.0.1');
      await once(listener, 'listening');
      return (listener.address() as AddressInfo).port;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
