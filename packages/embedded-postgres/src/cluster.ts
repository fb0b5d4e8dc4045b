import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { PostgresBinaries } from './binaries.ts';
import { type DatabaseUser, isPassable } from './database-user.ts';

export const ADMIN_ROLE = 'postgres';
/** Role and database of the application: it owns its database and nothing else. */
export const APP_ROLE = 'sangwian';
/** What the services connect as: it reads and writes rows as far as it was granted to, and changes no table. */
export const SERVICE_ROLE = 'sangwian_service';

const PG_MAJOR = '18';
const SOCKET_NAME = '.s.PGSQL.5432';
/** `sockaddr_un` has 104 bytes on macOS and 108 on Linux, the closing zero included. */
const SOCKET_PATH_BYTES_MAX = 103;

/** Where everything of one cluster lies, below `DATA_DIR/postgres`. */
export interface ClusterLayout {
  readonly home: string;
  readonly data: string;
  /** initdb works here; what a kill leaves half made never stands in the place of `data`. */
  readonly draft: string;
  readonly lock: string;
  readonly credentials: string;
  readonly log: string;
}

export function clusterLayout(dataDir: string): ClusterLayout {
  const home = join(dataDir, 'postgres');
  return {
    home,
    data: join(home, 'data'),
    draft: join(home, 'data.new'),
    lock: join(home, 'supervisor.lock'),
    credentials: join(home, 'credentials.json'),
    log: join(home, 'postgres.log'),
  };
}

/** What it takes to connect; kept in `credentials.json`, mode 0600. */
export interface ClusterCredentials {
  readonly adminPassword: string;
  readonly password: string;
  /**
   * Folder of the socket. A supervisor that is killed and started again finds it, so that addresses stay good; a clean
   * stop removes it.
   */
  readonly runDir: string;
}

export function readCredentials(layout: ClusterLayout): ClusterCredentials | null {
  try {
    return JSON.parse(readFileSync(layout.credentials, 'utf8')) as ClusterCredentials;
  } catch {
    return null;
  }
}

/** A short, private folder that both PostgreSQL's account and we can reach, for the socket. */
function makeRunDir(user: DatabaseUser | null): string {
  const fits = (place: string): boolean =>
    existsSync(place) &&
    (user === null || isPassable(place)) &&
    Buffer.byteLength(join(place, 'sangwian-XXXXXX', SOCKET_NAME)) <= SOCKET_PATH_BYTES_MAX;
  const place = [tmpdir(), '/tmp', '/var/tmp'].find(fits);
  if (place === undefined) {
    throw new Error('No folder for the database socket: /tmp must exist and be open to all users.');
  }
  const dir = mkdtempSync(join(place, 'sangwian-'));
  chmodSync(dir, 0o700);
  if (user !== null) chownSync(dir, user.uid, user.gid);
  return dir;
}

function isRunDirGood(dir: string, user: DatabaseUser | null): boolean {
  const stat = lstatSync(dir, { throwIfNoEntry: false });
  const owner = user?.uid ?? process.getuid?.();
  return stat?.isDirectory() === true && stat.uid === owner && (stat.mode & 0o077) === 0;
}

/** Passwords (made once) and the socket's folder (made again where it is gone). */
export function ensureCredentials(
  layout: ClusterLayout,
  user: DatabaseUser | null,
): ClusterCredentials {
  const known = readCredentials(layout);
  if (known !== null && isRunDirGood(known.runDir, user)) return known;
  if (known === null && existsSync(layout.data)) {
    throw new Error(`${layout.credentials} is missing: it holds the password of ${layout.data}.`);
  }
  const credentials: ClusterCredentials = {
    adminPassword: known?.adminPassword ?? randomBytes(24).toString('base64url'),
    password: known?.password ?? randomBytes(24).toString('base64url'),
    runDir: makeRunDir(user),
  };
  const draft = `${layout.credentials}.new`;
  writeFileSync(draft, JSON.stringify(credentials), { mode: 0o600 });
  renameSync(draft, layout.credentials);
  return credentials;
}

/**
 * An address that `pg`, libpq and the tools around them understand alike. The host name only keeps the address
 * parseable; the parameter `host` wins over it.
 */
export const connectionUrl = (
  role: string,
  password: string,
  database: string,
  runDir: string,
): string =>
  `postgresql://${role}:${password}@localhost/${database}?host=${encodeURIComponent(runDir)}`;

/**
 * How PostgreSQL is told the folder that it works in. An account that may not walk down to it (data below a private
 * home, started as root) still gets there: root opens the folder as the working directory before the account changes,
 * and Linux lets a process pass through its own `/proc/self/cwd`.
 */
export function nameForDatabase(dir: string, user: DatabaseUser | null): string {
  if (user === null || isPassable(dirname(dir))) return dir;
  if (process.platform === 'linux' && existsSync('/proc/self/cwd')) return '/proc/self/cwd';
  throw new Error(
    `PostgreSQL runs as user ${user.uid} and cannot reach ${dir}. ` +
      'Set DATA_DIR to a folder outside private homes, for example /var/lib/sangwian.',
  );
}

/** What initdb said, in front of it a way out where we know one. */
function explainInitdb(said: string): string {
  if (!said.includes('could not look up effective user ID')) return said;
  return `PostgreSQL needs a named account: this one has no entry in /etc/passwd. Add one, or set DATABASE_URL.\n${said}`;
}

/** Makes a new cluster where there is none: UTF-8, byte order, password sign-in over the socket only. */
export async function ensureCluster(
  layout: ClusterLayout,
  binaries: PostgresBinaries,
  user: DatabaseUser | null,
  credentials: ClusterCredentials,
): Promise<'made' | 'kept'> {
  if (existsSync(layout.data)) {
    const major = readFileSync(join(layout.data, 'PG_VERSION'), 'utf8').trim();
    if (major === PG_MAJOR) return 'kept';
    throw new Error(`${layout.data} was made by PostgreSQL ${major}; this is ${PG_MAJOR}.`);
  }
  rmSync(layout.draft, { recursive: true, force: true });
  mkdirSync(layout.draft, { mode: 0o700 });
  // In the socket's folder, since PostgreSQL's account has to be able to read it.
  const passwordFile = join(credentials.runDir, 'password');
  writeFileSync(passwordFile, credentials.adminPassword, { mode: 0o600 });
  if (user !== null) {
    chownSync(layout.draft, user.uid, user.gid);
    chownSync(passwordFile, user.uid, user.gid);
  }
  try {
    await promisify(execFile)(
      binaries.initdb,
      [
        `--pgdata=${nameForDatabase(layout.draft, user)}`,
        `--username=${ADMIN_ROLE}`,
        `--pwfile=${passwordFile}`,
        '--auth-local=scram-sha-256',
        '--auth-host=reject',
        '--encoding=UTF8',
        '--locale=C.UTF-8',
        '--no-instructions',
      ],
      { cwd: layout.draft, env: {}, ...user },
    );
  } catch (error) {
    const said = (error as { stderr?: string }).stderr?.trim() || String(error);
    throw new Error(`The database could not be made. ${explainInitdb(said)}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(layout.draft, layout.data);
  return 'made';
}
