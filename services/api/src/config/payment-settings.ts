import {
  ConfigurationError,
  type Environment,
  type VariableName,
} from '@sangwian/node-kit/environment';
import { readProviderUrl } from './read-provider-url.ts';

export interface OmiseSettings {
  /** Without a slash at its end. */
  readonly apiUrl: string;
  /** Script that browsers tokenise cards with. */
  readonly scriptUrl: string;
  readonly publicKey: string;
  readonly secretKey: string;
  /** Any of them may have signed a webhook. */
  readonly webhookSecrets: readonly Buffer[];
}

export interface PayPalSettings {
  /** Without a slash at its end. */
  readonly apiUrl: string;
  readonly clientId: string;
  readonly secret: string;
  readonly webhookId: string;
}

/** Whom baht are taken by; `null` where one of them is not configured. */
export interface PaymentSettings {
  readonly omise: OmiseSettings | null;
  readonly paypal: PayPalSettings | null;
}

const OMISE_NAMES = [
  'OMISE_API_URL',
  'OMISE_JS_URL',
  'OMISE_PUBLIC_KEY',
  'OMISE_SECRET_KEY',
  'OMISE_WEBHOOK_SECRET',
] as const satisfies readonly VariableName[];

const PAYPAL_NAMES = [
  'PAYPAL_API_URL',
  'PAYPAL_CLIENT_ID',
  'PAYPAL_SECRET',
  'PAYPAL_WEBHOOK_ID',
] as const satisfies readonly VariableName[];

/** Omise makes longer ones; what is shorter can be guessed. */
const WEBHOOK_SECRET_BYTES_MIN = 16;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** Of Omise's test mode, and so of the sandbox. */
const TEST_KEY = /^[ps]key_test_/;
const PAYPAL_SANDBOX = /(^|\.)sandbox\.paypal\.com$/;

/** The values of a provider, all or none: half of one would be found out by the first who pays. */
function readAll<Name extends VariableName>(
  environment: Environment,
  names: readonly Name[],
): Record<Name, string> | null {
  if (names.every((name) => environment.text(name) === '')) return null;
  const pairs = names.map((name) => [name, environment.required(name)] as const);
  return Object.fromEntries(pairs) as Record<Name, string>;
}

/** The key of that kind: the secret one in place of the public one would be shown to everybody. */
function checkOmiseKey(
  name: 'OMISE_PUBLIC_KEY' | 'OMISE_SECRET_KEY',
  key: string,
  production: boolean,
): string {
  const kind = name === 'OMISE_PUBLIC_KEY' ? 'pkey_' : 'skey_';
  if (!key.startsWith(kind)) throw new ConfigurationError(`${name} must begin with ${kind}`);
  if (production && TEST_KEY.test(key)) {
    throw new ConfigurationError(`${name} is a test key, which takes no money`);
  }
  return key;
}

function readWebhookSecrets(text: string): Buffer[] {
  const secrets = text.split(',').map((part) => part.trim());
  return secrets.map((secret) => {
    const bytes = Buffer.from(secret, 'base64');
    if (!BASE64.test(secret) || bytes.length < WEBHOOK_SECRET_BYTES_MIN) {
      throw new ConfigurationError('OMISE_WEBHOOK_SECRET must be the secret in base64');
    }
    return bytes;
  });
}

/** Browsers load it, so outside production any http address may be meant. */
function checkScriptUrl(text: string, production: boolean): string {
  const protocol = URL.canParse(text) ? new URL(text).protocol : '';
  if (protocol !== 'https:' && (production || protocol !== 'http:')) {
    throw new ConfigurationError(`OMISE_JS_URL must be an https address, not "${text}"`);
  }
  return text;
}

function readOmise(environment: Environment, production: boolean): OmiseSettings | null {
  const values = readAll(environment, OMISE_NAMES);
  if (values === null) return null;
  return {
    apiUrl: readProviderUrl(environment, 'OMISE_API_URL', production),
    scriptUrl: checkScriptUrl(values.OMISE_JS_URL, production),
    publicKey: checkOmiseKey('OMISE_PUBLIC_KEY', values.OMISE_PUBLIC_KEY, production),
    secretKey: checkOmiseKey('OMISE_SECRET_KEY', values.OMISE_SECRET_KEY, production),
    webhookSecrets: readWebhookSecrets(values.OMISE_WEBHOOK_SECRET),
  };
}

function readPayPal(environment: Environment, production: boolean): PayPalSettings | null {
  const values = readAll(environment, PAYPAL_NAMES);
  if (values === null) return null;
  const apiUrl = readProviderUrl(environment, 'PAYPAL_API_URL', production);
  if (production && PAYPAL_SANDBOX.test(new URL(apiUrl).hostname)) {
    throw new ConfigurationError('PAYPAL_API_URL is PayPal’s sandbox, which takes no money');
  }
  return {
    apiUrl,
    clientId: values.PAYPAL_CLIENT_ID,
    secret: values.PAYPAL_SECRET,
    webhookId: values.PAYPAL_WEBHOOK_ID,
  };
}

/**
 * @throws {ConfigurationError} on a provider that is half configured, an address that may not be called and a key that
 *   is none; in production also on what belongs to a sandbox
 */
export const readPaymentSettings = (
  environment: Environment,
  production: boolean,
): PaymentSettings => ({
  omise: readOmise(environment, production),
  paypal: readPayPal(environment, production),
});
