import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openRotatingFile } from './rotating-file.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sangwian-log-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a log begins a new file at its limit and keeps a few old ones', () => {
  const path = join(folder, 'a.log');
  const log = openRotatingFile(path, { bytesMax: 10, oldFilesMax: 2 });
  for (const word of ['first---', 'second--', 'third---', 'fourth--']) log.write(word);
  log.close();
  expect(readdirSync(folder).sort()).toEqual(['a.log', 'a.log.1', 'a.log.2']);
  expect(readFileSync(path, 'utf8')).toBe('fourth--');
  expect(readFileSync(`${path}.1`, 'utf8')).toBe('third---');
  expect(readFileSync(`${path}.2`, 'utf8')).toBe('second--');
});

test('a log goes on where an earlier process left it, and only its owner may read it', () => {
  const path = join(folder, 'a.log');
  for (const word of ['one ', 'two']) {
    const log = openRotatingFile(path);
    log.write(word);
    log.close();
  }
  expect(readFileSync(path, 'utf8')).toBe('one two');
  expect(statSync(path).mode & 0o777).toBe(0o600);
});
