import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MemberId } from '@sangwian/contract/ids';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFolderStore } from '../../../platform/objects/folder-store.ts';
import { createWallet } from '../../money/wallet/wallet.module.ts';
import { createMembers } from '../members/members.module.ts';
import { AccountStore } from './account.store.ts';
import { setAvatar } from './change-avatar.ts';
import { PictureStorage } from './picture-storage.ts';

let api: TestApi;
let folder: string;
beforeAll(async () => {
  api = await startTestApi();
  folder = await mkdtemp(join(tmpdir(), 'sangwian-storage-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await api.close();
});

test('an avatar that is uploaded while its member is deleted leaves no file', async () => {
  const deps = {
    db: api.db,
    members: createMembers(api.db, createWallet(api.db)),
    store: new AccountStore(api.db),
    storage: new PictureStorage(createFolderStore(folder)),
  };
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0f5132' } })
    .png()
    .toBuffer();
  const gone = randomUUID() as MemberId;
  await expect(setAvatar(deps, gone, bytes)).rejects.toMatchObject({ code: 'member_not_found' });
  expect(await readdir(folder)).toEqual([]);

  const { memberId } = await api.makeFan();
  await setAvatar(deps, memberId, bytes);
  expect(await readdir(folder, { recursive: true })).toHaveLength(2);
});
