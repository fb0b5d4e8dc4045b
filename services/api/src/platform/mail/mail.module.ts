import { isEmail } from '@sangwian/contract/rules/email';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Kysely, Transaction } from 'kysely';
import { createTransport } from 'nodemailer';
import { Counter, Gauge } from 'prom-client';
import { z } from 'zod';
import type { MailSettings } from '../../config/mail-settings.ts';
import type { Database } from '../../schema/database.ts';
import type { ApiModule } from '../http/handler.ts';
import { addJob } from '../jobs/task.ts';
import type { Clock } from '../time/clock.ts';
import { MailStore } from './mail.store.ts';
import { type MailContent, renderMail } from './mail-content.ts';

export type { MailContent } from './mail-content.ts';

/** The task's name in the queue. */
const SEND_TASK = 'mail_send';
const DAY_MS = 86_400_000;

export const MAIL_LIMITS = {
  /**
   * Timeout of each step of a connection to the SMTP server, so that a slow server does not occupy the job queue for
   * long.
   */
  stepMsMax: 15_000,
  /** A mail that could not be sent for this long is given up, because its job has ended and its content is outdated. */
  waitingDaysMax: 3,
} as const;

export interface NewMail {
  /** Idempotency key, such as `receipt:paid:<order>`. Only one mail is sent for each key. */
  readonly key: string;
  readonly to: string;
  readonly content: MailContent;
}

/** Sends mails by SMTP, as durable jobs. */
export interface Mail {
  /** Whether an SMTP server is configured. */
  readonly isOn: boolean;
  /**
   * Queues a mail in the caller's transaction; it is sent after the commit and retried for about a day. Does nothing
   * without an SMTP server, for an invalid address, or if the key was used before.
   */
  queue(trx: Transaction<Database>, mail: NewMail): Promise<void>;
}

export interface MailDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** `null` without an SMTP server. */
  readonly settings: MailSettings;
}

const Payload = z.object({ mail_id: z.uuid() });

/** Creates the connections to the SMTP server. Passwords and mails are never sent over a network unencrypted. */
const createSmtp = ({ url, isLoopback }: NonNullable<MailSettings>) =>
  createTransport(
    {
      url,
      pool: true,
      maxConnections: 2,
      requireTLS: !isLoopback,
      ignoreTLS: isLoopback,
      connectionTimeout: MAIL_LIMITS.stepMsMax,
      greetingTimeout: MAIL_LIMITS.stepMsMax,
      socketTimeout: MAIL_LIMITS.stepMsMax,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    {},
  );

/** Whether the server refuses this recipient permanently. */
const isAddressRefused = (error: unknown): boolean =>
  error instanceof Error &&
  Reflect.get(error, 'code') === 'EENVELOPE' &&
  Number(Reflect.get(error, 'responseCode')) >= 500;

/** Creates the module that sends mails. The domains provide the content. */
export function createMail({ db, clock, logger, settings }: MailDeps): Mail & {
  readonly module: ApiModule;
} {
  const store = new MailStore(db);
  const smtp = settings === null ? null : createSmtp(settings);
  const sent = new Counter({
    name: 'mails_sent_total',
    help: 'Mails that the SMTP server accepted',
    registers: [],
  });

  async function send(mailId: string): Promise<void> {
    const mail = await store.findWaiting(mailId);
    if (mail === undefined || smtp === null || settings === null) return;
    const sending = smtp.sendMail({
      from: settings.from,
      // An object, so that the address cannot be parsed as a list of several addresses.
      to: { name: '', address: mail.to },
      // The message id is the same at every attempt, so that mail programs show a mail that was accepted twice only
      // once.
      messageId: `<${mail.mailId}@${settings.domain}>`,
      headers: { 'auto-submitted': 'auto-generated' },
      ...renderMail(mail.content),
    });
    try {
      await sending;
    } catch (err) {
      if (!isAddressRefused(err)) throw err;
      logger.warn({ err, mail: mailId }, 'mail refused for its address');
      await store.forget(mailId);
      return;
    }
    await store.markSent(mailId, clock());
    sent.inc();
  }

  return {
    isOn: smtp !== null,
    queue: async (trx, { key, to, content }) => {
      if (smtp === null || !isEmail(to)) return;
      const mailId = await store.add(trx, { key, to, content, now: clock() });
      if (mailId === undefined) return;
      await addJob(trx, SEND_TASK, { payload: { mail_id: mailId } });
    },
    module: {
      tasks: [
        { name: SEND_TASK, run: (_signal, payload) => send(Payload.parse(payload).mail_id) },
        {
          name: 'mail_prune',
          crontab: '23 * * * *',
          run: async () => {
            const olderThan = new Date(clock().getTime() - MAIL_LIMITS.waitingDaysMax * DAY_MS);
            const count = await store.giveUp(olderThan);
            if (count > 0) logger.error({ count }, 'mails given up');
          },
        },
      ],
      observe: (registry) => {
        registry.registerMetric(sent);
        new Gauge({
          name: 'mails_waiting',
          help: 'Mails that are not sent yet, of all nodes',
          registers: [registry],
          async collect() {
            this.set(await store.countWaiting().catch(() => Number.NaN));
          },
        });
      },
      stop: async () => smtp?.close(),
    },
  };
}
