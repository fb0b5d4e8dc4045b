import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasPage, hidesBars, PAGES } from './pages.ts';

test('the source file of every page exists', () => {
  const root = join(import.meta.dirname, '../..');
  for (const { source } of PAGES) expect(existsSync(join(root, source)), source).toBe(true);
});

test('exactly five routes hide the top bar and the footer', () => {
  for (const path of [
    '/program',
    '/history',
    '/history/boxer_detail',
    '/liveExternal',
    '/banuser',
    '/banuser/',
    '/Program',
    '/liveexternal',
  ]) {
    expect(hidesBars(path), path).toBe(true);
  }
  for (const path of ['/', '/live/1', '/history/other', '/sign-in']) {
    expect(hidesBars(path), path).toBe(false);
  }
});

test('a page with an optional parameter is found without the parameter', () => {
  expect(hasPage('/live')).toBe(true);
  expect(hasPage('/')).toBe(true);
  expect(hasPage('/no-such-page')).toBe(false);
});
