import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ConfigurationError, Environment } from '@sangwian/node-kit/environment';

export const ROOT = join(import.meta.dirname, '../..');

/** What the start needs to know before it starts anything. */
export interface StartSettings {
  readonly isProduction: boolean;
  /** Absolute. */
  readonly dataDir: string;
  readonly host: string;
  readonly port: number;
  readonly rtmpHost: string;
  readonly rtmpPort: number;
  readonly url: string;
  /** Empty: the embedded database. */
  readonly databaseUrl: string;
  /** Empty: the pages are built from this checkout. */
  readonly webDist: string;
  /** Loopback ports of our own processes; 0 takes a free one. */
  readonly innerPorts: { readonly api: number; readonly media: number; readonly sandbox: number };
}

export interface Secrets {
  readonly APP_KEY: string;
  readonly INTERNAL_SECRET: string;
  readonly GRANT_SECRET: string;
}

/** Values of `.env` count where the environment itself has none. */
export function readEnvironment(): Environment {
  const file = join(ROOT, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  return new Environment();
}

/** @throws {ConfigurationError} with the name of what cannot be used. */
export function readSettings(environment: Environment, args: readonly string[]): StartSettings {
  const unknown = args.filter((arg) => arg !== '--production');
  if (unknown.length > 0) {
    throw new ConfigurationError(`Unknown: ${unknown.join(' ')}. The only option is --production.`);
  }
  const port = environment.integer('PORT', { min: 1, max: 65_535 });
  return {
    isProduction: args.includes('--production'),
    dataDir: resolve(ROOT, environment.text('DATA_DIR')),
    host: environment.text('HOST'),
    port,
    rtmpHost: environment.text('RTMP_HOST'),
    rtmpPort: environment.integer('RTMP_PORT', { min: 1, max: 65_535 }),
    url: (environment.text('PUBLIC_URL') || `http://localhost:${port}`).replace(/\/+$/, ''),
    databaseUrl: environment.text('DATABASE_URL'),
    webDist: environment.text('WEB_DIST'),
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
 * @throws {ConfigurationError} in production, naming each secret that is missing or the development default.
 */
export function readSecrets(environment: Environment, settings: StartSettings): Secrets {
  if (settings.isProduction) {
    const weak = environment.weakSecrets();
    if (weak.length > 0) {
      throw new ConfigurationError(
        `--production needs secrets of your own; missing or still the default: ${weak.join(', ')}.\n` +
          'For instance: export GRANT_SECRET="$(openssl rand -hex 32)"',
      );
    }
  }
  const kept = settings.isProduction ? {} : keptSecrets(settings.dataDir);
  const pick = (name: keyof Secrets): string => environment.text(name) || (kept[name] ?? '');
  return {
    APP_KEY: pick('APP_KEY'),
    INTERNAL_SECRET: pick('INTERNAL_SECRET'),
    GRANT_SECRET: pick('GRANT_SECRET'),
  };
}

function keptSecrets(dataDir: string): Partial<Secrets> {
  const file = join(dataDir, 'secrets.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>;
  const secret = (): string => randomBytes(32).toString('base64url');
  const made = { INTERNAL_SECRET: secret(), GRANT_SECRET: secret() };
  writePrivately(file, made);
  return made;
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
