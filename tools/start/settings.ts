import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { WalArchive } from '@sangwian/embedded-postgres/wal-archive';
import {
  ConfigurationError,
  describeWeakSecrets,
  INSECURE_SITE,
  readEnvironment,
  variables,
} from '@sangwian/node-kit/environment';
import { splitSecrets } from '@sangwian/node-kit/secret-strength';
import { isInsecureUrl, VARIABLES } from '@sangwian/node-kit/variables';

export const ROOT = join(import.meta.dirname, '../..');

/** Secrets that development generates. */
const MADE_SECRETS = [
  'INTERNAL_SECRET',
  'GRANT_SECRET',
  'HANDOVER_SECRET',
  'PURCHASE_SECRET',
  'PHONE_HASH_SECRET',
  'TOKEN_SECRET',
  'OTP_SECRET',
  'STAFF_SECRET',
  'VAPID_PRIVATE_KEY',
] as const;
/** Secrets of simulated providers, generated only in development. */
const MADE_FOR_SANDBOX = [
  'SANDBOX_PARTNER_SEED',
  'LINE_CHANNEL_SECRET',
  'APPLE_PRIVATE_KEY',
  'OMISE_WEBHOOK_SECRET',
] as const;

export type Secrets = Readonly<
  Record<'APP_KEY' | (typeof MADE_SECRETS)[number] | (typeof MADE_FOR_SANDBOX)[number], string>
>;

const isRealPort = (port: number): boolean => port > 0;
const REAL_PORT = { error: 'must be a whole number from 1 to 65535' };

const StartEnvironment = variables(
  'NODE_ENV',
  'PUBLIC_URL',
  'DATA_DIR',
  'BACKUP_DIR',
  'BACKUP_SECRET',
  'HOST',
  'LOG_LEVEL',
  'RTMP_HOST',
  'SRT_HOST',
  'SRT_PASSPHRASE',
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'WEB_DIST',
  'PARTNERS_FILE',
  'LINE_ISSUER',
  'APPLE_ISSUER',
  'SMS_URL',
  'SMTP_URL',
  'RATES_URL',
  'OMISE_API_URL',
  'PAYPAL_API_URL',
  'PROMPTPAY_ID',
  'BANK_ACCOUNTS',
  'API_INTERNAL_PORT',
  'MEDIA_PORT',
  'SANDBOX_PORT',
  'SANDBOX_SMTP_PORT',
  'APP_KEY',
  ...MADE_SECRETS,
  ...MADE_FOR_SANDBOX,
).extend({
  PORT: VARIABLES.PORT.refine(isRealPort, REAL_PORT),
  RTMP_PORT: VARIABLES.RTMP_PORT.refine(isRealPort, REAL_PORT),
  SRT_PORT: VARIABLES.SRT_PORT.refine(isRealPort, REAL_PORT),
  // The launcher's default is 1; the default of the preparation step and of the services is 0.
  SAMPLE_SEASON: VARIABLES.SAMPLE_SEASON.prefault('1'),
  DEMO_STORY: VARIABLES.DEMO_STORY.prefault('1'),
  // 0 unless it is set, so that the demo can use a lower limit.
  RECORDING_GIGABYTES: VARIABLES.RECORDING_GIGABYTES.prefault(''),
});

/** Adds the values of `.env` to the environment. Existing variables take precedence. */
export function loadDotEnv(): void {
  const file = join(ROOT, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}

/** @throws {ConfigurationError} naming every variable that cannot be used */
export function readStartEnvironment(values?: Readonly<Record<string, string | undefined>>) {
  if (values === undefined) loadDotEnv();
  return readEnvironment(StartEnvironment, values);
}
export type StartEnvironment = ReturnType<typeof readStartEnvironment>;

/** Reads the variables by which an operator's command finds the running site. */
export function readOperatorEnvironment() {
  loadDotEnv();
  return readEnvironment(
    variables('DATA_DIR', 'OPERATOR_URL', 'OPERATOR_TOKEN', 'API_INTERNAL_URL', 'INTERNAL_SECRET'),
  );
}

/** Returns the folder and the secrets of backups, or `null` if no folder is configured. */
export const readArchive = ({
  BACKUP_DIR,
  BACKUP_SECRET,
}: Pick<StartEnvironment, 'BACKUP_DIR' | 'BACKUP_SECRET'>): WalArchive | null =>
  BACKUP_DIR === ''
    ? null
    : { folder: resolve(ROOT, BACKUP_DIR), secrets: splitSecrets(BACKUP_SECRET) };

/** @throws {ConfigurationError} on an unknown option, and on a production site without https */
export function readSettings(environment: StartEnvironment, args: readonly string[]) {
  const isDev = args.includes('--dev');
  const unknown = args.filter((arg) => arg !== '--production' && arg !== '--dev');
  if (unknown.length > 0) {
    throw new ConfigurationError(`Unknown: ${unknown.join(' ')}. The only option is --production.`);
  }
  // Either setting selects production, so that a missing option cannot start the sandbox and sample accounts.
  const isProduction = args.includes('--production') || environment.NODE_ENV === 'production';
  if (isProduction && isDev) throw new ConfigurationError('npm run dev has no production mode.');
  const url = environment.PUBLIC_URL || `http://localhost:${environment.PORT}`;
  if (isProduction && isInsecureUrl(url)) {
    throw new ConfigurationError(`PUBLIC_URL ${INSECURE_SITE}, not "${url}"`);
  }
  return {
    isProduction,
    /** Without the sample season a development site is empty, and its sandbox publishes no demo. */
    hasSamples: !isProduction && environment.SAMPLE_SEASON,
    hasStory: !isProduction && environment.SAMPLE_SEASON && environment.DEMO_STORY,
    /** `npm run dev`: sources are served unbuilt, and services restart when their sources change. */
    isDev,
    /** Absolute path. */
    dataDir: resolve(ROOT, environment.DATA_DIR),
    /** Where the embedded database archives its log; `null`: nowhere. */
    archive: readArchive(environment),
    /** 0: not set. */
    recordingGigabytes: environment.RECORDING_GIGABYTES,
    host: environment.HOST,
    port: environment.PORT,
    rtmpHost: environment.RTMP_HOST,
    rtmpPort: environment.RTMP_PORT,
    srtHost: environment.SRT_HOST,
    srtPort: environment.SRT_PORT,
    srtPassphrase: environment.SRT_PASSPHRASE,
    url,
    /** Empty: the embedded database. */
    databaseUrl: environment.DATABASE_URL,
    databaseOwnerUrl: environment.DATABASE_OWNER_URL,
    /** Empty: the pages are built from this checkout. */
    webDist: environment.WEB_DIST,
    /** Empty: the file of the sample partner; in production, no file. */
    partnersFile: environment.PARTNERS_FILE,
    /** Empty: in development, the sandbox. The same applies to the providers below. */
    lineIssuer: environment.LINE_ISSUER,
    appleIssuer: environment.APPLE_ISSUER,
    smsUrl: environment.SMS_URL,
    smtpUrl: environment.SMTP_URL,
    ratesUrl: environment.RATES_URL,
    omiseApiUrl: environment.OMISE_API_URL,
    paypalApiUrl: environment.PAYPAL_API_URL,
    /** Whether members can pay by bank transfer to the operator's accounts. */
    takesTransfers: environment.PROMPTPAY_ID !== '' || environment.BANK_ACCOUNTS !== '',
    /** Loopback ports of our own processes. 0: any free port. */
    innerPorts: {
      api: environment.API_INTERNAL_PORT,
      media: environment.MEDIA_PORT,
      sandbox: environment.SANDBOX_PORT,
      smtp: environment.SANDBOX_SMTP_PORT,
    },
  };
}
/** Settings of a start. */
export type StartSettings = Readonly<ReturnType<typeof readSettings>>;

/**
 * Returns the configured secrets. In development, missing secrets come from `secrets.json` (mode 0600), where they are
 * generated once.
 *
 * @throws {ConfigurationError} in production, naming each secret that is missing, a default or too weak
 */
export function readSecrets(environment: StartEnvironment, settings: StartSettings): Secrets {
  const fault = settings.isProduction ? describeWeakSecrets(environment) : null;
  if (fault !== null) throw new ConfigurationError(fault);
  const kept = settings.isProduction ? {} : keptSecrets(settings.dataDir);
  const names = ['APP_KEY', ...MADE_SECRETS, ...MADE_FOR_SANDBOX] as const;
  return Object.fromEntries(
    names.map((name) => [name, environment[name] || (kept[name] ?? '')]),
  ) as Secrets;
}

const makeKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

/**
 * Generates a secret: a private key, or 32 random bytes. Omise's secret is standard base64; the others are base64url.
 */
function makeSecret(name: keyof Secrets): string {
  // The format of keys issued by Apple.
  if (name === 'APPLE_PRIVATE_KEY')
    return makeKey().export({ type: 'pkcs8', format: 'pem' }) as string;
  if (name === 'VAPID_PRIVATE_KEY') return makeKey().export({ format: 'jwk' }).d ?? '';
  return randomBytes(32).toString(name === 'OMISE_WEBHOOK_SECRET' ? 'base64' : 'base64url');
}

/** Reads the stored secrets, and generates and stores missing ones. */
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

/** Writes a JSON file atomically, readable only by its owner. */
export function writePrivately(file: string, value: unknown): void {
  const draft = `${file}.new`;
  writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, file);
}

/** Creates the data folder with a private folder for logs. */
export function makeDataDir(dataDir: string): void {
  // The mode follows the umask, because PostgreSQL's account may need to traverse the folder.
  mkdirSync(dataDir, { recursive: true });
  mkdirSync(join(dataDir, 'logs'), { recursive: true, mode: 0o700 });
}
