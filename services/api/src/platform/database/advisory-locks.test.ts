import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LOCK_KEYS, LOCK_NAMES, LOCK_SPACES } from './advisory-locks.ts';

const ROOT = join(import.meta.dirname, '../../../../..');
const FOLDERS = ['packages', 'services', 'tools', 'bench'];
/** Function calls that only the registry may contain. */
const CALLS = /pg_(?:try_)?advisory_/;

function* sourcesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'node_modules' || entry.name === 'dist') continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sourcesBelow(path);
    else if (/\.(ts|mjs|sql)$/.test(entry.name)) yield path;
  }
}

const sources = FOLDERS.flatMap((folder) => [...sourcesBelow(join(ROOT, folder))]).map((path) => ({
  file: relative(ROOT, path).replaceAll('\\', '/'),
  text: readFileSync(path, 'utf8'),
}));

describe('advisory locks', () => {
  it('have distinct keys, key spaces and names', () => {
    const keys: number[] = [...Object.values(LOCK_KEYS), ...Object.values(LOCK_SPACES)];
    expect(new Set(keys).size).toBe(keys.length);
    const names: string[] = Object.values(LOCK_NAMES);
    expect(new Set(names).size).toBe(names.length);
  });

  it('are taken only through the registry: no other file defines a key', () => {
    const takers = sources
      .filter(({ file, text }) => CALLS.test(text) && !/advisory-locks(\.test)?\.ts$/.test(file))
      .map(({ file }) => file);
    // SQL functions cannot import the registry, so their lock names must be listed in it.
    expect(takers.toSorted()).toEqual(['services/api/src/schema/functions/send_gifts.sql']);
    for (const file of takers) {
      const { text = '' } = sources.find((source) => source.file === file) ?? {};
      const arguments_ = [...text.matchAll(/pg_(?:try_)?advisory_\w+\((.*)\);/g)].map(
        ([, of]) => of,
      );
      expect(arguments_).toEqual([`hashtextextended('${LOCK_NAMES.bout} ' || of_match::text, 0)`]);
    }
  });

  it('have numeric keys that appear in no other file', () => {
    for (const key of Object.values(LOCK_KEYS)) {
      const written = new RegExp(`\\b${String(key).replace(/\B(?=(\d{3})+$)/g, '_?')}n?\\b`);
      const found = sources.filter(({ text }) => written.test(text)).map(({ file }) => file);
      expect(found).toEqual(['services/api/src/platform/database/advisory-locks.ts']);
    }
  });
});
