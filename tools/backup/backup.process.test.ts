import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICE_ROLE } from '@sangwian/embedded-postgres/cluster';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '@sangwian/embedded-postgres/embedded-postgres';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../services/api/src/schema/migrate.ts';
import { backUp, listBackups, removeOld } from './back-up.ts';
import { restoreBackup, verifyBackup } from './restore-backup.ts';

const folder = mkdtempSync(join(tmpdir(), 'sangwian-backup-test-'));
const dataDir = join(folder, 'site');
const backups = join(folder, 'backups');
let site: EmbeddedPostgres;

const query = async (url: string, text: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
};

beforeAll(async () => {
  mkdirSync(join(dataDir, 'pictures', 'uploads'), { recursive: true });
  const photo = join(dataDir, 'pictures', 'uploads', 'photo');
  writeFileSync(photo, 'a photo');
  utimesSync(photo, 1_700_000_000, 1_700_000_000.4997);
  site = await startEmbeddedPostgres({ dataDir });
  await migrate(site.url, SERVICE_ROLE);
  await query(site.url, 'create table note (n int primary key)');
}, 60_000);

afterAll(async () => {
  await site?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('a backup taken during writes restores every earlier row and a sound ledger', async () => {
  const writer = new pg.Client({ connectionString: site.url });
  await writer.connect();
  let [written, isOver] = [0, false];
  const writing = (async () => {
    while (!isOver) {
      await writer.query('insert into note select n from generate_series($1::int, $2::int) n', [
        written + 1,
        written + 500,
      ]);
      written += 500;
    }
  })();
  await expect.poll(() => written).toBeGreaterThan(1_000);
  const before = written;
  const backup = await backUp({ dataDir, folder: backups, now: new Date('2026-11-20T01:00:00Z') });
  isOver = true;
  await writing;
  await writer.end();
  expect(written).toBeGreaterThan(before);

  const restored = join(folder, 'restored');
  await restoreBackup(backup, restored);
  const copy = await startEmbeddedPostgres({ dataDir: restored });
  try {
    const [row] = await query(
      copy.url,
      'select count(*)::int as rows, max(n)::int as last from note',
    );
    expect(row?.last).toBe(row?.rows);
    expect(row?.rows).toBeGreaterThanOrEqual(before);
  } finally {
    await copy.stop();
  }
  expect(readdirSync(join(restored, 'pictures', 'uploads'))).toEqual(['photo']);
  await expect(restoreBackup(backup, restored)).rejects.toThrow('Restore into another folder');
}, 120_000);

test('stores an unchanged image once, and keeps only the newest backups', async () => {
  const second = await backUp({ dataDir, folder: backups, now: new Date('2026-11-21T01:00:00Z') });
  const picture = statSync(join(second.folder, 'pictures', 'uploads', 'photo'));
  expect(picture.nlink).toBe(2);
  expect(await removeOld(backups, { keep: 1, dataDir })).toBe(1);
  expect((await listBackups(backups)).map(({ folder: path }) => path)).toEqual([second.folder]);
  await verifyBackup(second, backups);
  expect(readdirSync(backups).filter((name) => name.startsWith('check-'))).toEqual([]);
}, 120_000);

test('an interrupted backup is not listed, and the next backup removes its files', async () => {
  const left = join(backups, '2026-11-22T01-00-00Z.unfinished');
  mkdirSync(join(left, 'database'), { recursive: true });
  const known = (await listBackups(backups)).length;
  const next = await backUp({ dataDir, folder: backups, now: new Date('2026-11-23T01:00:00Z') });
  expect(await listBackups(backups)).toHaveLength(known + 1);
  expect(readdirSync(backups)).not.toContain('2026-11-22T01-00-00Z.unfinished');
  rmSync(join(next.folder, 'database', 'data', 'backup_label'));
  await expect(verifyBackup(next, backups)).rejects.toThrow('is no backup of a database');
}, 120_000);
