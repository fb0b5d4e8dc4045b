import { join } from 'node:path';
import type { Environment } from '@sangwian/node-kit/environment';
import { every } from '@sangwian/node-kit/every';
import type { Logger } from '@sangwian/node-kit/logger';
import type { FastifyInstance } from 'fastify';
import { Book } from './book.ts';
import { addControlApi } from './control/control-api.ts';
import { addControlPages } from './control/control-pages.ts';
import type { PaymentDesk } from './control/desk.ts';
import { Faults } from './faults.ts';
import { OmiseAccount } from './omise/omise-account.ts';
import { addOmiseApi, OMISE_PATH } from './omise/omise-api.ts';
import { createOmiseDesk, toWebhook } from './omise/omise-desk.ts';
import { addOmisePages } from './omise/omise-pages.ts';
import { createOmiseWebhooks } from './omise/omise-webhooks.ts';
import { PayPalAccount } from './paypal/paypal-account.ts';
import { addPayPalApi, PAYPAL_PATH } from './paypal/paypal-api.ts';
import { createPayPalDesk, toPayPalWebhook } from './paypal/paypal-desk.ts';
import { addPayPalPages } from './paypal/paypal-pages.ts';
import { createPayPalWebhooks, type PayPalWebhooks } from './paypal/paypal-webhooks.ts';
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
  readonly paypal: PayPalSettings | null;
  /** Waits before a webhook is tried again; a provider's own where absent. */
  readonly retryMs?: readonly number[];
}

interface OmiseSettings {
  readonly publicKey: string;
  readonly secretKey: string;
  /** Base64; several, comma-separated, as while one replaces another. */
  readonly webhookSecret: string;
}

interface PayPalSettings {
  /** Where the site reaches its API, which its objects link to. */
  readonly apiUrl: string;
  readonly clientId: string;
  readonly secret: string;
  readonly webhookId: string;
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
    paypal:
      environment.text('PAYPAL_API_URL') === `${here}/paypal`
        ? {
            apiUrl: environment.text('PAYPAL_API_URL'),
            clientId: environment.required('PAYPAL_CLIENT_ID'),
            secret: environment.required('PAYPAL_SECRET'),
            webhookId: environment.required('PAYPAL_WEBHOOK_ID'),
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
  readonly logger: Logger;
}

async function playOmise(stage: Stage, { publicKey, secretKey }: OmiseSettings) {
  const { server, book, faults, outbox, siteUrl, now, logger } = stage;
  const base = `${siteUrl}${OMISE_PATH}`;
  const account = new OmiseAccount({
    book,
    base,
    now,
    onEvent: (event) => outbox.send(toWebhook(event)),
  });
  await addOmiseApi(server, { account, keys: { publicKey, secretKey }, book, faults, base, now });
  await addOmisePages(server, account);
  const expiry = every(EXPIRY_MS, () => account.expireOld(), { name: 'charge_expiry', logger });
  expiry.start();
  return { desk: createOmiseDesk(account, base), stop: () => void expiry.stop() };
}

async function playPayPal(
  stage: Stage,
  { apiUrl: api, clientId, secret }: PayPalSettings,
  { verify }: PayPalWebhooks,
): Promise<PaymentDesk> {
  const { server, book, faults, outbox, siteUrl, now } = stage;
  const addresses = { api, site: `${siteUrl}${PAYPAL_PATH}` };
  const account = new PayPalAccount({
    book,
    addresses,
    now,
    onEvent: (event) => outbox.send(toPayPalWebhook(event)),
  });
  await addPayPalApi(server, { account, addresses, clientId, secret, verify, book, faults, now });
  await addPayPalPages(server, account);
  return createPayPalDesk(account, addresses);
}

/** Plays the payment providers: their APIs, their pages for payers, their webhooks, and the switches for all of it. */
export async function addPayments(
  server: FastifyInstance,
  { file, siteUrl, webhookUrl, omise, paypal, retryMs }: PaymentSettings,
  logger: Logger,
): Promise<SandboxPayments> {
  const now = (): Date => new Date();
  const book = new Book(file);
  const faults = new Faults(book);
  const omiseRoute =
    omise === null
      ? null
      : createOmiseWebhooks({ url: `${webhookUrl}/omise`, secrets: omise.webhookSecret, now });
  const paypalWebhooks =
    paypal === null
      ? null
      : createPayPalWebhooks({
          book,
          url: `${webhookUrl}/paypal`,
          webhookId: paypal.webhookId,
          api: paypal.apiUrl,
          now,
        });
  const outbox = new WebhookOutbox({
    book,
    logger,
    now,
    ...(retryMs === undefined ? {} : { retryMs }),
    routes: {
      ...(omiseRoute === null ? {} : { omise: omiseRoute }),
      ...(paypalWebhooks === null ? {} : { paypal: paypalWebhooks.route }),
    },
  });
  const stage: Stage = { server, book, faults, outbox, siteUrl, now, logger };
  const played = omise === null ? null : await playOmise(stage, omise);
  const desks: PaymentDesk[] = played === null ? [] : [played.desk];
  if (paypal !== null && paypalWebhooks !== null) {
    desks.push(await playPayPal(stage, paypal, paypalWebhooks));
  }
  await addControlApi(server, { desks, outbox, faults });
  await addControlPages(server, { desks, outbox, faults });
  outbox.resume();
  return {
    stop: () => {
      played?.stop();
      outbox.stop();
    },
  };
}
