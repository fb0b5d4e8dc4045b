/**
 * Installs programs that npm does not provide. Tests need a browser, ffmpeg, and the servers of a multi-node
 * installation; benchmarks need nginx with its RTMP module. Installs Debian packages if this user may do so; otherwise
 * Playwright installs the browser.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

interface Program {
  /** Alternative command names of the program. */
  readonly commands: readonly string[];
  readonly debianPackages: readonly string[];
}

const PROGRAMS = {
  chromium: {
    commands: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    debianPackages: ['chromium', 'fonts-thai-tlwg'],
  },
  // Chromium without a window: journeys take a third less time.
  'chromium-headless-shell': {
    commands: ['chromium-headless-shell'],
    debianPackages: ['chromium-headless-shell', 'fonts-thai-tlwg'],
  },
  ffmpeg: { commands: ['ffmpeg'], debianPackages: ['ffmpeg'] },
  ip: { commands: ['ip'], debianPackages: ['iproute2'] },
  nginx: { commands: ['nginx'], debianPackages: ['nginx-light', 'libnginx-mod-rtmp'] },
  haproxy: { commands: ['haproxy'], debianPackages: ['haproxy'] },
  openssl: { commands: ['openssl'], debianPackages: ['openssl'] },
  pgbouncer: { commands: ['pgbouncer'], debianPackages: ['pgbouncer'] },
  'redis-server': { commands: ['redis-server', 'valkey-server'], debianPackages: ['redis-server'] },
  socat: { commands: ['socat'], debianPackages: ['socat'] },
  varnishd: { commands: ['varnishd'], debianPackages: ['varnish'] },
  wrk: { commands: ['wrk'], debianPackages: ['wrk'] },
} as const satisfies Record<string, Program>;

export type ProgramName = keyof typeof PROGRAMS;

/** Folders of Debian that may be missing from a user's PATH. */
const EXTRA_FOLDERS = ['/usr/sbin', '/usr/local/sbin'];

/** Returns the full path of the command, or `null`. */
export function findProgram(name: ProgramName): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...EXTRA_FOLDERS];
  for (const command of PROGRAMS[name].commands) {
    for (const folder of folders) {
      const path = join(folder, command);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // Not in this folder.
      }
    }
  }
  return null;
}

const succeeds = (command: string, args: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;

/** Returns the command line of apt-get, or `null` if this user may not run it. Installed services are not started. */
function findAptGet(): string[] | null {
  if (!existsSync('/usr/bin/apt-get')) return null;
  // Packages do not start their services in the single-user run level.
  const aptGet = ['env', 'RUNLEVEL=1', 'DEBIAN_FRONTEND=noninteractive', 'apt-get'];
  if (process.getuid?.() === 0) return aptGet;
  const sudo = spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' });
  return sudo.status === 0 ? ['sudo', '-n', ...aptGet] : null;
}

function installFromDebian(packages: readonly string[]): boolean {
  const apt = findAptGet();
  const [command, ...prefix] = apt ?? [];
  if (command === undefined) return false;
  console.log(`  installing ${packages.join(', ')} from Debian's packages`);
  succeeds(command, [...prefix, 'update', '-qq']);
  return succeeds(command, [
    ...prefix,
    'install',
    '-y',
    '-qq',
    '--no-install-recommends',
    '-o',
    'DPkg::Lock::Timeout=300',
    ...packages,
  ]);
}

/** Installs the programs for tests. The headless shell is optional; without it tests take longer. */
export function provisionForTests(): string[] {
  provision(['chromium-headless-shell']);
  return provision([
    'chromium',
    'ffmpeg',
    'varnishd',
    'haproxy',
    'openssl',
    'redis-server',
    'pgbouncer',
  ]);
}

/** Installs missing programs. Returns advice for each program that could not be installed. */
export function provision(names: readonly ProgramName[]): string[] {
  const missing = names.filter((name) => findProgram(name) === null);
  if (missing.length === 0) return [];
  installFromDebian(missing.flatMap((name) => PROGRAMS[name].debianPackages));
  return missing
    .filter((name) => findProgram(name) === null)
    .filter((name) => name !== 'chromium' || !installPlaywrightsChromium())
    .map(
      (name) =>
        `${name} is missing: install it (Debian: ${PROGRAMS[name].debianPackages.join(' ')})`,
    );
}

function installPlaywrightsChromium(): boolean {
  console.log("  fetching Playwright's own Chromium");
  const cli = join(import.meta.dirname, '../../node_modules/playwright-core/cli.js');
  return succeeds(process.execPath, [cli, 'install', 'chromium']);
}
