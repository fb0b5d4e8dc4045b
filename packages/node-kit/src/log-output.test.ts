import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LogOutput } from './log-output.ts';

const { O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sangwian-output-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function readAll(fd: number): string {
  const bytes = Buffer.alloc(64 * 1024);
  try {
    return bytes.subarray(0, readSync(fd, bytes)).toString();
  } catch (error) {
    // The pipe is empty.
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return '';
    throw error;
  }
}

test('a reader that comes back receives the number of lines that were lost', async () => {
  const path = join(folder, 'pipe');
  execFileSync('mkfifo', [path]);
  const first = openSync(path, O_RDONLY | O_NONBLOCK);
  const reports: string[] = [];
  const output = new LogOutput(openSync(path, O_WRONLY | O_NONBLOCK), {
    complain: (line) => reports.push(line),
    failedRetryMs: 1,
  });
  output.write('one\n');
  await vi.waitFor(() => expect(readAll(first)).toBe('one\n'));
  closeSync(first);
  for (const line of ['two\n', 'three\n', 'four\n']) output.write(line);
  await vi.waitFor(() => expect(reports).toHaveLength(1));
  expect(JSON.parse(reports[0] ?? '')).toMatchObject({ cause: 'EPIPE', level: 40 });
  const second = openSync(path, O_RDONLY | O_NONBLOCK);
  output.write('five\n');
  let text = '';
  await vi.waitFor(() => {
    text += readAll(second);
    expect(text).toContain('recovered');
  });
  const [line = '', report = ''] = text.split('\n');
  expect(line).toBe('five');
  expect(JSON.parse(report)).toMatchObject({ dropped: 3, cause: 'EPIPE' });
  output.write('six\n');
  await vi.waitFor(() => expect(readAll(second)).toBe('six\n'));
  expect(reports).toHaveLength(1);
  closeSync(second);
});
