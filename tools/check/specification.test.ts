import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PAGES } from '../../apps/web/src/app/pages.ts';

const root = join(import.meta.dirname, '../..');
const text = readFileSync(join(root, 'docs/specification.md'), 'utf8');

/** The cells of every row, without table headings. */
const ROWS = text
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| specification |'))
  .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
  .map(([, line = '', where = '', shown = '']) => ({ line, where, shown }));

const FILE = /`([^`]+\.\w+)`/g;
const files = (cell: string): string[] => [...cell.matchAll(FILE)].map(([, file]) => file ?? '');

test('every line names its implementation and its test', () => {
  expect(ROWS.length).toBeGreaterThan(150);
  for (const { line, where, shown } of ROWS) {
    expect(files(where), line).not.toEqual([]);
    expect(files(shown), line).not.toEqual([]);
    for (const file of files(shown)) expect(file, line).toMatch(/\.test\.tsx?$/);
  }
});

test('every named file exists', () => {
  for (const { line, where, shown } of ROWS) {
    for (const file of [...files(where), ...files(shown)]) {
      expect(existsSync(join(root, file)), `${line}: ${file}`).toBe(true);
    }
  }
});

test('every quoted test title exists', () => {
  for (const { line, shown } of ROWS) {
    for (const [, file = '', title = ''] of shown.matchAll(/`([^`]+)` “([^”]+)”/g)) {
      expect(readFileSync(join(root, file), 'utf8'), line).toContain(title);
    }
  }
});

test('every page of the site has a row with the file that renders it', () => {
  for (const { path, source } of PAGES) {
    const row = ROWS.find(({ line }) => line === `\`${path}\``);
    expect(row?.where, path).toContain(`apps/web/${source}`);
  }
});
