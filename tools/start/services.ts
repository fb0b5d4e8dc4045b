import { join } from 'node:path';
import { LARGE_PAGES } from '@sangwian/node-kit/large-pages';
import type { Secrets, StartSettings } from './settings.ts';
import type { ProcessPlan } from './supervised-process.ts';

export interface SettledPorts {
  readonly api: number;
  readonly media: number;
  readonly sandbox: number;
  readonly smtp: number;
  readonly rtmp: number;
  readonly srt: number;
}

const DEMO_RECORDING_GIGABYTES = '1';

/** Returns the variables that every service receives in addition to the launcher's environment. */
export function sharedEnvironment(
  settings: StartSettings,
  secrets: Secrets,
  ports: SettledPorts,
): Record<string, string> {
  const loopback = (port: number): string => `http://127.0.0.1:${port}`;
  const isProduction = settings.isProduction;
  return {
    ...secrets,
    // Only the launcher writes backups.
    BACKUP_SECRET: '',
    BACKUP_SECRET_FILE: '',
    NODE_ENV: isProduction ? 'production' : 'development',
    DATA_DIR: settings.dataDir,
    HOST: settings.host,
    PORT: String(settings.port),
    PUBLIC_URL: settings.url,
    API_INTERNAL_PORT: String(ports.api),
    API_INTERNAL_URL: loopback(ports.api),
    // There is only one node, so draining has no use.
    DRAIN_SECONDS: '0',
    MEDIA_PORT: String(ports.media),
    MEDIA_INTERNAL_URL: loopback(ports.media),
    RTMP_PORT: String(ports.rtmp),
    SRT_PORT: String(ports.srt),
    SAMPLE_SEASON: settings.hasSamples ? '1' : '0',
    DEMO_PICTURE: settings.hasSamples ? '1' : '0',
    DEMO_STORY: settings.hasStory ? '1' : '0',
    // The demo live may run for weeks, so its recording is limited.
    ...(settings.hasSamples && settings.recordingGigabytes === 0
      ? { RECORDING_GIGABYTES: DEMO_RECORDING_GIGABYTES }
      : {}),
    SANDBOX_PORT: String(ports.sandbox),
    SANDBOX_SMTP_PORT: String(ports.smtp),
    SANDBOX_URL: isProduction ? '' : loopback(ports.sandbox),
    ...sandboxMail(settings, ports.smtp),
    ...sandboxTransfers(settings),
    ...sandboxProviders(settings, `${loopback(ports.sandbox)}/sandbox`),
    ...sandboxPayments(settings, `${loopback(ports.sandbox)}/sandbox`),
  };
}

/** Returns the sandbox's SMTP server unless a real one is configured. Production recognises and refuses its user. */
const sandboxMail = (
  { isProduction, smtpUrl }: StartSettings,
  port: number,
): Record<string, string> =>
  isProduction || smtpUrl !== ''
    ? {}
    : {
        SMTP_URL: `smtp://sandbox:sandbox@127.0.0.1:${port}`,
        MAIL_FROM: 'Sangwian <no-reply@sangwian.example>',
      };

/** Fictitious bank account and PromptPay ID, so that no transfer reaches a real person. */
const SANDBOX_TRANSFERS = {
  PROMPTPAY_ID: '0000000000001',
  BANK_ACCOUNTS: JSON.stringify([
    {
      bank: '999',
      bank_name_th: 'ธนาคารทุ่งทอง',
      bank_name_en: 'Thung Thong Bank',
      number: '123-4-56789-0',
      name_th: 'บริษัท สังเวียน จำกัด',
      name_en: 'Sangwian Co., Ltd.',
    },
  ]),
} as const;

/** Returns the sandbox's transfer accounts unless real ones are configured. */
const sandboxTransfers = ({ isProduction, takesTransfers }: StartSettings) =>
  isProduction || takesTransfers ? {} : SANDBOX_TRANSFERS;

/** Returns the sandbox's LINE, Apple, SMS carrier and exchange rates unless real ones are configured. */
function sandboxProviders(
  { isProduction, lineIssuer, appleIssuer, smsUrl, ratesUrl }: StartSettings,
  sandbox: string,
): Record<string, string> {
  if (isProduction) return {};
  return {
    ...(smsUrl === '' ? { SMS_URL: sandbox, SMS_KEY: 'sandbox', SMS_SECRET: 'sandbox' } : {}),
    ...(ratesUrl === ''
      ? { RATES_URL: `${sandbox}/rates`, RATES_SOURCE: 'Sandbox · ระบบจำลอง' }
      : {}),
    ...(lineIssuer === '' ? { LINE_ISSUER: `${sandbox}/line`, LINE_CHANNEL_ID: '1650000001' } : {}),
    ...(appleIssuer === ''
      ? {
          APPLE_ISSUER: `${sandbox}/apple`,
          APPLE_CLIENT_ID: 'app.sangwian.web',
          APPLE_TEAM_ID: 'SANDBOXTM1',
          APPLE_KEY_ID: 'SANDBOXKY1',
        }
      : {}),
  };
}

/** Returns the sandbox's Omise and PayPal unless real ones are configured. Production recognises and refuses their keys. */
function sandboxPayments(
  { isProduction, url, omiseApiUrl, paypalApiUrl }: StartSettings,
  sandbox: string,
): Record<string, string> {
  if (isProduction) return {};
  return {
    ...(omiseApiUrl === ''
      ? {
          OMISE_API_URL: `${sandbox}/omise`,
          OMISE_JS_URL: `${url}/sandbox/omise/omise.js`,
          OMISE_PUBLIC_KEY: 'pkey_test_sandbox',
          OMISE_SECRET_KEY: 'skey_test_sandbox',
        }
      : {}),
    ...(paypalApiUrl === ''
      ? {
          PAYPAL_API_URL: `${sandbox}/paypal`,
          PAYPAL_CLIENT_ID: 'sandbox-client',
          PAYPAL_SECRET: 'sandbox-secret',
          PAYPAL_WEBHOOK_ID: 'SANDBOXWEBHOOK001',
        }
      : {}),
  };
}

export type ServiceName = 'api' | 'media' | 'sandbox';

/** Only services with database access receive its address, and only the sandbox receives the partner's seed. */
export function servicePlan(
  name: ServiceName,
  dataDir: string,
  env: Readonly<Record<string, string>>,
): Pick<ProcessPlan, 'name' | 'script' | 'logFile' | 'env'> {
  return {
    name,
    script: `services/${name}/src/main.ts`,
    logFile: join(dataDir, 'logs', `${name}.log`),
    env: {
      ...env,
      // Services never migrate.
      DATABASE_OWNER_URL: '',
      ...(name === 'api' ? {} : { DATABASE_URL: '', DATABASE_DIRECT_URL: '' }),
      ...(name === 'sandbox' ? {} : { SANDBOX_PARTNER_SEED: '' }),
      ...(name === 'media' ? LARGE_PAGES : {}),
    },
  };
}
