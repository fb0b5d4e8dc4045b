import { randomUUID } from 'node:crypto';
import { createLogger } from '@sangwian/node-kit/logger';
import { startPgbouncer, type TestServer } from '@sangwian/testkit/start-server';
import { startTestApi, TEST_APP_KEY, type TestApi } from '@sangwian/testkit/start-test-api';
import { createTestDatabase, type TestDatabase } from '@sangwian/testkit/test-database';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operateShow } from '../../domains/live/bout-control/testing/operate-show.ts';
import { createWallet } from '../../domains/money/wallet/wallet.module.ts';
import { loadSampleSeason } from '../../sample-season/load.ts';
import { FanSockets, followLive } from '../../testing/fan-sockets.ts';
import { createDatabase, setRoleLimits } from './create-database.ts';

/** Fewer connections than the API opens, so that consecutive transactions get different connections. */
const CONNECTIONS = 3;
const SOON = { timeout: 10_000 };

let database: TestDatabase;
let pooler: TestServer;
let api: TestApi;
let live: string;
const sockets = new FanSockets();

beforeAll(async () => {
  database = await createTestDatabase();
  const direct = createDatabase(database.serviceUrl, createLogger('test', 'silent'));
  await setRoleLimits(direct);
  await loadSampleSeason(direct, { now: new Date() });
  await direct.destroy();
  pooler = await startPgbouncer(database.serviceUrl, CONNECTIONS);
  api = await startTestApi({
    databaseUrl: pooler.url,
    moneyConnectionsMax: 4,
    config: { database: { directUrl: database.serviceUrl, hasSessions: false } },
  });
  await api.api.start();
  live = (await api.call('GET /live?status=in_progress')).body.data[0].program_live_id;
});
afterAll(async () => {
  sockets.close();
  await api.close();
  await pooler.stop();
  await database.drop();
});

test('the role limits statements and idle transactions, because the pooler cannot set limits', async () => {
  const { rows } = await sql`select name, setting from pg_settings
    where name in ('statement_timeout', 'idle_in_transaction_session_timeout') order by name`.execute(
    api.db,
  );
  expect(rows).toEqual([
    { name: 'idle_in_transaction_session_timeout', setting: '15000' },
    { name: 'statement_timeout', setting: '20000' },
  ]);
});

test('members sign in, watch, chat and cheer through pgbouncer, and jobs settle the bout', async () => {
  const fans = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const fan = await api.makeFan({ coins: 100 });
      return { ...fan, token: await api.signIn(fan) };
    }),
  );
  const site = { url: api.url, appKey: TEST_APP_KEY };
  const reader = await followLive(await sockets.connect(site, '/event'), live);
  const bout = (await api.call(`GET /live/${live}`)).body.data.current_match_live_id;
  const gift = (await api.call('GET /gift')).body.data[0];
  const seqs = await Promise.all(
    fans.map(async ({ memberId, token }) => {
      const watching = { member_id: memberId, watch_token: randomUUID() };
      const joined = await api.call('POST /memberWatchStream/joinWatchStream', {
        token,
        body: watching,
      });
      expect(joined.status, joined.text).toBe(200);
      const sent = await api.call('POST /gift/send', {
        token,
        body: {
          ...{ match_live_id: bout, corner: 'blue', gift_id: gift.gift_id },
          ...{ quantity: 1, expected_coins: gift.coins },
        },
      });
      expect(sent.body.data?.balance, sent.text).toBe(100 - gift.coins);
      const socket = await sockets.connect(site, '/event', token);
      const line = { program_live_id: live, text: 'สู้ ๆ', chat_message_id: randomUUID() };
      return (await socket.emitWithAck('chat:send', line)).message.seq as number;
    }),
  );
  const heard = () => reader.ticks.flatMap((tick) => tick.messages.map(({ seq }) => seq));
  await expect.poll(heard, SOON).toEqual(seqs.toSorted((one, other) => one - other));

  for (const act of [
    { action: 'result', winner: 'red', method: 'decision' },
    { action: 'confirm', by: 'bob' },
  ]) {
    const { status, text } = await operateShow(api, { bout, ...act });
    expect(status, text).toBe(200);
  }
  // Gifts to the corner that lost are refunded by a job.
  const wallet = createWallet(api.db);
  const balances = () => Promise.all(fans.map(({ memberId }) => wallet.readBalance(memberId)));
  await expect.poll(balances, SOON).toEqual(fans.map(() => 100));
  expect(await wallet.findFaults()).toEqual([]);
});
