import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_ROLE } from '@sangwian/embedded-postgres/cluster';
import { copyRunningCluster } from '@sangwian/embedded-postgres/copy-cluster';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '@sangwian/embedded-postgres/embedded-postgres';
import { restoreCluster } from '@sangwian/embedded-postgres/restore-cluster';
import { fastFolder } from '@sangwian/node-kit/fast-folder';
import { createLogger } from '@sangwian/node-kit/logger';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../schema/database.ts';
import { migrate } from '../../schema/migrate.ts';
import { createDatabase } from './create-database.ts';
import { ReadReplica } from './read-replica.ts';

const logger = createLogger('test', 'silent');
const LIMITS = { probeMs: 50, lagMsMax: 400 };
const QUICK = { fsync: 'off', shared_buffers: '32MB' };
const folder = mkdtempSync(join(fastFolder(), 'sangwian-replica-test-'));
const standbyDir = join(folder, 'standby');
let primary: EmbeddedPostgres;
let standby: EmbeddedPostgres;

const startStandby = (): Promise<EmbeddedPostgres> => {
  const { searchParams, password, username } = new URL(primary.adminUrl);
  const link = `host=${searchParams.get('host')} user=${username} password=${password}`;
  return startEmbeddedPostgres({
    dataDir: standbyDir,
    settings: { ...QUICK, primary_conninfo: link, wal_retrieve_retry_interval: '100ms' },
  });
};

async function asAdmin(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  const primaryDir = join(folder, 'primary');
  mkdirSync(primaryDir);
  primary = await startEmbeddedPostgres({ dataDir: primaryDir, settings: QUICK });
  await migrate(primary.url, SERVICE_ROLE);
  const copy = join(folder, 'copy');
  mkdirSync(copy, { mode: 0o700 });
  const made = await copyRunningCluster(primaryDir, copy);
  await restoreCluster({ folder: copy, copy: made }, standbyDir);
  writeFileSync(join(standbyDir, 'postgres/data/standby.signal'), '');
  standby = await startStandby();
}, 60_000);

afterAll(async () => {
  await standby?.stop();
  await primary?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const cleanUps: Array<() => unknown> = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

function open(url: string): Kysely<Database> {
  const db = createDatabase(url, logger, { connectionsMax: 2 });
  cleanUps.push(() => db.destroy());
  return db;
}

/** Opens a replica with the probes of the API and the rights of the services' role. */
async function follow(replicaUrl: string) {
  const db = open(primary.serviceUrl);
  const reads = new ReadReplica({ primary: db, replica: open(replicaUrl), logger, limits: LIMITS });
  const module = reads.createModule();
  await module.start?.();
  cleanUps.push(() => module.stop?.());
  return {
    /** Returns the name of the database that runs a read. */
    answers: () =>
      reads.run(async (on) => {
        const { rows } = await sql<{ name: string }>`
          select case when pg_is_in_recovery() then 'replica' else 'primary' end as name`.execute(
          on,
        );
        return rows[0]?.name;
      }),
    advice: async () =>
      (await module.missing?.())?.map((gap) => Reflect.get(Object(gap), 'advice')),
    write: () => sql`insert into switch_note_test default values`.execute(db),
  };
}

test('a replica is read while it follows the primary, and not while it is behind', async () => {
  await asAdmin(
    primary.adminUrl.replace('/postgres?', '/sangwian?'),
    `
    create table switch_note_test (n int default 1);
    grant insert on switch_note_test to ${SERVICE_ROLE}`,
  );
  const site = await follow(standby.serviceUrl);
  await expect.poll(site.answers).toBe('replica');
  expect(await site.advice()).toEqual([]);

  await asAdmin(standby.adminUrl, 'select pg_wal_replay_pause()');
  await site.write();
  await expect.poll(site.answers).toBe('primary');
  expect((await site.advice())?.join()).toMatch(/^replica: .+ is \d+ seconds behind\. Look at/);
  await asAdmin(standby.adminUrl, 'select pg_wal_replay_resume()');
  await expect.poll(site.answers).toBe('replica');
});

test('no read fails when a replica dies, and the replica is read again after its restart', async () => {
  const site = await follow(standby.serviceUrl);
  await expect.poll(site.answers).toBe('replica');
  let [isOver, reads] = [false, 0];
  const reading = (async () => {
    while (!isOver) {
      await site.answers();
      reads += 1;
    }
  })();
  await standby.stop();
  await expect.poll(site.answers).toBe('primary');
  await expect.poll(async () => (await site.advice())?.join()).toMatch(/does not answer/);
  isOver = true;
  await reading;
  expect(reads).toBeGreaterThan(0);
  standby = await startStandby();
  // The socket folder of a stopped database is removed, so the restarted database has another address.
  const again = await follow(standby.serviceUrl);
  await expect.poll(again.answers).toBe('replica');
});

test('a database that is not a copy of the primary is never read', async () => {
  const otherDir = join(folder, 'other');
  mkdirSync(otherDir);
  const other = await startEmbeddedPostgres({ dataDir: otherDir, settings: QUICK });
  cleanUps.push(() => other.stop());
  const site = await follow(other.serviceUrl);
  await expect.poll(async () => (await site.advice())?.join()).toMatch(/is no copy of the one/);
  expect(await site.answers()).toBe('primary');
}, 60_000);
