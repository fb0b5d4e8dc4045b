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
/** Files and folders. Names with a colon are events; names with an underscore but no file extension are tables and jobs. */
const names = [...section.matchAll(/`([\w./-]+)`/g)]
  .map(([, name = '']) => name)
  .filter((name) => !/^\w+_\w+$/.test(name));

test('every file of the paths in ARCHITECTURE.md exists', () => {
  expect(names.length).toBeGreaterThan(60);
  const missing = names.filter(
    (name) => !files.some((file) => `${file}.`.includes(`/${name}.`) || file.includes(`/${name}/`)),
  );
  expect(missing).toEqual([]);
});

test('every listed path in ARCHITECTURE.md has at most twenty files', () => {
  const lists = section
    .split('\n### ')
    .map((list) => [...list.matchAll(/^\| (\d+) \| \[/gm)].map(([, step]) => Number(step)))
    .filter((steps) => steps.length > 0);
  expect(lists).toHaveLength(3);
  for (const steps of lists) {
    expect(steps).toEqual(steps.map((_step, index) => index + 1));
    expect(steps.length).toBeLessThanOrEqual(20);
  }
});

test('every module of the API has a row in ARCHITECTURE.md', () => {
  const [, modules = ''] = /^## Inside the API\n(.*?)^## /ms.exec(text) ?? [];
  const rows = [...modules.matchAll(/^\| (`[^|]+) \|/gm)].map(([, cell = '']) => cell).join(' ');
  const domains = join(root, 'services/api/src/domains');
  const folders = readdirSync(domains).flatMap((domain) => readdirSync(join(domains, domain)));
  expect(folders.length).toBeGreaterThan(40);
  expect(folders.filter((folder) => !rows.includes(`\`${folder}\``))).toEqual([]);
});
