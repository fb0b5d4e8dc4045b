import { join } from 'node:path';
import type { OuterSites } from '@sangwian/contract/page-render';
import { ConfigurationError, type Environment } from '@sangwian/node-kit/environment';
import { HTTP_LIMITS, type HttpLimits } from '@sangwian/node-kit/http/http-limits';
import { refuseOpenUrl } from '@sangwian/node-kit/public-url';
import {
  type OtpSettings,
  readOtpSettings,
  readSmsSettings,
  type SmsSettings,
} from './otp-settings.ts';
import { readContactUrl, readOuterSites } from './outer-sites.ts';
import { type PaymentSettings, readPaymentSettings } from './payment-settings.ts';
import { type ProviderSettings, readProviderSettings } from './provider-settings.ts';
import { type PushSettings, readPushSettings } from './push-settings.ts';
import { readAddress } from './read-address.ts';
import { readTransferSettings, type TransferSettings } from './transfer-settings.ts';

const WEB_DIST_DEFAULT = join(import.meta.dirname, '../../../../apps/web/dist');

const PUBLIC_FRESH_MS = 1_000;
/** PostgreSQL takes its log in pieces of 16 MB and ends where it gets none; logs and pictures take the rest. */
const FREE_DISK_BYTES_MIN = 128 * 1024 * 1024;

/** Everything that the API is told from outside, typed and checked once. */
export interface ApiConfig {
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  readonly internalPort: number;
  /** Without a slash at its end; empty: made of the port that is really listened on. */
  readonly publicUrl: string;
  readonly databaseUrl: string;
  /** The same database, reached directly: where nodes tell each other what happened. */
  readonly busUrl: string;
  /** Addresses whose `X-Forwarded-For` is believed, as `proxy-addr` reads them. */
  readonly trustProxy: readonly string[];
  readonly appKey: string;
  readonly internalSecret: string;
  readonly grantSecret: string;
  /** One or several, comma-separated: the first seals or signs, all open or verify. */
  readonly handoverSecret: string;
  readonly purchaseSecret: string;
  readonly phoneHashSecret: string;
  readonly otp: OtpSettings;
  readonly sms: SmsSettings;
  /** Sign-in with LINE and Apple. */
  readonly providers: ProviderSettings;
  /** Reminders by web push; `null`: none. */
  readonly push: PushSettings | null;
  /** Whom baht are taken by. */
  readonly payments: PaymentSettings;
  /** Where exchange rates come from; `null`: operators tell them. */
  readonly rates: { readonly url: string; readonly source: string } | null;
  /** Where members transfer to, who show a slip of it. */
  readonly transfers: TransferSettings;
  readonly dataDir: string;
  /** With less free on the disk of `dataDir` the node is not ready. */
  readonly freeDiskBytesMin: number;
  /** Where the pictures of members lie. */
  readonly picturesDir: string;
  /** Without a slash at its end; empty: there is no media process. */
  readonly mediaInternalUrl: string;
  /** Empty: players fetch media through the site. */
  readonly mediaPublicUrl: string;
  readonly sandboxUrl: string;
  readonly demoPicture: boolean;
  readonly webDist: string;
  /** Where the menus lead away from this site. */
  readonly outerSites: OuterSites;
  readonly contactUrl: string;
  /** Origins that may frame the pages made for it. */
  readonly frameAncestors: readonly string[];
  readonly httpLimits: HttpLimits;
  readonly callsPerAddressMax: number;
  readonly callsPerSessionMax: number;
  readonly rendersPerAddressMax: number;
  /** Connections that one address may hold open on this node; 0: no limit. */
  readonly socketsPerAddressMax: number;
  /** Answers are held against the contract before they are sent: everywhere but in production. */
  readonly checkAnswers: boolean;
  /** How long what is the same for everyone (public answers, pages) is given again without being made again. */
  readonly publicFreshMs: number;
  readonly logLevel: string;
}

/** Where exchange rates come from, and who they are of. */
function readRates(environment: Environment): ApiConfig['rates'] {
  const url = readAddress(environment, 'RATES_URL');
  return url === '' ? null : { url, source: environment.text('RATES_SOURCE') };
}

/** Where nodes tell each other what happened; the database itself where nothing else is said. */
function busAddress(environment: Environment): string {
  const text = environment.text('BUS_URL') || environment.required('DATABASE_URL');
  if (!/^postgres(ql)?:\/\//.test(text)) {
    throw new ConfigurationError('BUS_URL must be a postgresql address');
  }
  return text;
}

/**
 * Reads the API's configuration.
 *
 * @throws {ConfigurationError} on a value that cannot be used; in production also on secrets that are weak, on a
 *   site without https, and on a sandbox, whose inbox shows every OTP to everybody
 */
export function readConfig(environment: Environment): ApiConfig {
  const production = environment.text('NODE_ENV') === 'production';
  if (production) environment.refuseWeakSecrets();
  const sandboxUrl = readAddress(environment, 'SANDBOX_URL');
  if (production && sandboxUrl !== '') {
    throw new ConfigurationError('production has no sandbox: SANDBOX_URL must be empty');
  }
  const origins = environment.list('FRAME_ANCESTORS');
  const odd = origins.find((origin) => !/^https?:\/\/[\w.*:-]+$/.test(origin));
  if (odd !== undefined) throw new ConfigurationError(`FRAME_ANCESTORS: "${odd}" is no origin`);
  const publicUrl = readAddress(environment, 'PUBLIC_URL');
  if (production && publicUrl !== '') refuseOpenUrl(publicUrl);
  const callsMax = { min: 0, max: 10_000_000 };
  return {
    production,
    host: environment.text('HOST'),
    port: environment.port('PORT'),
    internalPort: environment.port('API_INTERNAL_PORT'),
    publicUrl,
    databaseUrl: environment.required('DATABASE_URL'),
    busUrl: busAddress(environment),
    trustProxy: environment.list('TRUST_PROXY'),
    appKey: environment.required('APP_KEY'),
    internalSecret: environment.required('INTERNAL_SECRET'),
    grantSecret: environment.required('GRANT_SECRET'),
    handoverSecret: environment.required('HANDOVER_SECRET'),
    purchaseSecret: environment.required('PURCHASE_SECRET'),
    phoneHashSecret: environment.required('PHONE_HASH_SECRET'),
    otp: readOtpSettings(environment),
    sms: readSmsSettings(environment, production),
    providers: readProviderSettings(environment, production),
    push: readPushSettings(environment, {
      publicUrl: publicUrl || `http://localhost:${environment.port('PORT')}`,
      hasSandbox: sandboxUrl !== '',
    }),
    payments: readPaymentSettings(environment, production),
    rates: readRates(environment),
    transfers: readTransferSettings(environment, production),
    dataDir: environment.text('DATA_DIR'),
    freeDiskBytesMin: FREE_DISK_BYTES_MIN,
    picturesDir: join(environment.text('DATA_DIR'), 'pictures'),
    mediaInternalUrl: readAddress(environment, 'MEDIA_INTERNAL_URL'),
    mediaPublicUrl: readAddress(environment, 'MEDIA_PUBLIC_URL'),
    sandboxUrl,
    demoPicture: environment.flag('DEMO_PICTURE'),
    webDist: environment.text('WEB_DIST') || WEB_DIST_DEFAULT,
    outerSites: readOuterSites(environment, production),
    contactUrl: readContactUrl(environment, production),
    frameAncestors: origins,
    httpLimits: {
      ...HTTP_LIMITS,
      connectionsPerAddressMax: environment.integer('CONNECTIONS_PER_ADDRESS', {
        min: 0,
        max: HTTP_LIMITS.connectionsMax,
      }),
    },
    callsPerAddressMax: environment.integer('RATE_LIMIT_PER_ADDRESS', callsMax),
    callsPerSessionMax: environment.integer('RATE_LIMIT_PER_SESSION', callsMax),
    rendersPerAddressMax: environment.integer('RATE_LIMIT_RENDERS_PER_ADDRESS', callsMax),
    socketsPerAddressMax: environment.integer('SOCKETS_PER_ADDRESS', callsMax),
    checkAnswers: !production,
    publicFreshMs: PUBLIC_FRESH_MS,
    logLevel: environment.text('LOG_LEVEL'),
  };
}
