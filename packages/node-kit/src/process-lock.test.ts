import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { acquireProcessLock, LockHeldError, lockHolder, processIdentity } from './process-lock.ts';

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sangwian-lock-'));
  path = join(folder, 'lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a lock is held until it is released', () => {
  const lock = acquireProcessLock(path);
  expect(lockHolder(path)).toBe(process.pid);
  expect(() => acquireProcessLock(path)).toThrow(LockHeldError);
  lock.release();
  expect(lockHolder(path)).toBeNull();
  acquireProcessLock(path).release();
  expect(existsSync(path)).toBe(false);
});

test('takes over the lock of a process that has ended', () => {
  writeFileSync(path, JSON.stringify({ pid: 4_194_300, identity: 'boot:1' }));
  const lock = acquireProcessLock(path);
  expect(lockHolder(path)).toBe(process.pid);
  lock.release();
});

test('a later process with the same process id does not count as the holder', () => {
  writeFileSync(path, JSON.stringify({ pid: process.pid, identity: 'an earlier boot:1' }));
  expect(lockHolder(path)).toBeNull();
  acquireProcessLock(path).release();
});

test('a lock file that a full disk left empty is taken over', () => {
  writeFileSync(path, '');
  acquireProcessLock(path).release();
});

test('only the holder’s own lock is released', () => {
  const lock = acquireProcessLock(path);
  const other = JSON.stringify({ pid: process.ppid, identity: processIdentity(process.ppid) });
  writeFileSync(path, other);
  lock.release();
  expect(readFileSync(path, 'utf8')).toBe(other);
});
