import { createLogger } from '@sangwian/node-kit/logger';
import { createTestDatabase, type TestDatabase } from '@sangwian/testkit/test-database';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../schema/database.ts';
import { createDatabase } from '../database/create-database.ts';
import { findDifferences, markSecrets } from './node-agreement.ts';
import { createNodeIdentity } from './node-identity.ts';
import { NodeReport } from './node-report.ts';
import { NodesStore } from './nodes.store.ts';

const logger = createLogger('test', 'silent');
const secretsMark = markSecrets(['one', 'two']);
let database: TestDatabase;
let db: Kysely<Database>;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase(database.serviceUrl, logger);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

test('reports a wrong clock, another version and other secrets with advice', async () => {
  const node = createNodeIdentity();
  const deps = { db, node, secretsMark, logger };
  const report = (mark: string) => NodeReport.parse({ secrets_mark: mark });
  const store = new NodesStore(db);
  await store.report(createNodeIdentity(), new Date(), report(secretsMark));
  expect(await findDifferences(deps)).toEqual([]);

  const other = { ...createNodeIdentity(), name: 'api-old', version: '0.1.0' };
  await store.report(other, new Date(), report(markSecrets(['one', 'three'])));
  const nowMs = () => Date.now() - 120_000;
  const found = await findDifferences({ ...deps, nowMs });
  expect(found.map(({ name, isTolerable }) => [name, isTolerable])).toEqual([
    ['clock', true],
    ['versions', true],
    ['secrets', true],
  ]);
  expect(found[0]?.advice).toMatch(/^clock: the clock of this machine is 1(19|20|21) s behind/);
  expect(found[1]?.advice).toContain('api-old another version');
  expect(found[2]?.advice).toContain('api-old has other secrets');
});
