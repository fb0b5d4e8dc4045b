import type { Fighter, PastBout, RankedFighter } from '@sangwian/contract/endpoints/fighters';
import type { Program } from '@sangwian/contract/endpoints/program';
import { createLogger } from '@sangwian/node-kit/logger';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMembers } from '../domains/identity/members/members.module.ts';
import { createWallet } from '../domains/money/wallet/wallet.module.ts';
import { createPredictModule } from '../domains/sport/predict/predict.module.ts';
import { ALWAYS_ON } from '../platform/switches/testing/always-on.ts';
import { loadSampleSeason } from './load.ts';

const now = new Date('2026-11-21T12:00:00Z');
/** The period of a ranking at `now`: one year up to the last 12:00 in Bangkok. */
const SEASON = {
  began: new Date('2025-11-21T05:00:00Z'),
  ended: new Date('2026-11-21T05:00:00Z'),
};
const isOfSeason = ({ starts_at }: Bout) => starts_at >= SEASON.began && starts_at <= SEASON.ended;
const POINTS = { tko: 4, decision: 3, disqualification: 3, forfeit: 2 } as const;

let test: TestApi;
let bouts: Awaited<ReturnType<typeof readBouts>>;

const readBouts = () =>
  test.db
    .selectFrom('bout')
    .selectAll()
    .where('winner', 'is not', null)
    .where('winner', '!=', 'none')
    .orderBy('starts_at', 'desc')
    .orderBy('bout_id', 'desc')
    .execute();
type Bout = (typeof bouts)[number];

beforeAll(async () => {
  test = await startTestApi({ clock: () => now });
  await loadSampleSeason(test.db, { now });
  bouts = await readBouts();
});
afterAll(() => test.close());

const read = async <Data>(path: string): Promise<Data> => {
  const { status, body } = await test.call(`GET ${path}`);
  expect(status).toBe(200);
  return body.data as Data;
};

const outcomeOf = (bout: Bout, fighterId: string) => {
  if (bout.winner === 'draw') return 'draw';
  const corner = bout.red_fighter_id === fighterId ? 'red' : 'blue';
  return bout.winner === corner ? 'win' : 'loss';
};
const isOf = (fighterId: string) => (bout: Bout) =>
  bout.red_fighter_id === fighterId || bout.blue_fighter_id === fighterId;

/** Counts a fighter's record from the bouts. */
function countBouts(own: readonly Bout[], fighterId: string) {
  const by = (outcome: string, method?: string) =>
    own.filter(
      (bout) =>
        outcomeOf(bout, fighterId) === outcome && (method === undefined || bout.method === method),
    ).length;
  const methodsOf = (outcome: string) => ({
    decision: by(outcome, 'decision'),
    tko: by(outcome, 'tko'),
    disqualification: by(outcome, 'disqualification'),
    forfeit: by(outcome, 'forfeit'),
  });
  return {
    bouts: own.length,
    wins: by('win'),
    losses: by('loss'),
    draws: by('draw'),
    wins_by: methodsOf('win'),
    losses_by: methodsOf('loss'),
  };
}

describe('the sample season is consistent', () => {
  it('in every record, form, list of the last five bouts, and card', async () => {
    const summaries = await read<Fighter[]>('/fighter?limit=100');
    expect(summaries).toHaveLength(60);
    const sums = { wins: 0, losses: 0, draws: 0 };
    for (const summary of summaries) {
      const id = summary.fighter_id;
      const own = bouts.filter(isOf(id));
      const counted = countBouts(own, id);
      const fighter = await read<Fighter>(`/fighter/${id}`);
      expect(fighter.record).toEqual(counted);
      const { wins, losses, draws } = counted;
      expect([summary.wins, summary.losses, summary.draws]).toEqual([wins, losses, draws]);
      const shown = fighter.last_five.map(({ outcome, method, round }) => [outcome, method, round]);
      expect(shown).toEqual(
        own.slice(0, 5).map((bout) => [outcomeOf(bout, id), bout.method, bout.result_round]),
      );
      expect(fighter.form.map(({ outcome }) => outcome)).toEqual(
        own
          .slice(0, 10)
          .reverse()
          .map((bout) => outcomeOf(bout, id)),
      );
      const all = await read<PastBout[]>(`/fighter/${id}/bouts?limit=100`);
      expect(all.filter(({ outcome }) => outcome === 'win' || outcome === 'loss')).toHaveLength(
        wins + losses,
      );
      sums.wins += wins;
      sums.losses += losses;
      sums.draws += draws;
    }
    // Every win is another fighter's loss, and a draw counts for both.
    expect(sums.wins).toBe(sums.losses);
    expect(sums.wins + sums.losses + sums.draws).toBe(2 * bouts.length);
    const recordOf = new Map(summaries.map((one) => [one.fighter_id, one]));
    for (const { matches } of await read<Program[]>('/program?limit=100')) {
      for (const corner of matches.flatMap(({ red, blue }) => [red, blue])) {
        const { wins, losses, draws } = corner;
        expect(recordOf.get(corner.fighter_id)).toMatchObject({ wins, losses, draws });
      }
    }
  });

  it('in every ranking: points by the published rule, ranks by points, wins and losses', async () => {
    const { divisions } = await read<{ divisions: { division_id: string }[] }>('/fighter/filters');
    expect(divisions).toHaveLength(8);
    for (const { division_id } of divisions) {
      const ranked = await read<RankedFighter[]>(
        `/fighter/ranking?division=${division_id}&limit=100`,
      );
      const counted = ranked.map(({ fighter }) => {
        const id = fighter.fighter_id;
        const season = bouts.filter((bout) => isOf(id)(bout) && isOfSeason(bout));
        const { wins, losses, draws } = countBouts(season, id);
        const points = season.reduce((sum, bout) => {
          const outcome = outcomeOf(bout, id);
          if (outcome !== 'win') return sum + (outcome === 'draw' ? 1 : -1);
          return sum + POINTS[bout.method as keyof typeof POINTS];
        }, 0);
        return { points, wins, losses, draws };
      });
      expect(
        ranked.map(({ points, season: { wins, losses, draws } }) => ({
          points,
          wins,
          losses,
          draws,
        })),
      ).toEqual(counted);
      for (const [index, one] of counted.entries()) {
        expect(one.wins + one.losses + one.draws).toBeGreaterThanOrEqual(3);
        const above = counted.filter(
          (other) =>
            other.points > one.points ||
            (other.points === one.points &&
              (other.wins > one.wins || (other.wins === one.wins && other.losses < one.losses))),
        );
        expect(ranked[index]?.rank).toBe(above.length + 1);
      }
    }
  });

  it('in every board of the game: the boards of months and of all time are the sums of the programme boards', async () => {
    const game = createPredictModule({
      db: test.db,
      bus: test.bus,
      clock: () => now,
      logger: createLogger('test', 'silent'),
      members: createMembers(test.db, createWallet(test.db)),
      switches: ALWAYS_ON,
    });
    await game.scoreDue();
    await game.stop?.();
    const { rows } = await sql<{ members: number; wrong: number }>`
      with standing as (
        select name, program_id, starts_at, member_id, points, winners, sheets
        from predict_standing join predict_board using (predict_board_id)
      ), programme as (
        select * from standing where program_id is not null
      ), due as (
        select 'all' as name, member_id, sum(points), sum(winners), sum(sheets) from programme group by member_id
        union all
        select 'month ' || to_char(starts_at at time zone 'Asia/Bangkok', 'YYYY-MM'), member_id,
          sum(points), sum(winners), sum(sheets)
        from programme group by 1, member_id
      ), actual as (
        select name, member_id, points, winners, sheets from standing where program_id is null
      )
      select (select count(*)::int from actual) as members,
        (select count(*)::int from (
          (select * from actual except select * from due) union all (select * from due except select * from actual)
        ) as differing) as wrong
    `.execute(test.db);
    expect(rows[0]?.members).toBeGreaterThan(100);
    expect(rows[0]?.wrong).toBe(0);
    const sheets = await test.db
      .selectFrom('predict_standing')
      .innerJoin(
        'predict_board',
        'predict_board.predict_board_id',
        'predict_standing.predict_board_id',
      )
      .innerJoin('predict_sheet', (join) =>
        join
          .onRef('predict_sheet.member_id', '=', 'predict_standing.member_id')
          .onRef('predict_sheet.program_id', '=', 'predict_board.program_id'),
      )
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    expect(Number(sheets.count)).toBeGreaterThan(500);
  });
});
