import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MemberId } from '@sangwian/contract/ids';
import { SERVICE_ROLE } from '@sangwian/embedded-postgres/cluster';
import { startEmbeddedPostgres } from '@sangwian/embedded-postgres/embedded-postgres';
import { runningUrls } from '@sangwian/embedded-postgres/running-urls';
import { emptyOutbox, readArchiveId } from '@sangwian/embedded-postgres/wal-archive';
import { createLogger } from '@sangwian/node-kit/logger';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createMembers } from '../../services/api/src/domains/identity/members/members.module.ts';
import { createWallet } from '../../services/api/src/domains/money/wallet/wallet.module.ts';
import { createDatabase } from '../../services/api/src/platform/database/create-database.ts';
import { migrate } from '../../services/api/src/schema/migrate.ts';
import { type RunningDatabase, runEmbeddedDatabase } from '../start/database.ts';
import { type Backup, backUp, listBackups, removeOld } from './back-up.ts';
import { restoreBackup } from './restore-backup.ts';

/** Far more than a few starts of PostgreSQL take, so that a busy machine fails none. */
const RESTORES_MS_MAX = 300_000;
const PHONE = '0812345679';
const SECRETS = ['the secret of the backups of this site'];
const logger = createLogger('test', 'silent');
const folder = mkdtempSync(join(tmpdir(), 'sangwian-time-test-'));
const dataDir = join(folder, 'site');
const backups = join(folder, 'backups');
const archive = { folder: backups, secrets: SECRETS };
let site: RunningDatabase | null = null;
let memberId: MemberId;
let backup: Backup;
/** Between the orders B and C. */
let chosen: Date;

const startSite = (): Promise<RunningDatabase> =>
  runEmbeddedDatabase(
    { dataDir, archive },
    { logger, onNote: () => undefined, onLost: () => undefined },
  );

async function query<Row>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows as Row[];
  } finally {
    await client.end();
  }
}

/** Commits a paid order of 100 coins with its coins. */
async function order(number: string): Promise<void> {
  const db = createDatabase(site?.serviceUrl ?? '', logger, { connectionsMax: 1 });
  const wallet = createWallet(db);
  try {
    await db.transaction().execute(async (trx) => {
      const now = new Date();
      await trx
        .insertInto('coin_order')
        .values({
          ...{ number, member_id: memberId, status: 'paid', base_coins: 100, bonus_coins: 0 },
          ...{ amount_satang: 10_000, created_at: now, expires_at: now, paid_at: now },
        })
        .execute();
      const movement = { memberId, coins: 100, kind: 'purchase', idempotencyKey: number } as const;
      await wallet.credit(trx, { ...movement, from: 'sold' });
    });
  } finally {
    await db.destroy();
  }
}

async function now(): Promise<Date> {
  const [row] = await query<{ at: Date }>(site?.url ?? '', 'select clock_timestamp() as at');
  return row?.at ?? new Date();
}

/** Restores into a new folder, and returns the orders and the member's balance. */
async function restored(name: string, until: Date | 'latest' | undefined, from = backup) {
  const target = join(folder, name);
  await restoreBackup(from, target, until);
  // A restored database never writes into the archive of its origin.
  expect(readArchiveId(target)).toBeNull();
  const database = await startEmbeddedPostgres({ dataDir: target });
  try {
    const orders = await query<{ number: string }>(
      database.url,
      'select number from coin_order order by number',
    );
    const [wallet] = await query<{ coins: string }>(
      database.url,
      `select balance_coins as coins from account where member_id = '${memberId}'`,
    );
    return { orders: orders.map(({ number }) => number).join(''), coins: Number(wallet?.coins) };
  } finally {
    await database.stop();
    rmSync(target, { recursive: true });
  }
}

const filesBelow = (path: string): string[] =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const segmentsOf = (root: string): string[] =>
  filesBelow(join(root, 'wal')).filter((path) => /[0-9A-F]{24}\.gz\.sealed$/.test(path));

/** Returns a backup in a copy of all backups, for damage. */
async function copyOf(name: string): Promise<{ root: string; copy: Backup }> {
  const root = join(folder, name);
  cpSync(backups, root, { recursive: true });
  const [copy] = await listBackups(root, SECRETS);
  if (copy === undefined) throw new Error('no backup');
  return { root, copy };
}

beforeAll(async () => {
  mkdirSync(join(dataDir, 'pictures'), { recursive: true });
  writeFileSync(join(dataDir, 'pictures', 'slip'), `a slip of ${PHONE}`);
  site = await startSite();
  await migrate(site.url, SERVICE_ROLE);
  const db = createDatabase(site.serviceUrl, logger, { connectionsMax: 1 });
  const members = createMembers(db, createWallet(db));
  memberId = await db.transaction().execute((trx) =>
    members.createMember(trx, {
      ...{ firstName: 'เวลา', lastName: 'ย้อน', phone: PHONE, birthDate: '1990-02-01' },
      ...{ password: null, passwordHash: null },
    }),
  );
  await db.destroy();
  await order('A');
  backup = await backUp({ dataDir, folder: backups, now: new Date(), secrets: SECRETS });
  await order('B');
  chosen = await now();
  await vi.waitFor(async () => expect((await now()) > chosen).toBe(true));
  await query(runningUrls(dataDir).admin, 'select pg_switch_wal()');
  await order('C');
  await query(runningUrls(dataDir).admin, 'select pg_switch_wal()');
  await order('D');
  // A clean stop archives the rest of the log.
  await site.stop();
  site = null;
}, RESTORES_MS_MAX);

afterAll(async () => {
  await site?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('an encrypted backup with an archived log', () => {
  test(
    'is restored to a time: with the order committed before, without the one after it',
    async () => {
      expect(await restored('at-time', chosen)).toEqual({ orders: 'AB', coins: 200 });
      expect(await restored('at-end', 'latest')).toEqual({ orders: 'ABCD', coins: 400 });
    },
    RESTORES_MS_MAX,
  );

  test('contains no plaintext', () => {
    const files = filesBelow(backups);
    expect(segmentsOf(backups).length).toBeGreaterThan(2);
    expect(files.filter((path) => !path.endsWith('.sealed'))).toEqual([]);
    expect(files.filter((path) => readFileSync(path).includes(PHONE))).toEqual([]);
  });

  test('needs its secret, and names the reason', async () => {
    await expect(listBackups(backups)).rejects.toThrow('Set BACKUP_SECRET');
    const other = listBackups(backups, ['another secret of another site']);
    await expect(other).rejects.toThrow('another secret than BACKUP_SECRET');
    const both = await listBackups(backups, ['another secret of another site', ...SECRETS]);
    expect(both).toHaveLength(1);
  });

  test(
    'refuses times outside the log',
    async () => {
      const [early, late] = [new Date(Date.now() - 86_400_000), new Date(Date.now() + 86_400_000)];
      await expect(restored('early', early)).rejects.toThrow('can be restored to');
      await expect(restored('late', late)).rejects.toThrow(
        /The archived log ends before .*: its last commit is of /,
      );
      // The folder can be used again.
      expect(existsSync(join(folder, 'late', 'postgres'))).toBe(false);
    },
    RESTORES_MS_MAX,
  );

  test(
    'is refused if a segment of the log is damaged or missing',
    async () => {
      const damaged = await copyOf('damaged');
      const last = segmentsOf(damaged.root).sort().at(-2) ?? '';
      truncateSync(last, 1_000);
      await expect(restored('cut', 'latest', damaged.copy)).rejects.toThrow('is damaged, cut off');
      rmSync(last);
      await expect(restored('hole', 'latest', damaged.copy)).rejects.toThrow('The archive lacks');
    },
    RESTORES_MS_MAX,
  );

  test(
    'is refused if its files are missing or were exchanged',
    async () => {
      const { copy } = await copyOf('exchanged');
      const base = filesBelow(join(copy.folder, 'database', 'data', 'base'));
      const [one = '', other = ''] = base;
      renameSync(one, `${one}.aside`);
      cpSync(other, one);
      rmSync(`${one}.aside`);
      await expect(restored('exchange', undefined, copy)).rejects.toThrow('was moved');
      rmSync(one);
      await expect(restored('missing', undefined, copy)).rejects.toThrow('It is incomplete');
    },
    RESTORES_MS_MAX,
  );

  test(
    'archives the log by itself soon after a start',
    async () => {
      const settings = { archive_timeout: '1s' };
      const database = await startEmbeddedPostgres({ dataDir, settings });
      try {
        await query(database.url, 'create table change (n int)');
        await expect
          .poll(() => emptyOutbox(dataDir, archive), { timeout: 30_000 })
          .toBeGreaterThan(0);
      } finally {
        await database.stop();
        await emptyOutbox(dataDir, archive);
      }
    },
    RESTORES_MS_MAX,
  );

  test(
    'takes its log with it when it is removed',
    async () => {
      site = await startSite();
      const rows = await query<{ value: string }>(
        site.url,
        `select setting as value from pg_settings where name = 'archive_timeout'`,
      );
      // Half of the promised 60 seconds.
      expect(rows).toEqual([{ value: '30' }]);
      const first = segmentsOf(backups).sort()[0] ?? '';
      const next = new Date(Date.now() + 1_000);
      const second = await backUp({ dataDir, folder: backups, now: next, secrets: SECRETS });
      const picture = statSync(join(second.folder, 'pictures', 'slip.sealed'));
      expect(picture.nlink).toBe(2);
      await removeOld(backups, { keep: 1, dataDir, secrets: SECRETS });
      expect(existsSync(first)).toBe(false);
      expect(existsSync(join(backups, 'wal', readArchiveId(dataDir) ?? ''))).toBe(true);
      expect(existsSync(backup.folder)).toBe(false);
    },
    RESTORES_MS_MAX,
  );
});
