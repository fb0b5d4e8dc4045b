import { randomUUID } from 'node:crypto';
import { createLogger } from '@sangwian/node-kit/logger';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadSampleSeason } from '../../sample-season/load.ts';
import { createDatabase } from './create-database.ts';

/** Size of the pool of `startTestApi`. */
const CONNECTIONS = 6;

let api: TestApi;
let bout: string;
beforeAll(async () => {
  api = await startTestApi({ moneyConnectionsMax: 2 });
  const { program_live_id: liveId } = await loadSampleSeason(api.db, { now: new Date() });
  bout = (await api.call(`GET /live/${liveId}`)).body.data.current_match_live_id;
});
afterAll(() => api.close());

test('a gift succeeds while reads hold all other connections', async () => {
  const token = await api.signIn(await api.makeFan({ coins: 100 }));
  const gift = (await api.call('GET /gift')).body.data[0];
  // Caches the session, as for every fan who is already signed in.
  await api.call('GET /auth/member/wallet', { token });
  const blocker = createDatabase(api.databaseUrl, createLogger('test', 'silent'), {
    connectionsMax: 1,
  });
  await sql`create table held (one integer)`.execute(blocker);
  await sql`grant select on held to public`.execute(blocker);
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isLocked = (): void => undefined;
  const locked = new Promise<void>((resolve) => {
    isLocked = resolve;
  });
  const blocking = blocker.transaction().execute(async (trx) => {
    await sql`lock table held`.execute(trx);
    isLocked();
    await released;
  });
  await locked;
  const reads = Array.from({ length: CONNECTIONS + 4 }, () =>
    sql`select * from held`.execute(api.db),
  );
  const sent = await api.call('POST /gift/send', {
    token,
    headers: { 'idempotency-key': randomUUID() },
    body: {
      match_live_id: bout,
      corner: 'red',
      gift_id: gift.gift_id,
      quantity: 1,
      expected_coins: gift.coins,
    },
  });
  expect(sent.body.data?.balance).toBe(100 - gift.coins);
  release();
  await Promise.all([...reads, blocking]);
  await blocker.destroy();
});
