import { createLogger } from '@sangwian/node-kit/logger';
import { createTestDatabase } from '@sangwian/testkit/test-database';
import { CompiledQuery, type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '../../../platform/database/create-database.ts';
import type { Database } from '../../../schema/database.ts';
import { type AuditFilter, AuditStore, auditPageQuery } from './audit.store.ts';
import { madeStaffId, madeSubjectId, makeAudit } from './testing/make-audit.ts';

const ENTRIES = 100_000;
const PAGE = 21;
const DAY_MS = 86_400_000;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Kysely<Database>;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase(database.url, createLogger('test', 'silent'));
  await db.transaction().execute(async (trx) => {
    // On a loaded machine, filling the table may exceed the site's statement timeout.
    await sql`set local statement_timeout = 0`.execute(trx);
    await makeAudit(trx, ENTRIES);
  });
  await sql`analyze audit_entry`.execute(db);
  await sql`analyze audit_outcome`.execute(db);
}, 120_000);
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

interface Plan {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
}

/** Returns the number of 8 kB blocks that the query of one page reads. */
async function blocksOf(filter: AuditFilter): Promise<number> {
  const query = auditPageQuery(db, filter, undefined, PAGE).compile();
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': readonly { Plan: Plan }[] }>(
    CompiledQuery.raw(`explain (analyze, buffers, format json) ${query.sql}`, [
      ...query.parameters,
    ]),
  );
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (plan === undefined) throw new Error('the database returned no plan');
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}

const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);
const LONG_AGO = { from: daysAgo(300), to: daysAgo(298) };
/** The whole audit table has about 8 000 blocks. */
const FILTERS: Record<string, AuditFilter> = {
  none: {},
  'a busy person': { staffId: madeStaffId(3) },
  'a person with few acts': { staffId: madeStaffId(39) },
  'a person without acts': { staffId: '01920000-0000-7000-8000-00000000dead' },
  'a common act': { operation: 'PUT /operator/made/3' },
  'a rare act': { operation: 'DELETE /operator/rare' },
  'an unknown act': { operation: 'x' },
  'a common type of subjects': { subjectType: 'made_3' },
  'a rare type of subjects': { subjectType: 'rare' },
  'a subject of any type': { subjectId: madeSubjectId(4711) },
  'a subject': { subjectType: 'made_7', subjectId: madeSubjectId(4711) },
  'an unknown subject': { subjectId: 'x' },
  'the last day': { from: daysAgo(1) },
  'all but the last 300 days': { to: daysAgo(300) },
  'two days long ago': LONG_AGO,
  'a person in two days': { ...LONG_AGO, staffId: madeStaffId(3) },
  'a rare act in two days': { ...LONG_AGO, operation: 'DELETE /operator/rare' },
  'a rare act of a person': { staffId: madeStaffId(3), operation: 'DELETE /operator/rare' },
};

test.each(Object.entries(FILTERS))(
  'the filter “%s” reads few blocks of 100 000 entries',
  async (_name, filter) => {
    expect(await blocksOf(filter)).toBeLessThan(3_000);
  },
);

test('a time filter returns exactly the entries of its period', async () => {
  const store = new AuditStore(db);
  const rows = await store.list(LONG_AGO, undefined, 1_000);
  expect(rows).toHaveLength((2 * DAY_MS) / (5 * 60_000));
  const times = rows.map(({ created_at }) => created_at.getTime());
  expect(Math.min(...times)).toBeGreaterThanOrEqual(LONG_AGO.from.getTime());
  expect(Math.max(...times)).toBeLessThan(LONG_AGO.to.getTime());
});
