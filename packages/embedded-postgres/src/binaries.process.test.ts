import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { installedBinaries, type PostgresBinaries, prepareBinaries } from './binaries.ts';
import { databaseUser } from './database-user.ts';

/** The account of PostgreSQL if we are root, otherwise our own. */
const user = databaseUser('/nonexistent') ?? {
  uid: process.getuid?.() ?? 0,
  gid: process.getgid?.() ?? 0,
};

let folder = '';
let privateNative = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sangwian-binaries-'));
  chmodSync(folder, 0o755);
  privateNative = join(folder, 'home/native');
  mkdirSync(dirname(privateNative), { mode: 0o700 });
  cpSync(installedBinaries().native, privateNative, { recursive: true, verbatimSymlinks: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const prepare = (): PostgresBinaries =>
  prepareBinaries(user, { native: privateNative, version: 'test' }, folder);

const versionOf = (binaries: PostgresBinaries): string =>
  execFileSync(binaries.postgres, ['--version'], { ...user, cwd: '/', env: {}, encoding: 'utf8' });

test('binaries below a private home run from a copy that their account can reach', () => {
  expect(versionOf(prepare())).toContain('PostgreSQL');
});

test('the copy is made once, and again if files are missing', () => {
  const { postgres } = prepare();
  expect(prepare().postgres).toBe(postgres);
  rmSync(join(dirname(postgres), '../lib'), { recursive: true });
  const restored = prepare();
  expect(restored.postgres).toBe(postgres);
  expect(versionOf(restored)).toContain('PostgreSQL');
  expect(readdirSync(folder)).toHaveLength(2);
});

test('a folder that others can write to is not used for programs', () => {
  const { postgres } = prepare();
  chmodSync(dirname(dirname(dirname(postgres))), 0o777);
  expect(prepare().postgres).not.toBe(postgres);
});

test('reachable binaries run where they are, with their library links', () => {
  chmodSync(dirname(privateNative), 0o755);
  const { postgres } = prepare();
  expect(postgres).toBe(join(privateNative, 'bin/postgres'));
  expect(versionOf({ postgres, initdb: '' })).toContain('PostgreSQL');
});
