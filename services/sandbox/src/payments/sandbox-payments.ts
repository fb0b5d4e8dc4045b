import { every } from '@sangwian/node-kit/every';
import type { Logger } from '@sangwian/node-kit/logger';
import type { FastifyInstance } from 'fastify';
import type { SandboxConfig } from '../config.ts';
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

/** How often overdue charges are expired. */
const EXPIRY_MS = 1_000;

type Settings = SandboxConfig['payments'];
type OmiseSettings = Omit<NonNullable<Settings['omise']>, 'apiUrl'>;
type PayPalSettings = NonNullable<Settings['paypal']>;

export interface PaymentSettings extends Pick<Settings, 'file' | 'webhookUrl' | 'paypal'> {
  readonly omise: OmiseSettings | null;
  /** Address of the site in browsers; hosted pages are below it. */
  readonly siteUrl: string;
  /** Pauses between retries of a webhook; default: those of `WebhookOutbox`. */
  readonly retryMs?: readonly number[];
}

export interface SandboxPayments {
  stop(): void;
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

/** Adds the simulated payment providers: their APIs, payers' pages and webhooks, and the controls. */
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
