import type { MatchResult } from '@sangwian/contract/endpoints/live';
import type { MemberId } from '@sangwian/contract/ids';
import { markPick, PICK_METHODS, type Pick } from '@sangwian/contract/rules/predict-pick';
import { createLogger } from '@sangwian/node-kit/logger';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSampleSeason } from '../../../sample-season/load.ts';
import { BoardStore, BoardWriter, boardOfMonth, boardOfProgram } from './boards.store.ts';
import { packPick } from './pick-codes.ts';
import { correctScores, processDueGames } from './score-games.ts';
import { SheetWriter } from './sheets.store.ts';
import { makeCard, makeMembers, setResults, type TestCard } from './testing/make-card.ts';

/** Some days before the evenings of the sample season, which other tests of this file use. */
const START = new Date('2026-11-10T11:30:00Z');
const NOON = new Date('2026-11-22T05:00:00Z');
const BOUTS = 3;
const PLAYERS = 6;
const RUNS = 12;
/** Two sheets per step, so that scoring six players takes three steps. */
const AT_ONCE = 2;

let now = NOON;
let test: TestApi;
let members: MemberId[];

const deps = () => ({
  db: test.db,
  bus: test.bus,
  clock: () => now,
  logger: createLogger('test', 'silent'),
});

beforeAll(async () => {
  test = await startTestApi({ clock: () => now });
  members = await makeMembers(test.db, PLAYERS);
});
afterAll(() => test.close());

const round = fc.option(fc.integer({ min: 1, max: 5 }), { nil: null });
const corner = fc.constantFrom('red' as const, 'blue' as const);
const method = fc.constantFrom(...PICK_METHODS);
const hasRound = (how: string | null) => how === 'tko' || how === 'disqualification';
const pick: fc.Arbitrary<Pick> = fc.oneof(
  fc.constant({ winner: 'draw' as const, method: null, round: null }),
  fc
    .record({ winner: corner, method: fc.option(method, { nil: null }), round })
    .map((one) => ({ ...one, round: hasRound(one.method) ? one.round : null })),
);
const result: fc.Arbitrary<MatchResult | null> = fc.oneof(
  fc.constant(null),
  fc.constant({ winner: 'none' as const, method: 'cancelled' as const, round: null }),
  fc.constant({ winner: 'draw' as const, method: 'draw' as const, round: null }),
  fc
    .record({ winner: corner, method, round })
    .map((one) => ({ ...one, round: hasRound(one.method) ? (one.round ?? 1) : null })),
);
const results = fc.array(result, { minLength: BOUTS, maxLength: BOUTS });
/** Each player picks every bout or has no sheet. */
const sheets = fc.array(
  fc.option(fc.array(pick, { minLength: BOUTS, maxLength: BOUTS }), { nil: null }),
  { minLength: PLAYERS, maxLength: PLAYERS },
);
const evening = fc.record({ sheets, results, corrected: results });

interface Line {
  readonly rank: number;
  readonly member_id: string;
  readonly points: number;
  readonly winners: number;
  readonly sheets: number;
}
interface Sum extends Omit<Line, 'rank' | 'member_id'> {
  /**
   * The index of the player, which breaks ties: players confirm a minute apart, in this order, and earlier
   * confirmations rank first.
   */
  readonly place: number;
}

/** Computes the board of these evenings with a simple reference implementation. */
function reference(
  evenings: readonly {
    sheets: readonly (readonly Pick[] | null)[];
    results: readonly (MatchResult | null)[];
  }[],
): Line[] {
  const sums = members.flatMap((_, place): Sum[] => {
    const played = evenings.filter((one) => one.sheets[place] != null);
    const marks = played.flatMap((one) =>
      (one.sheets[place] ?? []).map((pick, bout) => markPick(pick, one.results[bout] ?? null)),
    );
    if (played.length === 0) return [];
    return [
      {
        place,
        points: marks.reduce((sum, mark) => sum + mark.points, 0),
        winners: marks.filter((mark) => mark.mark === 'right').length,
        sheets: played.length,
      },
    ];
  });
  return sums
    .sort((a, b) => b.points - a.points || b.winners - a.winners || a.place - b.place)
    .map(({ place, ...sum }) => ({
      rank: 1 + sums.filter((other) => other.points > sum.points).length,
      member_id: members[place] as string,
      ...sum,
    }));
}

async function readBoard(name: string): Promise<Line[]> {
  const store = new BoardStore(test.db);
  const board = await store.findBoard(name);
  const lines = board === undefined ? [] : await store.findTop(board.predict_board_id, PLAYERS);
  expect(board?.members ?? 0).toBe(lines.length);
  for (const line of lines) {
    // A member's place on a board comes from another query, and must equal the member's row.
    const own = (await store.findPlaces(line.member_id, [name])).get(name);
    expect(own).toEqual({ ...line, name, members: lines.length });
  }
  return lines;
}

async function addSheets(card: TestCard, all: readonly (readonly Pick[] | null)[]): Promise<void> {
  await test.db.transaction().execute(async (trx) => {
    const writer = new SheetWriter(trx);
    const bouts = await trx
      .selectFrom('bout')
      .selectAll()
      .where('program_id', '=', card.programId)
      .orderBy('card_order')
      .execute();
    await writer.addSlots(
      card.programId,
      bouts.map((bout) => ({
        boutId: bout.bout_id,
        startsAt: bout.starts_at,
        redFighterId: bout.red_fighter_id,
        blueFighterId: bout.blue_fighter_id,
        substitutions: 0,
        hasBegun: false,
        result: null,
        resultAt: null,
      })),
    );
    await writer.putAll(
      all.flatMap((picks, place) =>
        picks === null
          ? []
          : [
              {
                programId: card.programId,
                memberId: members[place] as string,
                picks: picks.map(packPick),
                confirmedAt: new Date(START.getTime() - (PLAYERS - place) * 60_000),
              },
            ],
      ),
    );
  });
}

describe('boards', () => {
  it('equal the reference implementation for random evenings, results and corrections', async () => {
    await fc.assert(
      fc.asyncProperty(fc.tuple(evening, evening), async (evenings) => {
        await test.db.transaction().execute((trx) => new BoardWriter(trx).clear());
        await test.db.deleteFrom('predict_sheet').execute();
        await test.db.deleteFrom('predict_program').execute();
        const cards: TestCard[] = [];
        for (const one of evenings) {
          const card = await makeCard(test.db, START, BOUTS);
          await addSheets(card, one.sheets);
          await setResults(test.db, card, one.results, START);
          cards.push(card);
        }
        await processDueGames({ ...deps(), scoredAtOnceMax: AT_ONCE });
        for (const [index, card] of cards.entries()) {
          const own = evenings[index] as (typeof evenings)[number];
          expect(await readBoard(boardOfProgram(card.programId))).toEqual(reference([own]));
        }
        expect(await readBoard('all')).toEqual(reference(evenings));
        const later = evenings.map((one) => ({ ...one, results: one.corrected }));
        for (const [index, card] of cards.entries()) {
          await setResults(test.db, card, later[index]?.results ?? [], START);
        }
        await correctScores({ ...deps(), scoredAtOnceMax: AT_ONCE });
        expect(await readBoard('all')).toEqual(reference(later));
        expect(await readBoard(boardOfMonth('2026-11'))).toEqual(reference(later));
      }),
      { numRuns: RUNS },
    );
  });

  it('lose a deleted member with all sheets, which the data export contains until then', async () => {
    now = new Date('2026-11-21T12:00:00Z');
    const season = await loadSampleSeason(test.db, { now });
    await processDueGames(deps());
    const fan = season.accounts.fans[0];
    const signedIn = await test.call('POST /auth/member/login-v2', { body: fan });
    const { access_token: token, member } = signedIn.body.data;
    const history = await test.call('GET /predict/history?limit=5', { token });
    expect(history.body.data).toHaveLength(5);
    const [{ program, sheet }] = history.body.data;
    expect(program.matches.length).toBeGreaterThan(4);
    expect(sheet.picks.length).toBe(program.matches.length);
    const next = await test.call(
      `GET /predict/history?limit=5&cursor=${history.body.next_cursor}`,
      { token },
    );
    const times = [...history.body.data, ...next.body.data].map((one) => one.sheet.confirmed_at);
    expect(times).toEqual([...times].sort().reverse());
    expect(new Set(times).size).toBe(10);
    const exported = await test.call('GET /auth/member/export', { token });
    expect(exported.body.data.predictions.length).toBeGreaterThan(20);

    const all = async () => (await test.call('GET /predict/rank?period=all')).body.data;
    const before = await all();
    const own = (await test.call('GET /predict/rank/mine?period=all', { token })).body.data;
    expect(own.sheets).toBeGreaterThan(20);
    const gone = await test.call(`DELETE /auth/member/${member.member_id}`, {
      token,
      body: { expected_coins: member.wallet.balance },
    });
    expect(gone.status).toBe(200);
    const after = await all();
    expect(after.members).toBe(before.members - 1);
    const rest = before.rows.filter(
      (row: { member_id: string }) => row.member_id !== member.member_id,
    );
    expect(after.rows.map((row: { member_id: string }) => row.member_id)).toEqual(
      rest.map((row: { member_id: string }) => row.member_id),
    );
    const last = after.rows.at(-1);
    const counted = after.rows.filter((row: { points: number }) => row.points > last.points);
    expect(last.rank).toBe(counted.length + 1);
  });

  it('of the sample data are scored from its sheets, and scored again when the season is moved', async () => {
    const named = async (query: string) =>
      (await test.call(`GET /predict/rank?${query}`)).body.data;
    const all = await named('period=all');
    expect(all.rows.length).toBeGreaterThan(20);
    expect(all.rows.every((row: { name: string }) => row.name !== '')).toBe(true);
    const current = (await test.call('GET /predict/current')).body.data;
    expect(current.map(({ status }: { status: string }) => status)).toEqual([
      'final',
      'scoring',
      'open',
      'open',
      'open',
    ]);
    now = new Date('2026-11-26T12:00:00Z');
    await loadSampleSeason(test.db, { now });
    expect((await named('period=all')).members).toBe(0);
    await processDueGames(deps());
    const again = await named('period=all');
    expect(again.rows).toEqual(all.rows);
    expect((await named('period=month')).members).toBeGreaterThan(10);
  });
});
