import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestS3 } from '@sangwian/testkit/s3-server';
import { expect, test } from 'vitest';
import { createFolderStore } from '../../services/api/src/platform/objects/folder-store.ts';
import { createS3Store } from '../../services/api/src/platform/objects/s3-store.ts';
import { readCommand } from './objects-command.ts';

test.each([[[]], [['mov']], [['move', 'fast']], [['move', '--fast']]])('refuses %j', (args) => {
  expect(() => readCommand(args)).toThrow(/must be check|unexpected|--fast/);
});

test('copies a folder to a bucket and back, and reports the counts', async () => {
  const s3 = await startTestS3();
  const root = await mkdtemp(join(tmpdir(), 'sangwian-move-'));
  const folder = createFolderStore(join(root, 'pictures'));
  const stores = { folder, bucket: createS3Store(s3.settings) };
  for (const key of ['0a/face.webp', 'uploads/1b/1b2/320.avif', 'slips/2c/2c3.webp']) {
    await folder.write(key, Buffer.from(key));
  }
  const run = (action: string) => readCommand([action])(stores, () => {});
  expect(await run('check')).toContain('can be written');
  expect(await run('move')).toContain('3 objects, 0.0 MB; 3 written, 0 already there.');
  expect(await run('move')).toContain('0 written, 3 already there.');
  const back = { ...stores, folder: createFolderStore(join(root, 'other')) };
  expect(await readCommand(['back'])(back, () => {})).toContain('3 written');
  expect(await back.folder.read('slips/2c/2c3.webp')).toEqual(Buffer.from('slips/2c/2c3.webp'));
  s3.denied.add('PUT');
  await expect(run('move')).rejects.toMatchObject({
    advice: expect.stringContaining('s3:PutObject'),
  });
  await rm(root, { recursive: true });
  await s3.close();
});
