import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeComponents, findInstallScripts, type PackageLock } from './components.ts';

const root = join(import.meta.dirname, '../..');
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as PackageLock;

test('the bill of materials has the exact version and hash of every library', () => {
  const bom = describeComponents(lock, new Date(0));
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' });
  expect(bom.components.length).toBeGreaterThan(300);
  const fastify = bom.components.find(({ name }) => name === 'fastify');
  expect(fastify).toMatchObject({ scope: 'required', purl: `pkg:npm/fastify@${fastify?.version}` });
  expect(fastify?.hashes?.[0]?.content).toMatch(/^[\da-f]{128}$/);
  const refs = bom.components.map((component) => component['bom-ref']);
  expect(new Set(refs).size).toBe(refs.length);
  expect(bom.components.filter(({ version }) => version === '')).toEqual([]);
});

test('every library comes from the registry and has a hash', () => {
  const unpinned = describeComponents(lock, new Date(0)).components.filter(
    ({ hashes }) => hashes === undefined,
  );
  expect(unpinned.map(({ purl }) => purl)).toEqual([]);
});

test('docs/security.md lists every package with an install script, with its version', () => {
  const listed = readFileSync(join(root, 'docs/security.md'), 'utf8');
  const scripts = findInstallScripts(lock);
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter((script) => !listed.includes(`\`${script}\``))).toEqual([]);
});
