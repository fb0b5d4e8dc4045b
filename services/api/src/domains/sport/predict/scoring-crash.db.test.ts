import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { MatchResult } from '@sangwian/contract/endpoints/live';
import { createLogger } from '@sangwian/node-kit/logger';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BoardWriter } from './boards.store.ts';
import { CODES_END } from './pick-codes.ts';
import { scoreGame } from './score-games.ts';
import { makeCard, makeMembers, setResults, type TestCard } from './testing/make-card.ts';

const START = new Date('2026-11-20T11:30:00Z');
const NOON = new Date('2026-11-21T05:00:00Z');
const CHILD = join(import.meta.dirname, 'testing/score-programme.ts');
const SHEETS = 1_200;
const AT_ONCE = 10;
const BOUTS = 4;
const KILLS = 2;
const RED: MatchResult = { winner: 'red', method: 'decision', round: null };
const TKO: MatchResult = { winner: 'blue', method: 'tko', round: 2 };
const DRAW: MatchResult = { winner: 'draw', method: 'draw', round: null };

let test: TestApi;
let card: TestCard;

const deps = () => ({
  db: test.db,
  bus: test.bus,
  clock: () => NOON,
  logger: createLogger('test', 'silent'),
});

beforeAll(async () => {
  test = await startTestApi({ clock: () => NOON });
  card = await makeCard(test.db, START, BOUTS);
  await makeMembers(test.db, SHEETS);
  await sql`insert into predict_program (program_id, closed_at) values (${card.programId}, ${START})`.execute(
    test.db,
  );
  await sql`
    insert into predict_slot (program_id, slot, bout_id, red_fighter_id, blue_fighter_id, substitutions)
    select program_id, card_order, bout_id, red_fighter_id, blue_fighter_id, 0 from bout
    where program_id = ${card.programId}
  `.execute(test.db);
  await sql`
    insert into predict_sheet (program_id, member_id, picks, confirmed_at)
    select ${card.programId}, member_id,
      array(select 1 + abs(hashtext(member_id::text || place)) % ${sql.lit(CODES_END - 1)}
        from generate_series(1, ${sql.lit(BOUTS)}) as place)::smallint[], ${START}
    from member
  `.execute(test.db);
});
afterAll(() => test.close());

const scored = async () =>
  await test.db
    .selectFrom('predict_program')
    .select(['scoring_after', 'scored_at', 'scored_from'])
    .where('program_id', '=', card.programId)
    .executeTakeFirstOrThrow();

/** Starts a process that scores, waits until it makes progress, and kills it. */
async function scoreUntilKilled(): Promise<void> {
  const before = (await scored()).scoring_after;
  const child = fork(CHILD, [
    test.databaseUrl,
    card.programId,
    String(AT_ONCE),
    NOON.toISOString(),
  ]);
  const exited = once(child, 'exit');
  await expect
    .poll(async () => (await scored()).scoring_after, { interval: 1, timeout: 10_000 })
    .not.toBe(before);
  child.kill('SIGKILL');
  expect(await exited).toEqual([null, 'SIGKILL']);
}

/** Returns all boards as one text. Also checks that tallies and member counts match the standings. */
async function readBoards(): Promise<string> {
  const { rows: wrong } = await sql`
    (select predict_board_id, points, members from predict_tally where members <> 0
      except select predict_board_id, points, count(*) from predict_standing group by predict_board_id, points)
    union all
    (select predict_board_id, points, count(*) from predict_standing group by predict_board_id, points
      except select predict_board_id, points, members from predict_tally)
    union all
    (select predict_board_id, 0, members from predict_board
      except select predict_board_id, 0, count(*) from predict_standing group by predict_board_id)
  `.execute(test.db);
  expect(wrong).toEqual([]);
  const { rows } = await sql<{ text: string; members: number }>`
    select count(*)::int as members, string_agg(
      concat_ws(' ', case when name like 'program%' then 'program' else name end, member_id, points, winners, sheets), e'\n'
      order by name, member_id) as text
    from predict_standing join predict_board using (predict_board_id)
  `.execute(test.db);
  return rows[0]?.text ?? '';
}

it('scorings and corrections that are killed repeatedly produce the same boards as uninterrupted ones', async () => {
  const evenings = [
    [RED, TKO, DRAW, RED],
    [TKO, TKO, null, RED],
  ];
  for (const results of evenings) {
    await setResults(test.db, card, results, START);
    for (let kill = 0; kill < KILLS; kill += 1) {
      await scoreUntilKilled();
      await readBoards();
    }
    if (results === evenings[0]) {
      const half = await test.call(`GET /predict/rank?program_id=${card.programId}`);
      expect(half.body.data).toMatchObject({
        program: { status: 'scoring' },
        members: 0,
        rows: [],
      });
    }
    expect(await scoreGame(deps(), card.programId)).toBe(true);
    expect(await scored()).toMatchObject({ scoring_after: null, scored_at: NOON });
    const killed = await readBoards();
    await test.db.transaction().execute((trx) => new BoardWriter(trx).clear());
    expect(await scoreGame(deps(), card.programId)).toBe(true);
    expect(await readBoards()).toBe(killed);
    expect(killed.split('\n')).toHaveLength(3 * SHEETS);
  }
}, 60_000);

it('a result that changes during a scoring restarts the scoring and leaves no trace of the old result', async () => {
  await setResults(test.db, card, [RED, RED, RED, RED], START);
  await scoreUntilKilled();
  await setResults(test.db, card, [TKO, TKO, null, RED], START);
  const before = await scored();
  expect(before.scoring_after).not.toBeNull();
  // The new results have the same fingerprint as the earlier scores, although some sheets were scored with other
  // results in between.
  expect(await scoreGame(deps(), card.programId)).toBe(true);
  expect((await scored()).scored_from).toBe(before.scored_from);
  const after = await readBoards();
  await test.db.transaction().execute((trx) => new BoardWriter(trx).clear());
  await scoreGame(deps(), card.programId);
  expect(await readBoards()).toBe(after);
});
