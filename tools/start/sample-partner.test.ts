import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeSamplePartner } from './sample-partner.ts';

let dataDir = '';
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sangwian-partner-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test('writes only the public key, which is the same for the same seed', () => {
  const seed = Buffer.alloc(32, 7).toString('base64url');
  const file = writeSamplePartner(dataDir, seed);
  const first = readFileSync(file, 'utf8');
  expect(JSON.parse(first)).toMatchObject({
    partners: [{ map_system_id: 'lumphu-play', keys: [{ kty: 'OKP', crv: 'Ed25519' }] }],
  });
  expect(first).not.toContain('"d"');
  expect(first).not.toContain(seed);
  writeSamplePartner(dataDir, seed);
  expect(readFileSync(file, 'utf8')).toBe(first);
});
