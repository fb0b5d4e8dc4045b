import { expect, test } from 'vitest';
import { preloadedFiles } from './preloaded-files.ts';

test('a page that many fans open is fetched with its scripts and styles', () => {
  expect(
    preloadedFiles('assets/program-page-abc.js', [
      'assets/program-page-abc.js',
      'assets/shared-abc.js',
      'assets/frame-abc.js',
      'assets/share-button-abc.js',
      'assets/program-page-abc.css',
    ]),
  ).toEqual([
    'assets/program-page-abc.js',
    'assets/share-button-abc.js',
    'assets/program-page-abc.css',
  ]);
});

test('a page that few fans open is fetched with its styles', () => {
  expect(
    preloadedFiles('assets/terms-page-abc.js', [
      'assets/terms-page-abc.js',
      'assets/policy-view-abc.js',
      'assets/policy-view-abc.css',
    ]),
  ).toEqual(['assets/policy-view-abc.css']);
});
