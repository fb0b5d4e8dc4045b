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
/** Role and database of the application; the role owns only its database. */
export const APP_ROLE = 'sangwian';
/** Role of the services. It reads and writes rows as granted, but cannot change tables. */
export const SERVICE_ROLE = 'sangwian_service';

const PG_MAJOR = '18';
const SOCKET_NAME = '.s.PGSQL.5432';
/** `sockaddr_un` has 104 bytes on macOS and 108 on Linux, including the final zero. */
const SOCKET_PATH_BYTES_MAX = 103;

/** Paths of a cluster below `DATA_DIR/postgres`. */
export interface ClusterLayout {
  readonly home: string;
  readonly data: string;
  /** Working folder of initdb, so that a kill never leaves an incomplete `data`. */
  readonly draft: string;
  readonly lock: string;
  readonly credentials: string;
  readonly log: string;
  /** Id of the WAL archive; missing without an archive. */
  readonly archive: string;
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
    archive: join(home, 'archive.json'),
  };
}

/** Connection data, stored in `credentials.json` (mode 0600). */
export interface ClusterCredentials {
  readonly adminPassword: string;
  readonly password: string;
  /**
   * Folder of the socket. A restarted supervisor reuses it, so that connection URLs stay valid. A clean stop removes
   * it.
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

/** Creates a private folder for the socket, with a short path that PostgreSQL's account can reach. */
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

function isRunDirValid(dir: string, user: DatabaseUser | null): boolean {
  const stat = lstatSync(dir, { throwIfNoEntry: false });
  const owner = user?.uid ?? process.getuid?.();
  return stat?.isDirectory() === true && stat.uid === owner && (stat.mode & 0o077) === 0;
}

/** Returns the credentials: passwords are generated once, a missing socket folder is created again. */
export function ensureCredentials(
  layout: ClusterLayout,
  user: DatabaseUser | null,
): ClusterCredentials {
  const known = readCredentials(layout);
  if (known !== null && isRunDirValid(known.runDir, user)) return known;
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
 * Returns a connection URL that both `pg` and libpq understand. The parameter `host` overrides the host name, which is
 * only there to make the URL valid.
 */
export const connectionUrl = (
  role: string,
  password: string,
  database: string,
  runDir: string,
): string =>
  `postgresql://${role}:${password}@localhost/${database}?host=${encodeURIComponent(runDir)}`;

/**
 * Returns the path of a folder for PostgreSQL. An account without access to the parent folders (data below a private
 * home, started as root) uses `/proc/self/cwd`: root opens the folder as the working directory before it changes the
 * account.
 */
export function nameForDatabase(dir: string, user: DatabaseUser | null): string {
  if (user === null || isPassable(dirname(dir))) return dir;
  if (process.platform === 'linux' && existsSync('/proc/self/cwd')) return '/proc/self/cwd';
  throw new Error(
    `PostgreSQL runs as user ${user.uid} and cannot reach ${dir}. ` +
      'Set DATA_DIR to a folder outside private homes, for example /var/lib/sangwian.',
  );
}

/** Returns the output of initdb, preceded by advice for known causes. */
function explainInitdb(output: string): string {
  if (!output.includes('could not look up effective user ID')) return output;
  return `PostgreSQL needs a named account: this one has no entry in /etc/passwd. Add one, or set DATABASE_URL.\n${output}`;
}

/** Creates the cluster if it is missing: UTF-8, byte order, password authentication over the socket only. */
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
  // The password file is in the socket's folder, which PostgreSQL's account can read.
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
    const output = (error as { stderr?: string }).stderr?.trim() || String(error);
    throw new Error(`The database could not be made. ${explainInitdb(output)}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(layout.draft, layout.data);
  return 'made';
}
