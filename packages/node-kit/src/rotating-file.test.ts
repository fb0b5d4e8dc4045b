import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
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

test('a log appends to the file of an earlier process, and only its owner may read it', () => {
  const path = join(folder, 'a.log');
  for (const word of ['one ', 'two']) {
    const log = openRotatingFile(path);
    log.write(word);
    log.close();
  }
  expect(readFileSync(path, 'utf8')).toBe('one two');
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('a full disk is reported once, however many lines it loses', () => {
  const path = join(folder, 'a.log');
  symlinkSync('/dev/full', path);
  const complaints: string[] = [];
  const log = openRotatingFile(path, { complain: (line) => complaints.push(line) });
  for (let line = 0; line < 5; line += 1) log.write('lost');
  log.close();
  expect(complaints).toEqual([expect.stringMatching(/a\.log cannot be written: Error: ENOSPC/)]);
});

test('a log that could not be opened after a rotation resumes later and records the number of lost writes', () => {
  const logs = join(folder, 'logs');
  const path = join(logs, 'a.log');
  const complaints: string[] = [];
  mkdirSync(logs);
  const log = openRotatingFile(path, { bytesMax: 10, complain: (line) => complaints.push(line) });
  log.write('first---');
  rmSync(logs, { recursive: true });
  log.write('second--');
  log.write('third---');
  expect(complaints).toHaveLength(1);
  mkdirSync(logs);
  log.write('fourth--');
  log.close();
  expect(readFileSync(`${path}.1`, 'utf8')).toBe('2 earlier writes of this log were lost\n');
  expect(readFileSync(path, 'utf8')).toBe('fourth--');
});
