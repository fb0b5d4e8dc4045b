import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@sangwian/node-kit/logger';
import { startTestS3, type TestS3 } from '@sangwian/testkit/s3-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { copyObjects } from './copy-objects.ts';
import { createFolderStore } from './folder-store.ts';
import { OBJECT_BYTES_MAX, type ObjectStore, ObjectStoreError } from './object-store.ts';
import { createObjectsModule } from './objects.module.ts';
import { createS3Store } from './s3-store.ts';

let s3: TestS3;
let root: string;
beforeAll(async () => {
  s3 = await startTestS3();
});
afterAll(() => s3.close());
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sangwian-objects-'));
});
afterEach(async () => {
  s3.denied.clear();
  await removeAll(createS3Store(s3.settings));
  await rm(root, { recursive: true, force: true });
});

const STORES = {
  folder: () => createFolderStore(root),
  bucket: () => createS3Store(s3.settings, 10),
} as const;

async function keysOf(store: ObjectStore, folder?: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(folder)) keys.push(key);
  return keys.sort();
}

async function removeAll(store: ObjectStore): Promise<void> {
  for (const key of await keysOf(store)) await store.remove(key);
}

const adviceOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no refusal',
    (error: unknown) => (error instanceof ObjectStoreError ? error.advice : String(error)),
  );

describe.each(Object.entries(STORES))('a %s', (_name, create) => {
  test('writes objects, reads them, lists them by folder and removes them', async () => {
    const store = create();
    expect(await keysOf(store)).toEqual([]);
    expect(await store.read('uploads/0a/none.webp')).toBeNull();
    const bytes = Buffer.from([0, 255, 13, 10, 128]);
    const keys = ['0a/face.webp', 'uploads/0a/0a1/320.avif', 'uploads/0a/0a1/original'];
    for (const key of [...keys, 'uploads/0a/0a12/320.avif']) await store.write(key, bytes);
    // Written again by a retry.
    await store.write('0a/face.webp', bytes);
    expect(await store.read('uploads/0a/0a1/original')).toEqual(bytes);
    expect(await keysOf(store, 'uploads/0a/0a1')).toEqual(keys.slice(1));
    for await (const object of store.list()) expect(object.bytes).toBe(bytes.length);
    await store.removeFolder('uploads/0a/0a1');
    await store.removeFolder('uploads/0a/0a1');
    await store.remove('0a/face.webp');
    await store.remove('0a/face.webp');
    expect(await keysOf(store)).toEqual(['uploads/0a/0a12/320.avif']);
  });

  test('returns a range of an object, and nothing beyond its end', async () => {
    const store = create();
    await store.write('a/object', Buffer.from('0123456789'));
    expect((await store.readRange('a/object', 0, 10))?.toString()).toBe('0123456789');
    expect((await store.readRange('a/object', 3, 4))?.toString()).toBe('3456');
    expect(await store.readRange('a/object', 8, 4)).toBeNull();
    expect(await store.readRange('a/none', 0, 1)).toBeNull();
  });

  test('lists more objects than one page of S3 holds', async () => {
    const store = create();
    const keys = Array.from({ length: 23 }, (_, at) => `many/${String(at).padStart(4, '0')}`);
    await Promise.all(keys.map((key) => store.write(key, Buffer.from(key))));
    expect(await keysOf(store)).toEqual(keys);
  });

  test('refuses keys outside the folder, and objects that are too large for memory', async () => {
    const store = create();
    for (const key of ['../a', 'a/../b', '/a', 'a//b', 'A', 'a/.b', '', 'a b', 'a\0', 'ก']) {
      await expect(store.write(key, Buffer.from('x')), key).rejects.toThrow(RangeError);
      await expect(store.read(key), key).rejects.toThrow(RangeError);
    }
    const large = Buffer.alloc(OBJECT_BYTES_MAX + 1);
    await expect(store.write('a', large)).rejects.toThrow('more than');
    expect(await keysOf(store)).toEqual([]);
  });
});

test('reports an unwritable folder with advice', async () => {
  await writeFile(join(root, 'file'), '');
  const advice = await adviceOf(createFolderStore(join(root, 'file')).probe());
  expect(advice).toMatch(/^objects: the folder .*file cannot be used \(E\w+\)\. Let the account/);
});

describe('reports an unusable bucket with advice if', () => {
  const probeWith = (changes: Partial<TestS3['settings']>) =>
    adviceOf(createS3Store({ ...s3.settings, ...changes }).probe());

  test('the bucket does not exist', async () => {
    expect(await probeWith({ bucket: 'empty-ring' })).toMatch(
      /^objects: there is no bucket empty-ring at http:.*Create it, or correct OBJECTS_URL\.$/,
    );
  });

  test('the access keys are wrong', async () => {
    expect(await probeWith({ key: 'UNKNOWN' })).toContain('Correct OBJECTS_KEY');
    expect(await probeWith({ secret: 'wrong' })).toContain('Correct OBJECTS_SECRET');
  });

  test.each([
    ['PUT', 'write', 's3:PutObject'],
    ['GET', 'read', 's3:GetObject'],
    ['DELETE', 'remove', 's3:DeleteObject'],
  ])('the policy forbids %s', async (method, action, permission) => {
    s3.denied.add(method);
    expect(await probeWith({})).toBe(
      `objects: OBJECTS_KEY is not allowed to ${action} objects in the bucket ringside. Allow ${permission}.`,
    );
  });

  test('nothing listens at the URL', async () => {
    const refusal = createS3Store({ ...s3.settings, endpoint: 'http://127.0.0.1:1' }).read('a');
    await expect(refusal).rejects.toMatchObject({ code: 'unavailable', retryAfterS: 5 });
    expect(await adviceOf(refusal)).toMatch(/does not respond\. Check that the server is running/);
  });
});

describe('copying a folder to a bucket', () => {
  const fill = async () => {
    const folder = STORES.folder();
    for (let at = 0; at < 40; at += 1) await folder.write(`0a/${at}.webp`, Buffer.from(`${at}`));
    // The temporary file of an interrupted write is not an object.
    await writeFile(join(root, '0a', '.draft'), 'half');
    return folder;
  };

  test('continues after an interruption and compares every object', async () => {
    const [folder, bucket] = [await fill(), STORES.bucket()];
    let writes = 0;
    const failing: ObjectStore = {
      ...bucket,
      write: (key, bytes) => {
        writes += 1;
        return writes > 25 ? Promise.reject(new Error('interrupted')) : bucket.write(key, bytes);
      },
    };
    await expect(copyObjects(folder, failing, () => {})).rejects.toThrow('interrupted');
    await expect.poll(() => keysOf(bucket)).toHaveLength(25);
    // An object of the same size with different bytes is written again.
    await bucket.write('0a/7.webp', Buffer.from('x'));
    const report = await copyObjects(folder, bucket, () => {});
    expect(report).toMatchObject({ objects: 40, bytes: 70 });
    expect(report.written).toBeGreaterThanOrEqual(15);
    expect(await bucket.read('0a/7.webp')).toEqual(Buffer.from('7'));
    expect((await copyObjects(folder, bucket, () => {})).written).toBe(0);
    expect(await keysOf(bucket)).toEqual(await keysOf(folder));
  });

  test('fails if the bucket returns other bytes than were written', async () => {
    const [folder, bucket] = [await fill(), STORES.bucket()];
    const broken: ObjectStore = { ...bucket, write: (key) => bucket.write(key, Buffer.from('?')) };
    await expect(copyObjects(folder, broken, () => {})).rejects.toThrow('differs in the target');
  });
});

test('a node is not ready until the storage has worked once, and then stays ready without it', async () => {
  let [now, works] = [0, false];
  const logged: string[] = [];
  const logger = createLogger('test', 'info', { write: (line) => void logged.push(line) });
  const probe = () =>
    works
      ? Promise.resolve()
      : Promise.reject(new ObjectStoreError('objects: look at the bucket.'));
  const { missing } = createObjectsModule({ probe }, logger, () => now);
  const advice = 'objects: look at the bucket.';
  expect(await missing?.()).toEqual([{ name: 'objects', advice, isTolerable: false }]);
  works = true;
  // The storage is probed only a few times a minute.
  expect(await missing?.()).toHaveLength(1);
  now += 30_000;
  expect(await missing?.()).toEqual([]);
  works = false;
  for (let probes = 0; probes < 3; probes += 1) {
    now += 30_000;
    expect(await missing?.()).toEqual([{ name: 'objects', advice, isTolerable: true }]);
  }
  expect(logged.filter((line) => line.includes(advice))).toHaveLength(2);
});
