import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchSources } from './watch-sources.ts';

let folder = '';
let endWatch = (): void => undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sangwian-watch-'));
  mkdirSync(join(folder, 'inner'));
});
afterEach(() => {
  endWatch();
  rmSync(folder, { recursive: true, force: true });
});

test('reports several changed files once, including files in subfolders', async () => {
  const onChange = vi.fn();
  endWatch = watchSources([folder], onChange);
  for (const name of ['a.ts', 'b.ts', 'inner/c.sql']) writeFileSync(join(folder, name), '');
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(1), { timeout: 10_000 });
});

test('ignores tests and files that are not sources', async () => {
  const onChange = vi.fn();
  endWatch = watchSources([folder], onChange);
  for (const name of ['a.test.ts', 'notes.md']) writeFileSync(join(folder, name), '');
  // The watcher reports in order, so it would have reported the ignored files before this source.
  const onLast = vi.fn();
  const endSecond = watchSources([folder], onLast);
  onChange.mockClear();
  writeFileSync(join(folder, 'last.ts'), '');
  await vi.waitFor(() => expect(onLast).toHaveBeenCalled(), { timeout: 10_000 });
  endSecond();
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(1), { timeout: 10_000 });
});
