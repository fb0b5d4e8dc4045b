import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ConfigurationError, Environment } from '@sangwian/node-kit/environment';
import { refuseOpenUrl } from '@sangwian/node-kit/public-url';

export const ROOT = join(import.meta.dirname, '../..');

/** What the start needs to know before it starts anything. */
export interface StartSettings {
  readonly isProduction: boolean;
  /** `npm run dev`: sources are served as they are, and services restart when theirs change. */
  readonly isDev: boolean;
  /** Absolute. */
  readonly dataDir: string;
  readonly host: string;
  readonly port: number;
  readonly rtmpHost: string;
  readonly rtmpPort: number;
  readonly url: string;
  /** Empty: the embedded database. */
  readonly databaseUrl: string;
  readonly databaseOwnerUrl: string;
  /** Empty: the pages are built from this checkout. */
  readonly webDist: string;
  /** Empty: the sample partner's, and in production none. */
  readonly partnersFile: string;
  /** Empty: in development the sandbox's. */
  readonly lineIssuer: string;
  readonly appleIssuer: string;
  readonly smsUrl: string;
  readonly ratesUrl: string;
  readonly omiseApiUrl: string;
  readonly paypalApiUrl: string;
  /** Accounts of its own that members transfer to. */
  readonly takesTransfers: boolean;
  /** Loopback ports of our own processes; 0 takes a free one. */
  readonly innerPorts: { readonly api: number; readonly media: number; readonly sandbox: number };
}

/** What development makes for itself. */
const MADE_SECRETS = [
  'INTERNAL_SECRET',
  'GRANT_SECRET',
  'HANDOVER_SECRET',
  'PURCHASE_SECRET',
  'PHONE_HASH_SECRET',
  'TOKEN_SECRET',
  'OTP_SECRET',
  'VAPID_PRIVATE_KEY',
] as const;
/** Of the outside world that the sandbox plays: production has none of it. */
const MADE_FOR_SANDBOX = [
  'SANDBOX_PARTNER_SEED',
  'LINE_CHANNEL_SECRET',
  'APPLE_PRIVATE_KEY',
  'OMISE_WEBHOOK_SECRET',
] as const;

export type Secrets = Readonly<
  Record<'APP_KEY' | (typeof MADE_SECRETS)[number] | (typeof MADE_FOR_SANDBOX)[number], string>
>;

/** Values of `.env` count where the environment itself has none. */
export function readEnvironment(): Environment {
  const file = join(ROOT, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  return new Environment();
}

/** @throws {ConfigurationError} with the name of what cannot be used. */
export function readSettings(environment: Environment, args: readonly string[]): StartSettings {
  const isDev = args.includes('--dev');
  const unknown = args.filter((arg) => arg !== '--production' && arg !== '--dev');
  if (unknown.length > 0) {
    throw new ConfigurationError(`Unknown: ${unknown.join(' ')}. The only option is --production.`);
  }
  const port = environment.integer('PORT', { min: 1, max: 65_535 });
  // Whoever says production in one way means it: never the sandbox and sample accounts by a missing option.
  const isProduction =
    args.includes('--production') || environment.text('NODE_ENV') === 'production';
  if (isProduction && isDev) throw new ConfigurationError('npm run dev has no production mode.');
  const url = (environment.text('PUBLIC_URL') || `http://localhost:${port}`).replace(/\/+$/, '');
  if (isProduction && URL.canParse(url)) refuseOpenUrl(url);
  return {
    isProduction,
    isDev,
    dataDir: resolve(ROOT, environment.text('DATA_DIR')),
    host: environment.text('HOST'),
    port,
    rtmpHost: environment.text('RTMP_HOST'),
    rtmpPort: environment.integer('RTMP_PORT', { min: 1, max: 65_535 }),
    url,
    databaseUrl: environment.text('DATABASE_URL'),
    databaseOwnerUrl: environment.text('DATABASE_OWNER_URL'),
    webDist: environment.text('WEB_DIST'),
    partnersFile: environment.text('PARTNERS_FILE'),
    lineIssuer: environment.text('LINE_ISSUER'),
    appleIssuer: environment.text('APPLE_ISSUER'),
    smsUrl: environment.text('SMS_URL'),
    ratesUrl: environment.text('RATES_URL'),
    omiseApiUrl: environment.text('OMISE_API_URL'),
    paypalApiUrl: environment.text('PAYPAL_API_URL'),
    takesTransfers:
      environment.text('PROMPTPAY_ID') !== '' || environment.text('BANK_ACCOUNTS') !== '',
    innerPorts: {
      api: environment.port('API_INTERNAL_PORT'),
      media: environment.port('MEDIA_PORT'),
      sandbox: environment.port('SANDBOX_PORT'),
    },
  };
}

/**
 * The secrets of this run: as set, and in development else from `secrets.json` (mode 0600), made once.
 *
 * @throws {ConfigurationError} in production, naming each secret that is missing, the default or too weak.
 */
export function readSecrets(environment: Environment, settings: StartSettings): Secrets {
  if (settings.isProduction) environment.refuseWeakSecrets();
  const kept = settings.isProduction ? {} : keptSecrets(settings.dataDir);
  const names = ['APP_KEY', ...MADE_SECRETS, ...MADE_FOR_SANDBOX] as const;
  return Object.fromEntries(
    names.map((name) => [name, environment.text(name) || (kept[name] ?? '')]),
  ) as Secrets;
}

const makeKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

/** 32 random bytes for most. Omise's secrets are base64 in its common alphabet; ours suit addresses too. */
function makeSecret(name: keyof Secrets): string {
  // As Apple gives one to whoever signs in with it.
  if (name === 'APPLE_PRIVATE_KEY')
    return makeKey().export({ type: 'pkcs8', format: 'pem' }) as string;
  if (name === 'VAPID_PRIVATE_KEY') return makeKey().export({ format: 'jwk' }).d ?? '';
  return randomBytes(32).toString(name === 'OMISE_WEBHOOK_SECRET' ? 'base64' : 'base64url');
}

/** The secrets of this folder; what an older version did not have yet is made and added. */
function keptSecrets(dataDir: string): Partial<Secrets> {
  const file = join(dataDir, 'secrets.json');
  const known = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>)
    : {};
  const missing = [...MADE_SECRETS, ...MADE_FOR_SANDBOX].filter((name) => !known[name]);
  if (missing.length === 0) return known;
  const made = missing.map((name) => [name, makeSecret(name)]);
  const kept = { ...known, ...Object.fromEntries(made) };
  writePrivately(file, kept);
  return kept;
}

/** Writes JSON that only the owner may read, whole or not at all. */
export function writePrivately(file: string, value: unknown): void {
  const draft = `${file}.new`;
  writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, file);
}

/** Makes the folder, and a private one for logs inside. */
export function makeDataDir(dataDir: string): void {
  // The mode is left to the umask: PostgreSQL's own account may have to pass through.
  mkdirSync(dataDir, { recursive: true });
  mkdirSync(join(dataDir, 'logs'), { recursive: true, mode: 0o700 });
}
