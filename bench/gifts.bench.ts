import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MemberId } from '@sangwian/contract/ids';
import { startEmbeddedPostgres } from '@sangwian/embedded-postgres/embedded-postgres';
import { createLogger } from '@sangwian/node-kit/logger';
import { type Kysely, sql } from 'kysely';
import { createMembers } from '../services/api/src/domains/identity/members/members.module.ts';
import { createSessions } from '../services/api/src/domains/identity/sessions/sessions.module.ts';
import { createGiftsModule } from '../services/api/src/domains/live/gifts/gifts.module.ts';
import { createLiveReader } from '../services/api/src/domains/live/lives/lives.module.ts';
import { createSpending } from '../services/api/src/domains/money/spending/spending.module.ts';
import { createWallet } from '../services/api/src/domains/money/wallet/wallet.module.ts';
import { createInProcessBus } from '../services/api/src/platform/bus/bus.ts';
import { createDatabase } from '../services/api/src/platform/database/create-database.ts';
import { ALWAYS_ON } from '../services/api/src/platform/switches/testing/always-on.ts';
import { loadSampleSeason } from '../services/api/src/sample-season/load.ts';
import type { Database } from '../services/api/src/schema/database.ts';
import { migrate } from '../services/api/src/schema/migrate.ts';
import type { Bench, Figure, Report } from './figure.ts';
import { startApiAlone } from './support/api-alone.ts';
import {
  type Compared,
  drive,
  FEW,
  type Load,
  preparePeer,
  takeTurns,
} from './support/gift-turns.ts';
import { postRequest, RawCaller } from './support/raw-caller.ts';

const CROWD = 500;
const MEMBERS = 20_000;
const REFUNDED_GIFTS = 500_000;
const WATCHED_WALLETS = 4;

/**
 * Inserts members with enough coins directly into the database, because creating them over the API is not measured
 * here.
 */
async function makeMembers(db: Kysely<Database>): Promise<MemberId[]> {
  const { rows } = await sql<{ member_id: MemberId }>`
    insert into member (first_name, last_name)
    select 'แฟน', 'มวย' from generate_series(1, ${MEMBERS}) returning member_id
  `.execute(db);
  const ids = rows.map((row) => row.member_id);
  await sql`
    insert into account (name, member_id, holder, balance_coins)
    select 'member:' || id, id, 'member', 1000000 from unnest(${ids}::uuid[]) as id
  `.execute(db);
  // Without statistics, plans would scan the whole table for every row.
  await sql`vacuum analyze`.execute(db);
  await sql`
    insert into transfer (debit_account_id, credit_account_id, amount_coins, kind, idempotency_key,
      member_id, balance_after_coins)
    select house.account_id, wallet.account_id, 1000000, 'grant', 'bench:' || wallet.member_id,
      wallet.member_id, 1000000
    from account as wallet, account as house
    where wallet.member_id = any(${ids}::uuid[]) and house.name = 'granted'
  `.execute(db);
  await sql`vacuum analyze`.execute(db);
  return ids;
}

/** Measures the longest wait for a wallet's lock during refunds. */
async function watchWallets(
  db: Kysely<Database>,
  members: readonly MemberId[],
  isOver: () => boolean,
): Promise<number> {
  let longestMs = 0;
  await Promise.all(
    Array.from({ length: WATCHED_WALLETS }, async () => {
      while (!isOver()) {
        const id = members[Math.floor(Math.random() * members.length)];
        const began = performance.now();
        await db
          .transaction()
          .execute((trx) =>
            sql`select from account where member_id = ${id} for no key update`.execute(trx),
          );
        longestMs = Math.max(longestMs, performance.now() - began);
      }
    }),
  );
  return longestMs;
}

/** Measures the minimum time of the refunds: one statement, rolled back afterwards. */
async function refundBare(db: Kysely<Database>, bout: string): Promise<number> {
  const undone = new Error('undone');
  let tookMs = 0;
  await db
    .transaction()
    .execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx);
      const began = performance.now();
      await sql`
        with part as (
          select wallet.account_id, wallet.member_id, wallet.balance_coins, escrow.account_id as escrow_id,
            sum(transfer.amount_coins)::bigint as coins
          from transfer
          join account as escrow on escrow.account_id = transfer.credit_account_id
          join account as wallet on wallet.account_id = transfer.debit_account_id
          where escrow.name in (${`escrow:${bout}:red`}, ${`escrow:${bout}:blue`})
          group by 1, 2, 3, 4
        ), moved as (
          insert into transfer (debit_account_id, credit_account_id, amount_coins, kind, idempotency_key,
            member_id, balance_after_coins)
          select escrow_id, account_id, coins, 'gift_refund', 'bare:' || escrow_id || ':' || member_id,
            member_id, balance_coins + coins from part
        )
        update account set balance_coins = account.balance_coins + given.coins
        from (select account_id, sum(coins)::bigint as coins from part group by 1) as given
        where account.account_id = given.account_id
      `.execute(trx);
      tookMs = performance.now() - began;
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  await sql`vacuum analyze`.execute(db);
  return tookMs;
}

const row = (name: string, load: Load): string[] => [
  name,
  load.perSecond.toFixed(0),
  load.p99Ms.toFixed(1),
];

async function measure(databaseUrl: string): Promise<Report> {
  const logger = createLogger('bench', 'silent');
  const db = createDatabase(databaseUrl, logger);
  const base = { db, bus: createInProcessBus(), clock: () => new Date(), logger };
  const wallet = createWallet(db);
  const live = createLiveReader(db);
  const names = createMembers(db, wallet);
  const spending = createSpending(db, base.clock);
  const parts = { live, wallet, spending, members: names, switches: ALWAYS_ON };
  const gifts = createGiftsModule({ ...base, ...parts, moneyDb: db });
  const { program_live_id: programLiveId } = await loadSampleSeason(db, { now: new Date() });
  const bout = (await live.findCurrentBout(programLiveId as never)) ?? '';
  const members = await makeMembers(db);
  const gift = await db
    .selectFrom('gift')
    .select('gift_id')
    .where('price_coins', '=', 1)
    .executeTakeFirstOrThrow();
  let sent = 0;
  const send = (): Promise<unknown> => {
    sent += 1;
    return gifts.send({
      memberId: members[sent % members.length] as MemberId,
      idempotencyKey: randomUUID(),
      match_live_id: bout,
      corner: sent % 3 === 0 ? 'blue' : 'red',
      gift_id: gift.gift_id,
      quantity: 1,
      expected_coins: 1,
    });
  };
  const peer = await preparePeer(databaseUrl, db);
  const turns = await takeTurns(peer, [() => drive(FEW, send), () => drive(CROWD, send)]);
  const [few, crowd] = turns.ours as [Compared, Compared];
  while (sent < REFUNDED_GIFTS) await Promise.all(Array.from({ length: 2_000 }, send));

  const facts = await live.findBout(bout);
  if (facts === null) throw new Error('the bout is gone');
  const bareMs = await refundBare(db, bout);
  await db.transaction().execute(async (trx) => {
    await gifts.fence(trx, bout);
    await gifts.decide(trx, facts, 'cancelled');
  });
  let isOver = false;
  const waiting = watchWallets(db, members, () => isOver);
  const began = performance.now();
  await gifts.settle();
  const settledMs = performance.now() - began;
  isOver = true;
  const waitedMs = await waiting;
  const faults = await wallet.findFaults();
  await db.destroy();
  if (faults.length > 0) throw new Error(faults.join('\n'));

  const figures: Figure[] = [
    { id: 'gifts-crowd', value: crowd.ratio, goal: 7, sense: 'at-least', unit: '×' },
    { id: 'gifts-few', value: few.ratio, goal: 1.6, sense: 'at-least', unit: '×' },
    { id: 'gifts-few-p99', value: few.load.p99Ms, goal: 10, sense: 'at-most', unit: ' ms' },
    { id: 'refund-ratio', value: settledMs / bareMs, goal: 0.7, sense: 'at-most', unit: '×' },
    { id: 'refund-wait', value: waitedMs, goal: 50, sense: 'at-most', unit: ' ms' },
  ];
  return {
    table: [
      ['load', 'per second', 'p99 ms (pgbench: mean)'],
      row(peer.name, turns.peer),
      row(`gifts, ${FEW} callers`, few.load),
      row(`gifts, ${CROWD} callers`, crowd.load),
      [`refund of ${sent} gifts`, '', settledMs.toFixed(0)],
      ['the same, one bare statement', '', bareMs.toFixed(0)],
    ],
    figures,
  };
}

/** Measures gifts over HTTP with a real API process. Each caller has its own session and connection. */
async function measureHttp(): Promise<Report> {
  const api = await startApiAlone({
    // Only development validates responses against the contract.
    NODE_ENV: 'production',
    RATE_LIMIT_PER_ADDRESS: '0',
    RATE_LIMIT_PER_SESSION: '0',
  });
  const db = createDatabase(api.databaseUrl, createLogger('bench', 'silent'));
  try {
    const live = createLiveReader(db);
    const { program_live_id: programLiveId } = await loadSampleSeason(db, { now: new Date() });
    const bout = (await live.findCurrentBout(programLiveId as never)) ?? '';
    const members = await makeMembers(db);
    const sessions = createSessions(db, createInProcessBus(), () => new Date());
    const tokens: string[] = [];
    for (const memberId of members.slice(0, CROWD)) {
      tokens.push((await sessions.start({ memberId, userAgent: 'bench', ip: '' })).token);
    }
    const { gift_id: giftId } = await db
      .selectFrom('gift')
      .select('gift_id')
      .where('price_coins', '=', 1)
      .executeTakeFirstOrThrow();
    const peer = await preparePeer(api.databaseUrl, db);
    const url = new URL(`${api.api}/gift/send`);
    const callers = tokens.map(() => new RawCaller(url));
    const send = async (caller: number): Promise<void> => {
      const body = JSON.stringify({
        match_live_id: bout,
        corner: caller % 3 === 0 ? 'blue' : 'red',
        gift_id: giftId,
        quantity: 1,
        expected_coins: 1,
      });
      const token = tokens[caller] ?? '';
      const request = postRequest(url, { appKey: api.appKey, token, key: randomUUID(), body });
      const status = await callers[caller]?.call(request);
      if (status !== 200) throw new Error(`a gift returned ${status}`);
    };
    const turns = await takeTurns(peer, [() => drive(CROWD, send)]);
    const [crowd] = turns.ours as [Compared];
    for (const caller of callers) caller.close();
    const faults = await createWallet(db).findFaults();
    if (faults.length > 0) throw new Error(faults.join('\n'));
    return {
      table: [
        row(`${peer.name} beside the API`, turns.peer),
        row(`gifts over HTTP, ${CROWD} callers`, crowd.load),
      ],
      figures: [{ id: 'gifts-http', value: crowd.ratio, goal: 2.5, sense: 'at-least', unit: '×' }],
    };
  } finally {
    await db.destroy();
    await api.stop();
  }
}

/** P1, P2 and P3: gifts to one bout in process and over HTTP, and the refund of all. */
export const bench: Bench = {
  about:
    'gifts to one bout against pgbench on the same server, and their refund against one statement',
  run: async (): Promise<Report> => {
    const dataDir = mkdtempSync(join(tmpdir(), 'sangwian-gifts-'));
    const database = await startEmbeddedPostgres({ dataDir });
    try {
      await migrate(database.url);
      const inside = await measure(database.url);
      const overHttp = await measureHttp();
      return {
        table: [...inside.table, ...overHttp.table],
        figures: [...inside.figures, ...overHttp.figures],
      };
    } finally {
      await database.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};
