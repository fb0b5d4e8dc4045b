import type { MatchResult } from '@sangwian/contract/endpoints/live';
import type { MemberId } from '@sangwian/contract/ids';
import type { Pick } from '@sangwian/contract/rules/predict-pick';
import { createLogger } from '@sangwian/node-kit/logger';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase } from '../../../platform/database/create-database.ts';
import { ALWAYS_ON } from '../../../platform/switches/testing/always-on.ts';
import type { Database } from '../../../schema/database.ts';
import { createMembers } from '../../identity/members/members.module.ts';
import { operateShow } from '../../live/bout-control/testing/operate-show.ts';
import { createWallet } from '../../money/wallet/wallet.module.ts';
import { createPredictModule, type PredictModule } from './predict.module.ts';
import { SheetStore } from './sheets.store.ts';
import { makeCard, setResults, type TestCard } from './testing/make-card.ts';
import { pickAll } from './testing/pick-all.ts';

/** 18:30 in Bangkok. */
const START = new Date('2026-11-21T11:30:00Z');
const MINUTE_MS = 60_000;
const BOUTS = 3;
const RED: MatchResult = { winner: 'red', method: 'decision', round: null };
const TKO: MatchResult = { winner: 'blue', method: 'tko', round: 2 };
const DRAW: MatchResult = { winner: 'draw', method: 'draw', round: null };
const CANCELLED: MatchResult = { winner: 'none', method: 'cancelled', round: null };
const pick = (winner: Pick['winner'], method: Pick['method'] = null, round: number | null = null) =>
  ({ winner, method, round }) as const;

interface Fan {
  readonly memberId: MemberId;
  readonly token: string;
}

let now = START;
let test: TestApi;
/** Connected as the database role that owns the tables. */
let owner: Kysely<Database>;
let game: PredictModule;
let card: TestCard;
let fans: Fan[];

const before = (ms: number) => new Date(START.getTime() - ms);
const current = async () =>
  (await test.call('GET /predict/current')).body.data.find(
    (program: { program_id: string }) => program.program_id === card.programId,
  );
const put = (fan: Fan, picks: unknown) =>
  test.call(`PUT /predict/${card.programId}`, { token: fan.token, body: { picks } });
/** Confirms a sheet, with the same pick for all bouts or with one pick per bout. */
const confirm = async (fan: Fan, ...picks: Pick[]) =>
  put(
    fan,
    pickAll(await current(), (order) => picks[order - 1] ?? picks[0] ?? pick('red')),
  );
const mine = async (fan: Fan) =>
  (await test.call(`GET /predict/${card.programId}/mine`, { token: fan.token })).body.data;
const board = async (query = `program_id=${card.programId}`) =>
  (await test.call(`GET /predict/rank?${query}`)).body.data;
const place = async (fan: Fan, query = `program_id=${card.programId}`) =>
  (await test.call(`GET /predict/rank/mine?${query}`, { token: fan.token })).body.data;
const points = async (query?: string) =>
  (await board(query)).rows.map((row: { rank: number; points: number }) => [row.rank, row.points]);
const results = (...all: (MatchResult | null)[]) => setResults(test.db, card, all, now);
const at = (time: string | number | Date) => {
  now = new Date(time);
};

beforeAll(async () => {
  test = await startTestApi({ clock: () => now });
  owner = createDatabase(test.databaseUrl, createLogger('test', 'silent'), { connectionsMax: 1 });
  const wallet = createWallet(test.db);
  game = createPredictModule({
    db: test.db,
    bus: test.bus,
    clock: () => now,
    logger: createLogger('test', 'silent'),
    members: createMembers(test.db, wallet),
    switches: ALWAYS_ON,
  });
  fans = [];
  for (let index = 0; index < 3; index += 1) {
    const fan = await test.makeFan();
    fans.push({ memberId: fan.memberId, token: await test.signIn(fan) });
  }
});
beforeEach(async () => {
  at(before(60 * MINUTE_MS));
  await sql`truncate program, predict_slot, predict_sheet, predict_board, predict_standing, predict_tally cascade`.execute(
    owner,
  );
  card = await makeCard(test.db, START, BOUTS);
});
afterAll(async () => {
  await game.stop?.();
  await owner.destroy();
  await test.close();
});
const fan = (index: number): Fan => fans[index] as Fan;

describe('a sheet', () => {
  it('is confirmed with a pick for every bout, is unchanged by a repeat, and is changed by other picks', async () => {
    expect(await mine(fan(0))).toBeNull();
    const first = await confirm(fan(0), pick('red', 'tko', 2), pick('blue'), pick('draw'));
    expect(first.status).toBe(200);
    expect(first.body.data).toMatchObject({
      complete: true,
      status: 'open',
      points: 0,
      rank: null,
    });
    expect(
      first.body.data.picks.map((pick: Pick) => [pick.winner, pick.method, pick.round]),
    ).toEqual([
      ['red', 'tko', 2],
      ['blue', null, null],
      ['draw', null, null],
    ]);
    at(before(30 * MINUTE_MS));
    const same = await confirm(fan(0), pick('red', 'tko', 2), pick('blue'), pick('draw'));
    expect(same.body.data).toEqual(first.body.data);
    const other = await confirm(fan(0), pick('blue'));
    expect(other.body.data.confirmed_at).toBe(now.toISOString());
    expect(await mine(fan(0))).toEqual(other.body.data);
  });

  it('is refused with a missing, duplicate, unknown or impossible pick', async () => {
    const picks = pickAll(await current());
    const [first, second, third] = picks;
    const codeOf = async (body: unknown) => {
      const answer = await put(fan(0), body);
      return [answer.status, answer.body.status];
    };
    expect(await codeOf([first, second])).toEqual([400, 'predict_incomplete']);
    expect(await codeOf([])).toEqual([400, 'predict_incomplete']);
    expect(await codeOf([first, second, third, first])).toEqual([400, 'request_invalid']);
    expect(await codeOf([first, second, { ...third, ...pick('red', 'tko', 6) }])).toEqual([
      400,
      'request_invalid',
    ]);
    expect(await codeOf([first, second, { ...third, ...pick('red', 'decision', 1) }])).toEqual([
      400,
      'request_invalid',
    ]);
    const other = { ...third, red_fighter_id: first?.blue_fighter_id };
    expect(await codeOf([first, second, other])).toEqual([409, 'predict_card_changed']);
    expect(await mine(fan(0))).toBeNull();
    const nowhere = await test.call(`PUT /predict/${card.boutIds[0]}`, {
      token: fan(0).token,
      body: { picks },
    });
    expect([nowhere.status, nowhere.body.status]).toEqual([404, 'predict_not_found']);
  });

  it('closes exactly at the planned start, and then shows the shares of picks', async () => {
    at(before(1));
    expect((await confirm(fan(0), pick('red'))).status).toBe(200);
    await confirm(fan(1), pick('blue'));
    await confirm(fan(2), pick('red'), pick('draw'), pick('red'));
    await game.scoreDue();
    expect(await current()).toMatchObject({ status: 'open', matches: [{ shares: null }, {}, {}] });
    at(START);
    const late = await put(fan(0), pickAll(await current()));
    expect([late.status, late.body.status]).toEqual([409, 'predict_closed']);
    const changed: string[] = [];
    const stop = test.bus.subscribe('predict:changed', ({ programId }) => changed.push(programId));
    await game.scoreDue();
    stop();
    expect(changed).toEqual([card.programId]);
    const shown = await current();
    expect(shown.status).toBe('scoring');
    expect(shown.matches.map((match: { shares: object }) => match.shares)).toEqual([
      { red: 2, draw: 0, blue: 1 },
      { red: 1, draw: 1, blue: 1 },
      { red: 2, draw: 0, blue: 1 },
    ]);
  });

  it('loses its pick of a bout in which a fighter is substituted, and can be confirmed again while open', async () => {
    await confirm(fan(0), pick('red'));
    const spare = await makeCard(test.db, START, 1);
    const bout = await test.db
      .selectFrom('bout')
      .select('red_fighter_id')
      .where('bout_id', '=', spare.boutIds[0] ?? '')
      .executeTakeFirstOrThrow();
    const swapped = await operateShow(test, {
      action: 'substitute',
      bout: card.matchLiveIds[1] ?? '',
      corner: 'red',
      fighter_id: bout.red_fighter_id,
    });
    expect(swapped.status).toBe(200);
    const sheet = await mine(fan(0));
    expect([sheet.complete, sheet.picks.length]).toEqual([false, 2]);
    await confirm(fan(1), pick('red'));
    at(START);
    await results(RED, RED, RED);
    at('2026-11-22T05:00:00Z');
    await game.scoreDue();
    expect(await points()).toEqual([
      [1, 9],
      [2, 6],
    ]);
  });

  it('keeps its pick of a bout that a walkover decided', async () => {
    await confirm(fan(0), pick('red'));
    await results({ winner: 'red', method: 'forfeit', round: null });
    const shown = await current();
    expect(shown.matches.map((match: { pickable: boolean }) => match.pickable)).toEqual([
      false,
      true,
      true,
    ]);
    const changed = await confirm(fan(0), pick('blue'));
    expect(changed.body.data.picks.map((pick: Pick) => pick.winner)).toEqual([
      'red',
      'blue',
      'blue',
    ]);
    const late = await confirm(fan(1), pick('red'));
    expect(late.body.data.picks).toHaveLength(2);
  });
});

describe('scores', () => {
  it('show marks while results arrive, and show final ranks on all boards after the wait', async () => {
    await confirm(fan(1), pick('red'));
    at(before(20 * MINUTE_MS));
    await confirm(fan(0), pick('red', 'decision'), pick('blue', 'tko', 2), pick('red'));
    at(before(10 * MINUTE_MS));
    await confirm(fan(2), pick('red'), pick('red'), pick('red'));
    at(START);
    await results(RED);
    expect(await mine(fan(0))).toMatchObject({ points: 5, winners: 1, status: 'scoring' });
    await results(RED, TKO, DRAW);
    await game.scoreDue();
    expect(await board()).toMatchObject({ program: { status: 'scoring' }, members: 0, rows: [] });
    at(START.getTime() + 5 * MINUTE_MS);
    await game.scoreDue();
    expect(await board()).toMatchObject({ program: { status: 'final' }, members: 3 });
    expect(await points()).toEqual([
      [1, 11],
      [2, 3],
      [2, 3],
    ]);
    const rows = (await board()).rows as { member_id: string }[];
    // With equal points, the earlier confirmation is listed first.
    expect(rows.map((row) => row.member_id)).toEqual([0, 1, 2].map((index) => fan(index).memberId));
    expect(await place(fan(2))).toEqual({ rank: 2, points: 3, winners: 1, sheets: 1, members: 3 });
    expect(await mine(fan(0))).toMatchObject({ points: 11, rank: 1, members: 3, status: 'final' });
    expect(await points('period=month')).toEqual([
      [1, 11],
      [2, 3],
      [2, 3],
    ]);
    expect(await board('period=month&month=2026-10')).toMatchObject({ members: 0, rows: [] });
    expect((await board('period=all')).rows[0]).toMatchObject({
      sheets: 1,
      points: 11,
      winners: 2,
    });
    expect(await place(fan(1), 'period=all')).toMatchObject({ rank: 2, points: 3 });
  });

  it('add up over cards by months in Bangkok', async () => {
    const cards = [card];
    for (const start of ['2026-11-30T16:30:00Z', '2026-11-30T17:00:00Z']) {
      card = await makeCard(test.db, new Date(start), BOUTS);
      cards.push(card);
    }
    for (const one of cards) {
      card = one;
      at('2026-11-21T10:00:00Z');
      await confirm(fan(0), pick('red'));
      await confirm(fan(1), pick(one === cards[2] ? 'red' : 'blue'));
    }
    for (const one of cards) {
      card = one;
      at('2026-12-01T00:00:00Z');
      await results(RED, RED, CANCELLED);
    }
    at('2026-12-01T05:00:00Z');
    await game.scoreDue();
    await game.scoreDue();
    expect(await points('period=month&month=2026-11')).toEqual([
      [1, 12],
      [2, 0],
    ]);
    expect(await points('period=month')).toEqual([
      [1, 6],
      [1, 6],
    ]);
    expect(await points('period=all')).toEqual([
      [1, 18],
      [2, 6],
    ]);
    expect(await place(fan(1), 'period=all')).toMatchObject({ sheets: 3, winners: 2 });
  });

  it('become final at 12:00 of the next day in Bangkok, and later results still count', async () => {
    await confirm(fan(0), pick('red'));
    at(START);
    await results(RED, null, CANCELLED);
    at('2026-11-22T04:59:59.999Z');
    await game.scoreDue();
    expect((await current()).status).toBe('scoring');
    at('2026-11-22T05:00:00Z');
    await game.scoreDue();
    expect((await current()).status).toBe('final');
    expect(await points()).toEqual([[1, 3]]);
    await results(RED, RED, CANCELLED);
    at('2026-11-22T05:02:00Z');
    await game.scoreDue();
    expect(await points()).toEqual([[1, 6]]);
    expect(await points('period=all')).toEqual([[1, 6]]);
  });

  it('are scored again on every board after a correction, and only then', async () => {
    await confirm(fan(0), pick('red', 'decision'));
    await confirm(fan(1), pick('blue', 'tko', 2));
    at(START);
    await results(RED, RED, RED);
    at('2026-11-22T05:00:00Z');
    await game.scoreDue();
    expect(await points('period=all')).toEqual([
      [1, 15],
      [2, 0],
    ]);
    await results(RED, TKO, CANCELLED);
    await game.scoreDue();
    expect(await points()).toEqual([
      [1, 6],
      [2, 5],
    ]);
    expect(await points('period=month')).toEqual([
      [1, 6],
      [2, 5],
    ]);
    expect(await points('period=all')).toEqual([
      [1, 6],
      [2, 5],
    ]);
    expect(await place(fan(0), 'period=all')).toMatchObject({ rank: 2, sheets: 1, winners: 1 });
    at('2026-11-22T06:00:00Z');
    await game.scoreDue();
    expect(await points('period=all')).toEqual([
      [1, 6],
      [2, 5],
    ]);
  });

  it('follow a correction without an event, because a database trigger marks the card', async () => {
    const due = async () =>
      (await new SheetStore(test.db).findOutdated(100)).map(({ programId }) => programId);
    await confirm(fan(0), pick('red'));
    at(START);
    await results(RED, RED, RED);
    at('2026-11-22T05:00:00Z');
    await game.scoreDue();
    expect(await points()).toEqual([[1, 9]]);
    expect(await due()).toEqual([]);
    await results(RED, TKO, RED);
    expect(await due()).toEqual([card.programId]);
    // A failed scoring leaves the card marked.
    await sql`alter table predict_tally add constraint crash check (points < 0) not valid`.execute(
      owner,
    );
    at('2026-11-22T05:02:00Z');
    await expect(game.scoreDue()).rejects.toThrow(`scoring of card ${card.programId} failed`);
    expect(await due()).toEqual([card.programId]);
    await sql`alter table predict_tally drop constraint crash`.execute(owner);
    at('2026-11-22T05:04:00Z');
    await game.scoreDue();
    expect(await points()).toEqual([[1, 6]]);
    expect(await due()).toEqual([]);
    // A change that does not affect scores does not mark the card.
    await test.db
      .updateTable('bout')
      .set({ rounds: 3 })
      .where('program_id', '=', card.programId)
      .execute();
    expect(await due()).toEqual([]);
    await test.db
      .updateTable('match_live')
      .set({ replaced_at: new Date() })
      .where('match_live_id', '=', card.matchLiveIds[2] as string)
      .execute();
    expect(await due()).toEqual([card.programId]);
    at('2026-11-22T05:06:00Z');
    await game.scoreDue();
    expect(await points()).toEqual([[1, 3]]);
  });

  it('are atomic: a crash writes nothing, and concurrent scorings count once', async () => {
    for (const [index, winner] of (['red', 'blue', 'red'] as const).entries()) {
      await confirm(fan(index), pick(winner));
    }
    at(START);
    await results(RED, RED, RED);
    at('2026-11-22T05:00:00Z');
    // The constraint fails while the first board is written.
    await sql`alter table predict_tally add constraint crash check (points < 0) not valid`.execute(
      owner,
    );
    await expect(game.scoreDue()).rejects.toThrow(`scoring of card ${card.programId} failed`);
    expect(await board()).toMatchObject({ program: { status: 'scoring' }, members: 0, rows: [] });
    expect(await board('period=all')).toMatchObject({ members: 0, rows: [] });
    await sql`alter table predict_tally drop constraint crash`.execute(owner);
    await Promise.all([game.scoreDue(), game.scoreDue(), game.scoreDue()]);
    expect(await points()).toEqual([
      [1, 9],
      [1, 9],
      [3, 0],
    ]);
    expect(await points('period=all')).toEqual([
      [1, 9],
      [1, 9],
      [3, 0],
    ]);
  });
});
