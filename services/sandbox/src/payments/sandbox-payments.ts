import { join } from 'node:path';
import type { Environment } from '@sangwian/node-kit/environment';
import type { Logger } from '@sangwian/node-kit/logger';
import type { FastifyInstance } from 'fastify';
import { Book } from './book.ts';
import { addControlApi } from './control/control-api.ts';
import { Faults } from './faults.ts';
import { OmiseAccount } from './omise/omise-account.ts';
import { addOmiseApi, OMISE_PATH } from './omise/omise-api.ts';
import { createOmiseDesk, toWebhook } from './omise/omise-desk.ts';
import { addOmisePages } from './omise/omise-pages.ts';
import { createOmiseWebhooks } from './omise/omise-webhooks.ts';
import { WebhookOutbox } from './webhook-outbox.ts';

/** How often charges are looked through for those whose time is over. */
const EXPIRY_MS = 1_000;

export interface PaymentSettings {
  /** Where what was charged is kept. */
  readonly file: string;
  /** Of the site, as browsers reach it; hosted pages are below it. */
  readonly siteUrl: string;
  /** Of the site, as this process reaches it; webhooks go there. */
  readonly webhookUrl: string;
  /** `null` where the site was told of the real one, as below. */
  readonly omise: OmiseSettings | null;
  /** Waits before a webhook is tried again; a provider's own where absent. */
  readonly retryMs?: readonly number[];
}

interface OmiseSettings {
  readonly publicKey: string;
  readonly secretKey: string;
  /** Base64; several, comma-separated, as while one replaces another. */
  readonly webhookSecret: string;
}

export interface SandboxPayments {
  stop(): void;
}

/** The site on this machine, whatever name browsers know it by. */
function loopbackSite(environment: Environment): string {
  const host = environment.text('HOST');
  const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${environment.port('PORT')}`;
}

/** What is played here: providers that the site was told to find here, and not the real ones. */
export function readPaymentSettings(environment: Environment, siteUrl: string): PaymentSettings {
  const here = `${environment.text('SANDBOX_URL')}/sandbox`;
  return {
    file: join(environment.required('DATA_DIR'), 'sandbox', 'payments.jsonl'),
    siteUrl,
    webhookUrl: `${loopbackSite(environment)}/api/v1/payment/webhook`,
    omise:
      environment.text('OMISE_API_URL') === `${here}/omise`
        ? {
            publicKey: environment.required('OMISE_PUBLIC_KEY'),
            secretKey: environment.required('OMISE_SECRET_KEY'),
            webhookSecret: environment.required('OMISE_WEBHOOK_SECRET'),
          }
        : null,
  };
}

interface Stage {
  readonly server: FastifyInstance;
  readonly book: Book;
  readonly faults: Faults;
  readonly outbox: WebhookOutbox;
  readonly siteUrl: string;
  readonly now: () => Date;
}

async function playOmise(stage: Stage, { publicKey, secretKey }: OmiseSettings) {
  const { server, book, faults, outbox, siteUrl, now } = stage;
  const base = `${siteUrl}${OMISE_PATH}`;
  const account = new OmiseAccount({
    book,
    base,
    now,
    onEvent: (event) => outbox.send(toWebhook(event)),
  });
  await addOmiseApi(server, { account, keys: { publicKey, secretKey }, book, faults, base, now });
  await addOmisePages(server, account);
  const timer = setInterval(() => account.expireOld(), EXPIRY_MS);
  timer.unref();
  return { desk: createOmiseDesk(account, base), stop: () => clearInterval(timer) };
}

/** Plays the payment providers: their APIs, their pages for payers, their webhooks, and the switches for all of it. */
export async function addPayments(
  server: FastifyInstance,
  { file, siteUrl, webhookUrl, omise, retryMs }: PaymentSettings,
  logger: Logger,
): Promise<SandboxPayments> {
  const now = (): Date => new Date();
  const book = new Book(file);
  const faults = new Faults(book);
  const outbox = new WebhookOutbox({
    book,
    logger,
    now,
    ...(retryMs === undefined ? {} : { retryMs }),
    routes: {
      ...(omise === null
        ? {}
        : {
            omise: createOmiseWebhooks({
              url: `${webhookUrl}/omise`,
              secrets: omise.webhookSecret,
              now,
            }),
          }),
    },
  });
  const stage: Stage = { server, book, faults, outbox, siteUrl, now };
  const played = omise === null ? [] : [await playOmise(stage, omise)];
  await addControlApi(server, { desks: played.map(({ desk }) => desk), outbox, faults });
  outbox.resume();
  return {
    stop: () => {
      for (const each of played) each.stop();
      outbox.stop();
    },
  };
}
