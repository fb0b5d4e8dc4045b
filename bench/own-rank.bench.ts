import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MatchLiveId, MemberId } from '@sangwian/contract/ids';
import { startEmbeddedPostgres } from '@sangwian/embedded-postgres/embedded-postgres';
import { createLogger } from '@sangwian/node-kit/logger';
import { type Kysely, sql } from 'kysely';
import { createMembers } from '../services/api/src/domains/identity/members/members.module.ts';
import { createGiftsModule } from '../services/api/src/domains/live/gifts/gifts.module.ts';
import { createLiveReader } from '../services/api/src/domains/live/lives/lives.module.ts';
import { createSpending } from '../services/api/src/domains/money/spending/spending.module.ts';
import { createWallet } from '../services/api/src/domains/money/wallet/wallet.module.ts';
import { createInProcessBus } from '../services/api/src/platform/bus/bus.ts';
import {
  createDatabase,
  DATABASE_LIMITS,
} from '../services/api/src/platform/database/create-database.ts';
import { ALWAYS_ON } from '../services/api/src/platform/switches/testing/always-on.ts';
import { loadSampleSeason } from '../services/api/src/sample-season/load.ts';
import type { Database } from '../services/api/src/schema/database.ts';
import { migrate } from '../services/api/src/schema/migrate.ts';
import { type Bench, percentile, type Report } from './figure.ts';

const SUPPORTERS = 500_000;
const CALLS = 3_000;
const AT_ONCE = 200;
/** Measured turns, alternately with and without a crowd. */
const TURNS = 60;
const COUNTS = 20;

/** Creates half a million supporters of a bout, most with few coins. */
async function makeSupporters(db: Kysely<Database>, matchLiveId: string): Promise<void> {
  await sql`set statement_timeout = 0`.execute(db);
  await sql`
    insert into gift_supporter (match_live_id, member_id, red_coins, blue_coins)
    select ${matchLiveId}::uuid, uuidv7(), 1 + floor(-ln(1 - random()) * 200)::bigint,
      case when random() < 0.2 then floor(random() * 1000)::bigint else 0 end
    from generate_series(1, ${SUPPORTERS})
  `.execute(db);
  await sql`vacuum analyze gift_supporter`.execute(db);
}

async function makeSender(db: Kysely<Database>): Promise<MemberId> {
  const wallet = createWallet(db);
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .insertInto('member')
      .values({ first_name: 'แฟน', last_name: 'มวย' })
      .returning('member_id')
      .executeTakeFirstOrThrow();
    const memberId = row.member_id as MemberId;
    await wallet.openWallet(trx, memberId);
    await wallet.grantCoins(trx, {
      memberId,
      coins: 10_000,
      kind: 'grant',
      idempotencyKey: `bench:${memberId}`,
    });
    return memberId;
  });
}

async function timeOf(call: () => Promise<unknown>): Promise<number> {
  const beganMs = performance.now();
  await call();
  return performance.now() - beganMs;
}

async function measure(databaseUrl: string): Promise<Report> {
  const logger = createLogger('bench', 'silent');
  const db = createDatabase(databaseUrl, logger);
  const moneyDb = createDatabase(databaseUrl, logger, {
    connectionsMax: DATABASE_LIMITS.moneyConnectionsMax,
  });
  const base = { db, moneyDb, bus: createInProcessBus(), clock: () => new Date(), logger };
  const wallet = createWallet(db);
  const live = createLiveReader(db);
  const gifts = createGiftsModule({
    ...base,
    live,
    members: createMembers(db, wallet),
    wallet,
    spending: createSpending(db, base.clock),
    switches: ALWAYS_ON,
  });
  const { program_live_id: programLiveId } = await loadSampleSeason(db, { now: new Date() });
  const bout = ((await live.findCurrentBout(programLiveId as never)) ?? '') as MatchLiveId;
  // One connection, so that its settings apply to all statements.
  const owner = createDatabase(databaseUrl, logger, { connectionsMax: 1 });
  await makeSupporters(owner, bout);
  await owner.destroy();
  const sender = await makeSender(db);
  const gift = await db
    .selectFrom('gift')
    .select('gift_id')
    .where('price_coins', '=', 1)
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ member_id: string }>`
    select member_id from gift_supporter where match_live_id = ${bout} order by random() limit ${CALLS}
  `.execute(db);
  const handle = gifts.handlers?.['GET /giftLog/leaderboard/mine'];
  if (handle === undefined) throw new Error('the endpoint of own ranks has no handler');
  let callCount = 0;
  const readRank = (): Promise<unknown> => {
    callCount += 1;
    const bearer = { memberId: rows[callCount % rows.length]?.member_id };
    return handle({ query: { match_live_id: bout }, bearer } as never);
  };
  const send = (): Promise<unknown> =>
    gifts.send({
      memberId: sender,
      idempotencyKey: randomUUID(),
      match_live_id: bout,
      corner: 'red',
      gift_id: gift.gift_id,
      quantity: 1,
      expected_coins: 1,
    });

  const countMs: number[] = [];
  for (const { member_id: memberId } of rows.slice(0, COUNTS)) {
    countMs.push(
      await timeOf(() =>
        sql`select count(*) from gift_supporter as other, gift_supporter as mine
          where mine.match_live_id = ${bout} and mine.member_id = ${memberId}
            and other.match_live_id = mine.match_live_id
            and other.red_coins + other.blue_coins > mine.red_coins + mine.blue_coins`.execute(db),
      ),
    );
  }
  const firstMs = await timeOf(readRank);
  const single: number[] = [];
  for (let call = 0; call < CALLS; call += 1) single.push(await timeOf(readRank));
  await send();
  const crowd: number[] = [];
  const alone: number[] = [];
  const beside: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    alone.push(await timeOf(send));
    const calls = Array.from({ length: AT_ONCE }, () => timeOf(readRank));
    beside.push(await timeOf(send));
    crowd.push(...(await Promise.all(calls)));
  }
  await gifts.stop?.();
  await Promise.all([db.destroy(), moneyDb.destroy()]);
  const middle = (samples: readonly number[]): number => percentile(samples, 0.5);
  const row = (name: string, samples: readonly number[]): string[] => [
    name,
    middle(samples).toFixed(2),
    percentile(samples, 0.95).toFixed(2),
  ];
  return {
    table: [
      [`${SUPPORTERS} supporters`, 'p50 ms', 'p95 ms'],
      row('own rank, one call after the other', single),
      row(`own rank, ${AT_ONCE} calls at once`, crowd),
      ['own rank, first call (creates the tally)', firstMs.toFixed(1), ''],
      row('the same by counting the supporters above', countMs),
      row('a gift alone', alone),
      row(`a gift beside ${AT_ONCE} calls`, beside),
    ],
    figures: [
      {
        id: 'own-rank-p95',
        value: percentile(single, 0.95),
        goal: 5,
        sense: 'at-most',
        unit: ' ms',
      },
      {
        id: 'own-rank-crowd-p95',
        value: percentile(crowd, 0.95),
        goal: 20,
        sense: 'at-most',
        unit: ' ms',
      },
      {
        id: 'own-rank-gift',
        value: middle(beside) / middle(alone),
        goal: 2,
        sense: 'at-most',
        unit: '×',
      },
    ],
  };
}

/** Own ranks among half a million supporters, and gifts while a crowd requests its ranks. */
export const bench: Bench = {
  about: 'own rank among 500 000 supporters, and a gift beside 200 calls for it against one alone',
  run: async (): Promise<Report> => {
    const dataDir = mkdtempSync(join(tmpdir(), 'sangwian-own-rank-'));
    const database = await startEmbeddedPostgres({ dataDir });
    try {
      await migrate(database.url);
      return await measure(database.url);
    } finally {
      await database.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};
