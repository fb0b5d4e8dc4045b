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
  'SANDBOX_SMTP_PORT',
  'SMTP_URL',
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
  // Visitors of the sandbox can read every one-time password and sign in as any member.
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

/** Returns the address of the site for callers on this machine. */
function loopbackSite(host: string, port: number): string {
  const address = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}

/** Returns the account of the site's SMTP server if it is that of the sandbox. */
function mailAccountOf(smtpUrl: string, port: number) {
  if (smtpUrl === '') return null;
  const url = new URL(smtpUrl);
  if (url.host !== `127.0.0.1:${port}`) return null;
  return { user: url.username, password: url.password };
}

/**
 * Reads the sandbox's configuration. A provider is `null` where the site uses the real one.
 *
 * @throws {ConfigurationError} naming every variable that cannot be used, and always in production
 */
export function readConfig(values?: Readonly<Record<string, string | undefined>>) {
  const { process: settings, line, apple, omise, paypal } = readEnvironment(Config, values);
  const sandboxUrl = `${settings.SANDBOX_URL}/sandbox`;
  return {
    logLevel: settings.LOG_LEVEL,
    port: settings.SANDBOX_PORT,
    smtpPort: settings.SANDBOX_SMTP_PORT,
    /** `null` where the site uses a real server. */
    mail: mailAccountOf(settings.SMTP_URL, settings.SANDBOX_SMTP_PORT),
    dataDir: settings.DATA_DIR,
    hasCrowd: settings.DEMO_CROWD,
    partnerSeed: settings.SANDBOX_PARTNER_SEED,
    sms: { key: settings.SMS_KEY, secret: settings.SMS_SECRET },
    bankAccounts: settings.BANK_ACCOUNTS,
    identity: {
      line: line?.issuer === `${sandboxUrl}/line` ? line : null,
      apple: apple?.issuer === `${sandboxUrl}/apple` ? apple : null,
    },
    payments: {
      /** Stores the charges. */
      file: join(settings.DATA_DIR, 'sandbox', 'payments.jsonl'),
      /** Receives webhooks: the site as this process reaches it. */
      webhookUrl: `${loopbackSite(settings.HOST, settings.PORT)}/api/v1/payment/webhook`,
      omise: omise?.apiUrl === `${sandboxUrl}/omise` ? omise : null,
      paypal: paypal?.apiUrl === `${sandboxUrl}/paypal` ? paypal : null,
    },
  };
}

export type SandboxConfig = ReturnType<typeof readConfig>;
