import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const SOURCES = ['apps/web/src', 'services/api/src', 'services/media/src', 'packages/node-kit/src'];
const files = SOURCES.flatMap((source) =>
  readdirSync(join(root, source), { recursive: true }).map((path) => `/${source}/${path}`),
);
const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
const [, section = ''] = /^## Paths through the code\n(.*?)^## /ms.exec(text) ?? [];
/** Files and folders; names with a colon are events. */
const names = [...section.matchAll(/`([\w./-]+)`/g)]
  .map(([, name = '']) => name)
  .filter((name) => !name.startsWith('*'));

test('every file of the paths in ARCHITECTURE.md exists', () => {
  expect(names.length).toBeGreaterThan(60);
  const missing = names.filter(
    (name) => !files.some((file) => `${file}.`.includes(`/${name}.`) || file.includes(`/${name}/`)),
  );
  expect(missing).toEqual([]);
});
