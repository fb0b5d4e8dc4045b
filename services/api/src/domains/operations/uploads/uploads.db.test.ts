import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PHOTO_WIDTHS } from '@sangwian/contract/rules/photo-formats';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createFolderStore } from '../../../platform/objects/folder-store.ts';
import { loadSampleSeason } from '../../../sample-season/load.ts';
import { cropPhoto, readPhoto, removePhoto, type UploadDeps, uploadPhoto } from './change-photo.ts';
import { clearDroppedFolders, encodePresentPhoto } from './encode-job.ts';
import { createPhotoFiles } from './photo-files.ts';
import { pngThatClaims } from './testing/claim-size.ts';
import { type PhotoSubject, UploadsStore } from './uploads.store.ts';

const DAY_MS = 86_400_000;
let api: TestApi;
let folder: string;
let deps: UploadDeps;
let live: string;
let fighter: PhotoSubject;
let program: PhotoSubject;
let changed: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sangwian-uploads-'));
  api = await startTestApi({ config: { storage: { picturesDir: folder } } });
  live = (await loadSampleSeason(api.db, { now: new Date() })).program_live_id;
  const { body } = await api.call(`GET /live/${live}`);
  fighter = { owner: 'fighter', ownerId: body.data.headline.red.fighter_id };
  program = { owner: 'program', ownerId: body.data.program_id };
  api.bus.subscribe('live:changed', ({ programLiveId }) => changed.push(programLiveId));
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  changed = [];
  deps = {
    db: api.db,
    bus: api.bus,
    store: new UploadsStore(api.db),
    files: createPhotoFiles(createFolderStore(folder)),
  };
});
afterEach(async () => {
  await api.db.deleteFrom('photo').execute();
  await api.db.deleteFrom('dropped_photo_folder').execute();
  await rm(join(folder, 'uploads'), { recursive: true, force: true });
});

/** An image whose left half is red and right half is blue. */
const halves = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0000ff' } })
    .composite([
      {
        input: { create: { width: width / 2, height, channels: 3, background: '#ff0000' } },
        left: 0,
        top: 0,
      },
    ])
    .jpeg({ quality: 95 })
    .toBuffer();

const upload = async (subject: PhotoSubject, size: readonly [number, number], version?: number) =>
  uploadPhoto(deps, {
    subject,
    edit: { by: 'Nok', version },
    bytes: await halves(...size),
  });

const crop = (subject: PhotoSubject, version: number, left: number) =>
  cropPhoto(deps, {
    subject,
    edit: { by: 'Ton', version },
    crop: { left, top: 0, width: 400, height: 400 },
    focusX: 20,
    focusY: 30,
  });

async function encode(subject: PhotoSubject): Promise<void> {
  const row = await deps.store.find(subject);
  await encodePresentPhoto(deps, { photo_id: row?.photo_id });
}

const fighterPhoto = async () =>
  (await api.call(`GET /fighter/${fighter.ownerId}`)).body.data.photo;
const liveData = async () => (await api.call(`GET /live/${live}`)).body.data;
/** Counts files, without folders. */
const countFiles = async () =>
  (await readdir(join(folder, 'uploads'), { recursive: true })).filter((name) =>
    /\/.+\//.test(name),
  ).length;

test('shows an uploaded portrait everywhere once its files are ready', async () => {
  const uploaded = await upload(fighter, [1200, 800]);
  expect(uploaded).toMatchObject({
    ...{ version: 1, width: 1200, height: 800, photo: null, state: 'encoding', updated_by: 'Nok' },
    crop: { left: 200, top: 0, width: 800, height: 800 },
  });
  expect(await fighterPhoto()).toBeNull();
  const { rows: jobs } = await sql<{ task_identifier: string; queue_name: string }>`
    select task_identifier, queue_name from graphile_worker.jobs
    where task_identifier = 'photo_encode'`.execute(api.db);
  expect(jobs).toEqual([{ task_identifier: 'photo_encode', queue_name: 'photos' }]);

  const before = await liveData();
  await encode(fighter);
  const photo = await fighterPhoto();
  expect(photo).toEqual({
    path: expect.stringMatching(/^\/uploads\/[0-9a-f]{32}$/),
    focus_x: 50,
    focus_y: 40,
  });
  const after = await liveData();
  expect(after.headline.red.photo).toEqual(photo);
  expect(after.revision).toBeGreaterThan(before.revision);
  expect(after.headline.revision).toBeGreaterThan(before.headline.revision);
  expect(changed).toContain(live);
  const [summary] = (await api.call(`GET /program/${program.ownerId}`)).body.data.matches.filter(
    (match: { red: { fighter_id: string } }) => match.red.fighter_id === fighter.ownerId,
  );
  expect(summary.red.photo).toEqual(photo);
  expect(await readPhoto(deps, fighter)).toMatchObject({ state: 'ready', photo });
});

test('serves each width as immutable AVIF and WebP files without metadata', async () => {
  await upload(fighter, [800, 800]);
  await encode(fighter);
  const { path } = await fighterPhoto();
  for (const width of PHOTO_WIDTHS.fighter) {
    for (const format of ['avif', 'webp']) {
      const { statusCode, headers, rawPayload } = await api.api.app.inject(
        `${path}/${width}.${format}`,
      );
      expect(statusCode).toBe(200);
      expect(headers).toMatchObject({
        'content-type': `image/${format}`,
        'cache-control': 'public, max-age=31536000, immutable',
      });
      const file = await sharp(rawPayload).metadata();
      expect(file).toMatchObject({ width, height: width });
      expect([file.exif, file.xmp, file.orientation]).toEqual([undefined, undefined, undefined]);
    }
  }
  const { preview } = (await readPhoto(deps, fighter)) ?? {};
  expect((await api.api.app.inject(preview ?? '')).statusCode).toBe(200);
  for (const hidden of [
    preview?.replace('preview.webp', 'original'),
    `${path}/65.avif`,
    `${path}/../original`,
    '/uploads/x/64.avif',
  ]) {
    expect((await api.api.app.inject(hidden ?? '')).statusCode, hidden).toBe(404);
  }
});

test('shows the crop that the operator chose, and its focus', async () => {
  await upload(fighter, [1600, 800]);
  await encode(fighter);
  const first = await fighterPhoto();
  expect(await crop(fighter, 1, 1100)).toMatchObject({
    version: 2,
    photo: first,
    state: 'encoding',
  });
  expect(await fighterPhoto()).toEqual(first);
  await encode(fighter);
  const photo = await fighterPhoto();
  expect(photo).toMatchObject({ focus_x: 20, focus_y: 30 });
  expect(photo.path).not.toBe(first.path);
  const { rawPayload } = await api.api.app.inject(`${photo.path}/64.webp`);
  const { dominant } = await sharp(rawPayload).stats();
  // The right half of the original.
  expect(dominant.b).toBeGreaterThan(dominant.r);
  await expect(crop(fighter, 2, 1201)).rejects.toMatchObject({ code: 'picture_crop_invalid' });
});

test('refuses a change based on an older version, and names the last editor', async () => {
  await upload(fighter, [400, 400]);
  const stale = { code: 'edit_stale', details: [{ path: 'photo', message: 'Nok' }] };
  await expect(upload(fighter, [500, 500])).rejects.toMatchObject(stale);
  await expect(crop(fighter, 2, 0)).rejects.toMatchObject(stale);
  const gone = { subject: fighter, edit: { by: 'Ton', version: 7 } };
  await expect(removePhoto(deps, gone)).rejects.toMatchObject(stale);
  // Of two concurrent changes by operators, one succeeds.
  const outcomes = await Promise.allSettled([crop(fighter, 1, 0), crop(fighter, 1, 0)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('shows the drawing again after the photo is removed', async () => {
  await upload(program, [1600, 1000]);
  await encode(program);
  const shown = await liveData();
  expect(shown.photo.path).toMatch(/^\/uploads\//);
  expect(shown.poster).toBe(`/art/poster/${live}.svg`);
  await removePhoto(deps, { subject: program, edit: { by: 'Ton', version: 1 } });
  const after = await liveData();
  expect(after.photo).toBeNull();
  expect(after.revision).toBeGreaterThan(shown.revision);
  expect(await readPhoto(deps, program)).toBeNull();
  await expect(
    removePhoto(deps, { subject: program, edit: { by: 'Ton', version: undefined } }),
  ).rejects.toMatchObject({ code: 'photo_not_found' });
});

test('a job that ends after the removal or another change of its photo publishes nothing', async () => {
  await upload(fighter, [400, 400]);
  const row = await deps.store.find(fighter);
  const removing: UploadDeps = {
    ...deps,
    files: {
      ...deps.files,
      read: async (...file) => {
        await removePhoto(deps, { subject: fighter, edit: { by: 'Ton', version: 1 } });
        return createPhotoFiles(createFolderStore(folder)).read(...file);
      },
    },
  };
  await encodePresentPhoto(removing, { photo_id: row?.photo_id });
  expect(await fighterPhoto()).toBeNull();
});

test('removes replaced files after a week, but not those in use', async () => {
  await upload(fighter, [800, 400]);
  await encode(fighter);
  await crop(fighter, 1, 0);
  await encode(fighter);
  const one = PHOTO_WIDTHS.fighter.length * 2;
  expect(await countFiles()).toBe(2 * one + 2);
  const later = (days: number) => new Date(Date.now() + days * DAY_MS);
  await clearDroppedFolders(deps, later(6));
  expect(await countFiles()).toBe(2 * one + 2);
  await clearDroppedFolders(deps, later(8));
  expect(await countFiles()).toBe(one + 2);
  // Uploads the same image again. Its dropped folder is in use again when the cleanup runs.
  await removePhoto(deps, { subject: fighter, edit: { by: 'Ton', version: 2 } });
  await upload(fighter, [800, 400]);
  await clearDroppedFolders(deps, later(8));
  expect(await countFiles()).toBe(2);
});

test('refuses an upload for an unknown fighter without leaving a file', async () => {
  const nobody = { owner: 'fighter', ownerId: '01920000-0000-7000-8000-000000000000' } as const;
  await expect(upload(nobody, [400, 400])).rejects.toMatchObject({ code: 'match_not_found' });
  await expect(readPhoto(deps, nobody)).rejects.toMatchObject({ code: 'match_not_found' });
  await expect(readdir(join(folder, 'uploads'))).rejects.toMatchObject({ code: 'ENOENT' });
});

test('an editor can upload, crop and remove photos through the API, and a cashier cannot', async () => {
  const [editor, cashier] = [await api.makeStaff('editor', 'Fah'), await api.makeStaff('cashier')];
  const address = `/operator/photos/fighter/${fighter.ownerId}`;
  const picture = await halves(800, 800);
  const put = (headers: Record<string, string>, query = '', body: Buffer = picture) =>
    api.call(`PUT ${address}${query}`, {
      headers: { ...headers, 'content-type': 'image/jpeg' },
      body,
    });

  const refused = await put(cashier.headers);
  expect([refused.status, refused.body.status]).toEqual([403, 'staff_permission_missing']);
  const uploaded = await put(editor.headers);
  expect(uploaded.status).toBe(200);
  expect(uploaded.body.data).toMatchObject({ version: 1, updated_by: 'Fah', state: 'encoding' });
  const stale = await put(editor.headers);
  expect([stale.status, stale.body.status]).toEqual([409, 'edit_stale']);
  const broken = await put(editor.headers, '?version=1', picture.subarray(0, 400));
  expect([broken.status, broken.body.status]).toEqual([400, 'picture_invalid']);

  const cropped = await api.call(`PUT ${address}/crop`, {
    headers: editor.headers,
    body: {
      ...{ version: 1, focus_x: 10, focus_y: 90 },
      crop: { left: 0, top: 100, width: 300, height: 300 },
    },
  });
  expect(cropped.body.data).toMatchObject({ version: 2, focus_x: 10 });
  const removed = await api.call(`DELETE ${address}?version=2`, { headers: editor.headers });
  expect(removed.status).toBe(200);
  const after = await api.call(`GET ${address}`, { headers: editor.headers });
  expect(after.body).toEqual({ data: null });
  const entries = await api.db
    .selectFrom('audit_entry')
    .select(['operation', 'parts'])
    .where('actor', '=', 'Fah')
    .orderBy('audit_entry_id')
    .execute();
  expect(entries).toHaveLength(5);
  expect(entries[0]?.parts).toMatchObject({ upload: { bytes: picture.length } });
  const notes = await api.call('GET /operator/audit?limit=2', { headers: editor.headers });
  const [removal, crop] = notes.body.data;
  expect(crop).toMatchObject({
    before: { focus: expect.any(String) },
    after: { crop: '0, 100, 300 × 300', focus: '10 %, 90 %' },
  });
  expect(removal).toMatchObject({ before: crop?.after, after: null });
});

test('refuses a poster of 12,000 by 12,000 pixels, and keeps the current poster', async () => {
  const editor = await api.makeStaff('editor', 'Poster');
  const address = `/operator/photos/program/${program.ownerId}`;
  await upload(program, [1600, 900]);
  const kept = (await api.call(`GET ${address}`, { headers: editor.headers })).body;
  expect(kept.data).toMatchObject({ version: 1, width: 1600 });
  const refused = await api.call(`PUT ${address}?version=1`, {
    headers: { ...editor.headers, 'content-type': 'image/png' },
    body: await pngThatClaims(12_000, 12_000),
  });
  expect([refused.status, refused.body.status]).toEqual([400, 'picture_too_large']);
  expect(refused.body.message).toContain('32 megapixels');
  expect((await api.call(`GET ${address}`, { headers: editor.headers })).body).toEqual(kept);
});
