import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { MemberId } from '@sangwian/contract/ids';
import { startEmbeddedPostgres } from '@sangwian/embedded-postgres/embedded-postgres';
import { createLogger } from '@sangwian/node-kit/logger';
import { type Kysely, sql } from 'kysely';
import { createMembers } from '../services/api/src/domains/identity/members/members.module.ts';
import { createWallet } from '../services/api/src/domains/money/wallet/wallet.module.ts';
import { BoardWriter } from '../services/api/src/domains/sport/predict/boards.store.ts';
import { CODES_END } from '../services/api/src/domains/sport/predict/pick-codes.ts';
import { createPredictModule } from '../services/api/src/domains/sport/predict/predict.module.ts';
import { readBoard, readPlace } from '../services/api/src/domains/sport/predict/read-game.ts';
import {
  makeCard,
  setResults,
} from '../services/api/src/domains/sport/predict/testing/make-card.ts';
import { createInProcessBus } from '../services/api/src/platform/bus/bus.ts';
import { createDatabase } from '../services/api/src/platform/database/create-database.ts';
import { ALWAYS_ON } from '../services/api/src/platform/switches/testing/always-on.ts';
import type { Database } from '../services/api/src/schema/database.ts';
import { migrate } from '../services/api/src/schema/migrate.ts';
import { type Bench, percentile, type Report } from './figure.ts';

const SHEETS = 1_000_000;
const BOUTS = 9;
const CALLS = 300;
/** Interval of concurrent board updates. */
const BOARD_UPDATE_EVERY_MS = 20;
const DAY_MS = 24 * 60 * 60_000;
const RED = { winner: 'red', method: 'decision', round: null } as const;

/** Runs the calls one after another. @returns the median in milliseconds */
async function timeCalls(
  members: readonly string[],
  call: (memberId: string) => Promise<unknown>,
): Promise<number> {
  const took: number[] = [];
  for (const memberId of members) {
    const began = performance.now();
    await call(memberId);
    took.push(performance.now() - began);
  }
  return percentile(took, 0.5);
}

/** Inserts a million members with random sheets directly into the database. */
async function makeSheets(db: Kysely<Database>, programId: string, at: Date): Promise<void> {
  await sql`set statement_timeout = 0`.execute(db);
  await sql`
    insert into member (first_name, last_name) select 'แฟน', 'มวย' from generate_series(1, ${SHEETS})
  `.execute(db);
  await sql`insert into predict_program (program_id) values (${programId})`.execute(db);
  await sql`
    insert into predict_slot (program_id, slot, bout_id, red_fighter_id, blue_fighter_id, substitutions)
    select program_id, card_order, bout_id, red_fighter_id, blue_fighter_id, 0 from bout
    where program_id = ${programId}
  `.execute(db);
  await sql`
    insert into predict_sheet (program_id, member_id, picks, confirmed_at)
    select ${programId}, member_id,
      array(select 1 + floor(random() * ${CODES_END - 1}) + 0 * extract(epoch from created_at)
        from generate_series(1, ${BOUTS}))::smallint[],
      ${at}::timestamptz - random() * interval '2 days'
    from member
  `.execute(db);
  await sql`vacuum analyze`.execute(db);
}

/** Measures the minimum time to write the same number of ranks: one statement with indexes and commit. */
async function writeBare(db: Kysely<Database>, programId: string): Promise<number> {
  await sql`create table bench_standing (like predict_standing including all)`.execute(db);
  const began = performance.now();
  await sql`
    insert into bench_standing (predict_board_id, member_id, points, winners, sheets, confirmed_at)
    select board, member_id, picks[1] + picks[2], picks[3], 1, confirmed_at
    from predict_sheet, generate_series(1, 3) as board where program_id = ${programId}
  `.execute(db);
  const tookMs = performance.now() - began;
  await sql`drop table bench_standing`.execute(db);
  await sql`vacuum analyze`.execute(db);
  return tookMs;
}

/** Measures the longest wait of a concurrent change of boards, such as an account deletion. */
async function measureConcurrentWait(
  db: Kysely<Database>,
  scoring: { readonly isOver: boolean },
): Promise<number> {
  let longestMs = 0;
  while (!scoring.isOver) {
    const began = performance.now();
    await db.transaction().execute((trx) => new BoardWriter(trx).lock());
    longestMs = Math.max(longestMs, performance.now() - began);
    await setTimeout(BOARD_UPDATE_EVERY_MS);
  }
  return longestMs;
}

async function measure(databaseUrl: string): Promise<Report> {
  const logger = createLogger('bench', 'silent');
  // One connection, so that its settings apply to all statements.
  const owner = createDatabase(databaseUrl, logger, { connectionsMax: 1 });
  const db = createDatabase(databaseUrl, logger);
  const startsAt = new Date(Date.now() - 3 * DAY_MS);
  const card = await makeCard(db, startsAt, BOUTS);
  await makeSheets(owner, card.programId, startsAt);
  await setResults(
    db,
    card,
    Array.from({ length: BOUTS }, () => RED),
    startsAt,
  );
  const bareMs = await writeBare(owner, card.programId);

  const members = createMembers(db, createWallet(db));
  const bus = createInProcessBus();
  const switches = ALWAYS_ON;
  const deps = { db, bus, clock: () => new Date(), logger, members, switches };
  const game = createPredictModule(deps);
  const began = performance.now();
  const scoring = { isOver: false };
  const [, waitMs] = await Promise.all([
    game.scoreDue().finally(() => {
      scoring.isOver = true;
    }),
    measureConcurrentWait(db, scoring),
  ]);
  const finalMs = performance.now() - began;
  await sql`vacuum analyze`.execute(owner);

  const { rows } = await sql<{ member_id: string }>`
    select member_id from predict_sheet order by md5(member_id::text) limit ${CALLS}
  `.execute(owner);
  const memberIds = rows.map((row) => row.member_id);
  const bareSelect = (memberId: string) =>
    sql`select * from predict_sheet where program_id = ${card.programId} and member_id = ${memberId}`.execute(
      db,
    );
  const countAbove = (memberId: string) =>
    sql`
      select count(*) from predict_standing as other, predict_standing as mine
      where mine.predict_board_id = other.predict_board_id and mine.member_id = ${memberId} and other.points > mine.points
        and mine.predict_board_id = (select predict_board_id from predict_board where name = 'all')
    `.execute(db);
  await timeCalls(memberIds, bareSelect);
  const bareMsEach = await timeCalls(memberIds, bareSelect);
  const placeMs = await timeCalls(memberIds, (memberId) =>
    readPlace(deps, { period: 'all' }, memberId as MemberId),
  );
  const countMs = await timeCalls(memberIds.slice(0, 20), countAbove);
  const topMs = await timeCalls(memberIds.slice(0, 50), () => readBoard(deps, { period: 'all' }));
  await game.stop?.();
  await owner.destroy();
  await db.destroy();
  return {
    table: [
      ['measurement', 'ms'],
      ['own place on the board of all time', placeMs.toFixed(2)],
      ['a bare select by primary key', bareMsEach.toFixed(2)],
      ['the same place by counting the members above', countMs.toFixed(1)],
      ['the first fifty of the board', topMs.toFixed(2)],
      [`close, count and score ${SHEETS} sheets of ${BOUTS} bouts`, finalMs.toFixed(0)],
      ['longest wait of a concurrent board change', waitMs.toFixed(0)],
      ['as many places written by one bare statement', bareMs.toFixed(0)],
    ],
    figures: [
      { id: 'own-place', value: placeMs / bareMsEach, goal: 4, sense: 'at-most', unit: '×' },
      { id: 'own-place-ms', value: placeMs, goal: 5, sense: 'at-most', unit: ' ms' },
      { id: 'finalise-wait-ms', value: waitMs, goal: 500, sense: 'at-most', unit: ' ms' },
      { id: 'finalise-ratio', value: finalMs / bareMs, goal: 1.5, sense: 'at-most', unit: '×' },
    ],
  };
}

/** The game with a million sheets: own ranks and the duration of scoring. */
export const bench: Bench = {
  about: 'own place among a million against a bare select, and a million sheets scored',
  run: async (): Promise<Report> => {
    const dataDir = mkdtempSync(join(tmpdir(), 'sangwian-game-'));
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
