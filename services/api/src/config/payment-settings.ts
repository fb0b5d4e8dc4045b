import { concerns, variableGroup } from '@sangwian/node-kit/environment';
import type { z } from 'zod';

/** Minimum length of a webhook secret. Omise's secrets are longer; a shorter secret can be guessed. */
const WEBHOOK_SECRET_BYTES_MIN = 16;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** Keys of Omise's test mode and of the sandbox. */
const TEST_KEY = /^[ps]key_test_/;
const PAYPAL_SANDBOX = /(^|\.)sandbox\.paypal\.com$/;

const isWebhookSecret = (text: string): boolean =>
  BASE64.test(text) && Buffer.from(text, 'base64').length >= WEBHOOK_SECRET_BYTES_MIN;

const readWebhookSecrets = (text: string): string[] => text.split(',').map((part) => part.trim());

// An incomplete configuration is refused at the start: otherwise the first payment would fail.
const Omise = variableGroup([
  'OMISE_API_URL',
  'OMISE_JS_URL',
  'OMISE_PUBLIC_KEY',
  'OMISE_SECRET_KEY',
  'OMISE_WEBHOOK_SECRET',
])
  .superRefine((values, context) => {
    if (values === null) return;
    const refuse = (name: string, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message });
    for (const [name, prefix] of [
      ['OMISE_PUBLIC_KEY', 'pkey_'],
      ['OMISE_SECRET_KEY', 'skey_'],
    ] as const) {
      // Browsers receive the public key, so a secret key must never be configured here.
      if (!values[name].startsWith(prefix)) refuse(name, `must begin with ${prefix}`);
      if (values.isProduction && TEST_KEY.test(values[name])) {
        refuse(name, 'is a test key, which takes no money');
      }
    }
    if (!readWebhookSecrets(values.OMISE_WEBHOOK_SECRET).every(isWebhookSecret)) {
      refuse('OMISE_WEBHOOK_SECRET', 'must be the secret in base64');
    }
  })
  .transform(
    (values) =>
      values && {
        apiUrl: values.OMISE_API_URL,
        /** The script with which browsers tokenise cards. */
        scriptUrl: values.OMISE_JS_URL,
        publicKey: values.OMISE_PUBLIC_KEY,
        secretKey: values.OMISE_SECRET_KEY,
        /** A webhook is valid if one of these secrets signed it. */
        webhookSecrets: readWebhookSecrets(values.OMISE_WEBHOOK_SECRET).map((secret) =>
          Buffer.from(secret, 'base64'),
        ),
      },
  );
export type OmiseSettings = NonNullable<z.output<typeof Omise>>;

const PayPal = variableGroup([
  'PAYPAL_API_URL',
  'PAYPAL_CLIENT_ID',
  'PAYPAL_SECRET',
  'PAYPAL_WEBHOOK_ID',
])
  .refine(
    (values) =>
      values?.isProduction !== true ||
      !PAYPAL_SANDBOX.test(new URL(values.PAYPAL_API_URL).hostname),
    { path: ['PAYPAL_API_URL'], error: 'is PayPal’s sandbox, which takes no money' },
  )
  .transform(
    (values) =>
      values && {
        apiUrl: values.PAYPAL_API_URL,
        clientId: values.PAYPAL_CLIENT_ID,
        secret: values.PAYPAL_SECRET,
        webhookId: values.PAYPAL_WEBHOOK_ID,
      },
  );
export type PayPalSettings = NonNullable<z.output<typeof PayPal>>;

/** The payment companies; `null` if a company is not configured. */
export const PaymentSettings = concerns({ omise: Omise, paypal: PayPal });
export type PaymentSettings = z.output<typeof PaymentSettings>;
