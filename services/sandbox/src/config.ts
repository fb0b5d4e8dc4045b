import { join } from 'node:path';
import {
  concerns,
  isProduction,
  readEnvironment,
  required,
  variableGroup,
  variables,
} from '@sangwian/node-kit/environment';

const Process = variables(
  'NODE_ENV',
  'LOG_LEVEL',
  'SANDBOX_PORT',
  'SANDBOX_URL',
  'DEMO_CROWD',
  'HOST',
  'PORT',
  'SMS_KEY',
  'SMS_SECRET',
  'BANK_ACCOUNTS',
)
  .extend({
    DATA_DIR: required('DATA_DIR'),
    SANDBOX_PARTNER_SEED: required('SANDBOX_PARTNER_SEED'),
  })
  // Visitors of the sandbox read every one-time password and sign in as anybody.
  .refine((values) => !isProduction(values), { error: 'the sandbox is not for production' });

const Config = concerns({
  process: Process,
  line: variableGroup(
    ['LINE_ISSUER', 'LINE_CHANNEL_ID', 'LINE_CHANNEL_SECRET'],
    ['LINE_ISSUER'],
  ).transform(
    (values) =>
      values && {
        issuer: values.LINE_ISSUER,
        channelId: values.LINE_CHANNEL_ID,
        channelSecret: values.LINE_CHANNEL_SECRET,
      },
  ),
  apple: variableGroup(
    ['APPLE_ISSUER', 'APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'],
    ['APPLE_ISSUER'],
  ).transform(
    (values) =>
      values && {
        issuer: values.APPLE_ISSUER,
        clientId: values.APPLE_CLIENT_ID,
        teamId: values.APPLE_TEAM_ID,
        keyId: values.APPLE_KEY_ID,
        privateKey: values.APPLE_PRIVATE_KEY,
      },
  ),
  omise: variableGroup(
    ['OMISE_API_URL', 'OMISE_PUBLIC_KEY', 'OMISE_SECRET_KEY', 'OMISE_WEBHOOK_SECRET'],
    ['OMISE_API_URL'],
  ).transform(
    (values) =>
      values && {
        apiUrl: values.OMISE_API_URL,
        publicKey: values.OMISE_PUBLIC_KEY,
        secretKey: values.OMISE_SECRET_KEY,
        /** Base64; comma-separated during a rotation. */
        webhookSecret: values.OMISE_WEBHOOK_SECRET,
      },
  ),
  paypal: variableGroup(
    ['PAYPAL_API_URL', 'PAYPAL_CLIENT_ID', 'PAYPAL_SECRET', 'PAYPAL_WEBHOOK_ID'],
    ['PAYPAL_API_URL'],
  ).transform(
    (values) =>
      values && {
        apiUrl: values.PAYPAL_API_URL,
        clientId: values.PAYPAL_CLIENT_ID,
        secret: values.PAYPAL_SECRET,
        webhookId: values.PAYPAL_WEBHOOK_ID,
      },
  ),
});

/** The site on this machine, whatever name browsers know it by. */
function loopbackSite(host: string, port: number): string {
  const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
}

/**
 * Reads the sandbox's configuration. A provider is `null` where the site uses the real one.
 *
 * @throws {ConfigurationError} naming every variable that cannot be used, and always in production
 */
export function readConfig(values?: Readonly<Record<string, string | undefined>>) {
  const { process: own, line, apple, omise, paypal } = readEnvironment(Config, values);
  const here = `${own.SANDBOX_URL}/sandbox`;
  return {
    logLevel: own.LOG_LEVEL,
    port: own.SANDBOX_PORT,
    dataDir: own.DATA_DIR,
    hasCrowd: own.DEMO_CROWD,
    partnerSeed: own.SANDBOX_PARTNER_SEED,
    sms: { key: own.SMS_KEY, secret: own.SMS_SECRET },
    bankAccounts: own.BANK_ACCOUNTS,
    identity: {
      line: line?.issuer === `${here}/line` ? line : null,
      apple: apple?.issuer === `${here}/apple` ? apple : null,
    },
    payments: {
      /** Stores the charges. */
      file: join(own.DATA_DIR, 'sandbox', 'payments.jsonl'),
      /** Receives webhooks: the site as this process reaches it. */
      webhookUrl: `${loopbackSite(own.HOST, own.PORT)}/api/v1/payment/webhook`,
      omise: omise?.apiUrl === `${here}/omise` ? omise : null,
      paypal: paypal?.apiUrl === `${here}/paypal` ? paypal : null,
    },
  };
}

export type SandboxConfig = ReturnType<typeof readConfig>;
