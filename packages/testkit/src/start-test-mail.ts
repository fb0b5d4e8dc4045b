import { createMailServer } from '@sangwian/sandbox/mail/mail-server';
import { Mailbox, type ReceivedMail } from '@sangwian/sandbox/mail/mailbox';
import { takePort } from './take-port.ts';

/** The sandbox's SMTP server and its mailbox. */
export interface TestMail {
  /** Settings for an API that sends its mails to this server. */
  readonly settings: {
    readonly url: string;
    readonly isLoopback: boolean;
    readonly from: string;
    readonly domain: string;
  };
  /** Received mails, the newest first. */
  mails(): readonly ReceivedMail[];
  open(): Promise<void>;
  close(): Promise<void>;
}

const ACCOUNT = { user: 'sandbox', password: 'sandbox' };

/** Prepares an SMTP server on a free port. It does not listen until `open()`. */
export async function prepareTestMail(): Promise<TestMail> {
  const mailbox = new Mailbox(() => new Date());
  const port = await takePort();
  const server = createMailServer(mailbox, ACCOUNT);
  return {
    settings: {
      url: `smtp://${ACCOUNT.user}:${ACCOUNT.password}@127.0.0.1:${port}`,
      isLoopback: true,
      from: 'Sangwian <no-reply@sangwian.example>',
      domain: 'sangwian.example',
    },
    mails: () => mailbox.list(),
    open: async () => {
      await server.listen(port);
    },
    close: () => server.close(),
  };
}
