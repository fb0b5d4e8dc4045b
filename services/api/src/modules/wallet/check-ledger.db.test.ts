import { createLogger } from '@sangwian/node-kit/logger';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLedger } from './check-ledger.ts';
import { LedgerCheckStore } from './ledger-check.store.ts';

let api: TestApi;
let store: LedgerCheckStore;
beforeAll(async () => {
  api = await startTestApi();
  store = new LedgerCheckStore(api.db);
});
afterAll(() => api.close());

test('of many nodes that look at once one checks, and none again within the hour', async () => {
  const now = new Date();
  const deps = { store, clock: () => now, logger: createLogger('test', 'silent') };
  let checks = 0;
  const look = () =>
    store.whereDue(new Date(now.getTime() - 60 * 60_000), async () => {
      checks += 1;
      await checkLedger(deps);
    });
  await Promise.all([look(), look(), look()]);
  await look();
  expect(checks).toBe(1);
  expect(await store.findLast()).toEqual({ checkedAt: now, faults: [] });
});
