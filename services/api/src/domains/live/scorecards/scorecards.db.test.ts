import { randomUUID } from 'node:crypto';
import type { MemberId } from '@sangwian/contract/ids';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSessions } from '../../identity/sessions/sessions.module.ts';
import {
  makeCard,
  makeMembers,
  setResults,
  type TestCard,
} from '../../sport/predict/testing/make-card.ts';
import { operateShow } from '../bout-control/testing/operate-show.ts';
import { createLiveReader } from '../lives/lives.module.ts';
import { putWaitingScores } from './put-scores.ts';
import { createScorecardsModule } from './scorecards.module.ts';

const START = new Date('2026-11-21T12:00:00Z');
const ROUND_MS = 300_000;
const GRACE_MS = 30_000;

let now = START;
const clock = () => now;
let api: TestApi;
let card: TestCard;
let bout: string;
/** Six fans, one more than the crowd's card needs. */
let fans: { readonly memberId: MemberId; readonly token: string }[];

beforeAll(async () => {
  api = await startTestApi({ clock });
});
afterAll(() => api.close());

async function makeFans(count: number): Promise<typeof fans> {
  const sessions = createSessions(api.db, api.bus, clock);
  return Promise.all(
    (await makeMembers(api.db, count)).map(async (memberId) => ({
      memberId,
      token: (await sessions.start({ memberId, userAgent: '', ip: '' })).token,
    })),
  );
}

beforeEach(async () => {
  now = START;
  card = await makeCard(api.db, START, 1);
  bout = card.matchLiveIds[0] ?? '';
  fans = await makeFans(6);
  await direct('start');
});

const tokenOf = (index: number): string => fans[index]?.token ?? '';
const passMs = (ms: number): void => {
  now = new Date(now.getTime() + ms);
};
async function direct(action: string, fields: object = {}): Promise<void> {
  expect((await operateShow(api, { bout, action, ...fields })).status).toBe(200);
}
/** Begins a round, five minutes after the one before. */
async function ring(number: number): Promise<void> {
  passMs(ROUND_MS);
  await direct('round', { number });
}
const score = (fan: number, round: number, red: number, blue: number) =>
  api.call(`PUT /scorecard/${bout}/${round}`, { token: tokenOf(fan), body: { red, blue } });
/** Scores a round as all fans: the first gives it to blue, the others to red. */
const scoreAll = (round: number) =>
  Promise.all(
    fans.map((_, index) => score(index, round, index === 0 ? 9 : 10, index === 0 ? 10 : 9)),
  );
async function roundOf(fan: number, number: number) {
  const { body } = await api.call(`GET /scorecard/${bout}`, { token: tokenOf(fan) });
  return body.data.rounds[number - 1];
}
/** Returns the counts of the crowd, and the same from the members' scores. */
async function countsOf() {
  const { rows } = await sql<{ counted: number; scored: number }>`
    select coalesce(counted.cards, 0) as counted, coalesce(scored.cards, 0) as scored
    from (select * from crowd_score where match_live_id = ${bout}) counted
    full join (
      select match_live_id, round_number, red_points, blue_points, count(*)::int as cards from round_score
      where match_live_id = ${bout} group by 1, 2, 3, 4
    ) scored using (match_live_id, round_number, red_points, blue_points)`.execute(api.db);
  return rows;
}
async function expectTrueCounts(): Promise<void> {
  const rows = await countsOf();
  expect(rows.map(({ counted }) => counted)).toEqual(rows.map(({ scored }) => scored));
}

describe('scoring a round', () => {
  it('stores the score, and another score of an open round replaces it', async () => {
    const first = await score(0, 1, 10, 9);
    expect([first.status, first.body.data.rounds[0]]).toEqual([
      200,
      { number: 1, began_at: START.toISOString(), mine: { red: 10, blue: 9 }, crowd: null },
    ]);
    expect(first.body.data.rounds).toHaveLength(5);
    expect((await score(0, 1, 8, 10)).body.data.rounds[0].mine).toEqual({ red: 8, blue: 10 });
    expect((await roundOf(0, 1)).mine).toEqual({ red: 8, blue: 10 });
    await expectTrueCounts();
  });

  it('is locked 30 seconds after the next bell, but a repeated request is still confirmed', async () => {
    await score(0, 1, 10, 9);
    await ring(2);
    passMs(GRACE_MS - 1);
    expect((await score(1, 1, 9, 10)).status).toBe(200);
    passMs(1);
    expect((await score(2, 1, 10, 9)).body.status).toBe('score_locked');
    expect((await score(0, 1, 9, 10)).body.status).toBe('score_locked');
    expect((await score(0, 1, 10, 9)).status).toBe(200);
    expect((await roundOf(0, 1)).mine).toEqual({ red: 10, blue: 9 });
  });

  it('refuses a round that has not begun, and opens a round again that an operator takes back', async () => {
    expect((await score(0, 2, 10, 9)).body.status).toBe('score_not_open');
    await ring(2);
    passMs(GRACE_MS);
    expect((await score(0, 1, 10, 9)).body.status).toBe('score_locked');
    await direct('round', { number: 1 });
    expect((await score(0, 1, 10, 9)).status).toBe(200);
    expect((await score(0, 2, 10, 9)).body.status).toBe('score_not_open');
  });

  it('keeps the bell of a round whose clock was stopped', async () => {
    passMs(60_000);
    await direct('stop-clock');
    passMs(120_000);
    await direct('start-clock');
    await direct('rest');
    expect((await roundOf(0, 1)).began_at).toBe(START.toISOString());
  });

  it('refuses visitors, invalid scores, unknown bouts and locked lives', async () => {
    const path = `PUT /scorecard/${bout}/1`;
    const body = { red: 10, blue: 9 };
    for (const [what, sent] of [
      [path, { body }],
      [`GET /scorecard/${bout}`, {}],
      ['GET /scorecard/season', {}],
    ] as const) {
      const refused = await api.call(what, sent);
      expect([refused.status, refused.body.status]).toEqual([401, 'token_missing']);
    }
    for (const bad of [{ red: 9, blue: 9 }, { red: 10, blue: 6 }, { red: 10 }, { ...body, x: 1 }]) {
      const refused = await api.call(path, { token: tokenOf(0), body: bad });
      expect([refused.status, refused.body.status]).toEqual([400, 'request_invalid']);
    }
    for (const round of ['0', '13', 'x']) {
      const what = `PUT /scorecard/${bout}/${round}`;
      expect((await api.call(what, { token: tokenOf(0), body })).status).toBe(400);
    }
    const unknown = await api.call(`PUT /scorecard/${randomUUID()}/1`, { token: tokenOf(0), body });
    expect(unknown.body.status).toBe('match_not_found');
    await api.db
      .updateTable('program_live')
      .set({ access: 'premium', price_coins: 99 })
      .where('program_live_id', '=', card.programLiveId)
      .execute();
    expect((await score(0, 1, 10, 9)).body.status).toBe('live_locked');
    expect((await api.call(`GET /scorecard/${bout}`, { token: tokenOf(0) })).status).toBe(403);
  });
});

describe('scores that arrive at once', () => {
  it('count once per member, from two tabs and two nodes', async () => {
    const other = { db: api.db, clock, live: createLiveReader(api.db) };
    const matchLiveId = bout as never;
    const onOtherNode = (index: number) => {
      const waiting = { matchLiveId, memberId: fans[index]?.memberId ?? '', round: 1 };
      return putWaitingScores(other, [{ ...waiting, red: 10, blue: 8 }]);
    };
    await Promise.all(
      fans.flatMap((_, index) => [
        score(index, 1, 10, 9),
        score(index, 1, 9, 10),
        onOtherNode(index),
        score(index, 1, 10, 9),
      ]),
    );
    await expectTrueCounts();
    const cards = (await countsOf()).reduce((sum, { counted }) => sum + counted, 0);
    expect(cards).toBe(fans.length);
  });

  it('are all before the lock if a bell rings meanwhile', async () => {
    await ring(2);
    passMs(GRACE_MS - 5);
    const sent = fans.map(async (_, index) => {
      const answer = await score(index, 1, 10, 9);
      passMs(1);
      return answer.body.status ?? 'stored';
    });
    const answers = await Promise.all([...sent, direct('rest').then(() => 'rest')]);
    const rows = await api.db
      .selectFrom('round_score')
      .select('scored_at')
      .where('match_live_id', '=', bout)
      .execute();
    const lockMs = START.getTime() + ROUND_MS + GRACE_MS;
    expect(rows.every((row) => row.scored_at.getTime() < lockMs)).toBe(true);
    expect(answers.filter((answer) => answer === 'stored')).toHaveLength(rows.length);
    await expectTrueCounts();
  });

  it('are stored with their counts or not at all if the connection dies', async () => {
    await score(0, 1, 10, 9);
    let isBlocked = (): void => {};
    const release = new Promise<void>((resolve) => {
      isBlocked = resolve;
    });
    let isHeld = (): void => {};
    const held = new Promise<void>((resolve) => {
      isHeld = resolve;
    });
    // Another transaction locks the count, so that the score waits after it has been written.
    const holder = api.db.transaction().execute(async (trx) => {
      await sql`select from crowd_score where match_live_id = ${bout} for update`.execute(trx);
      isHeld();
      await release;
    });
    await held;
    const waiting = score(1, 1, 10, 9);
    const kill = async () =>
      (
        await sql<{ killed: boolean }>`
          select pg_terminate_backend(pid) as killed from pg_stat_activity
          where wait_event_type = 'Lock' and query like '%insert into round_score%' and pid <> pg_backend_pid()
            and datname = current_database()`.execute(api.db)
      ).rows.length;
    await expect.poll(kill, { timeout: 5_000 }).toBe(1);
    expect((await waiting).status).toBeGreaterThanOrEqual(500);
    isBlocked();
    await holder;
    expect((await roundOf(1, 1)).mine).toBeNull();
    await expectTrueCounts();
    expect((await score(1, 1, 10, 9)).status).toBe(200);
    await expectTrueCounts();
  });
});

describe('the crowd’s card', () => {
  it('appears after the own score once the round is over, from five cards on', async () => {
    await Promise.all([0, 1, 2, 3].map((fan) => score(fan, 1, 10, 9)));
    await direct('rest');
    expect((await score(0, 1, 9, 10)).body.data.rounds[0].crowd).toBeNull();
    const fifth = await score(4, 1, 10, 10);
    expect(fifth.body.data.rounds[0].crowd).toEqual({
      ...{ cards: 5, red: 3, blue: 1, even: 1 },
      ...{ red_points: 9.8, blue_points: 9.4 },
    });
    await expect.poll(async () => (await roundOf(0, 1)).crowd?.cards, { timeout: 5_000 }).toBe(5);
    expect((await roundOf(5, 1)).crowd).toBeNull();
  });

  it('appears to members without a score once the round is locked', async () => {
    await Promise.all([0, 1, 2, 3, 4].map((fan) => score(fan, 1, 10, 9)));
    await ring(2);
    await expect.poll(async () => (await roundOf(5, 1)).crowd, { timeout: 5_000 }).toBeNull();
    passMs(GRACE_MS);
    await expect
      .poll(async () => (await roundOf(5, 1)).crowd, { timeout: 5_000 })
      .toMatchObject({ cards: 5, red: 5 });
  });

  it('loses the cards of a deleted account', async () => {
    const made = await api.makeFan();
    const token = await api.signIn(made);
    await api.call(`PUT /scorecard/${bout}/1`, { token, body: { red: 10, blue: 7 } });
    const exported = await api.call('GET /auth/member/export', { token });
    expect(exported.body.round_scores ?? exported.body.data.round_scores).toMatchObject([
      { match_live_id: bout, round_number: 1, red_points: 10, blue_points: 7 },
    ]);
    const { status } = await api.call(`DELETE /auth/member/${made.memberId}`, {
      token,
      body: { expected_coins: 0 },
    });
    expect(status).toBe(200);
    await expectTrueCounts();
    const rows = api.db.selectFrom('round_score').select('member_id');
    expect(await rows.where('member_id', '=', made.memberId).execute()).toEqual([]);
    const late = await putWaitingScores({ db: api.db, clock }, [
      { matchLiveId: bout as never, memberId: made.memberId, round: 1, red: 10, blue: 9 },
    ]);
    expect([...late.values()]).toMatchObject([{ refusal: { code: 'token_invalid' } }]);
  });

  it('is hidden from members without a score while results are hidden', async () => {
    await scoreAll(1);
    await ring(2);
    await direct('end');
    await direct('result', { winner: 'red', method: 'tko', round: 2 });
    passMs(GRACE_MS);
    await api.db
      .updateTable('program_live')
      .set({ status: 'ended', ended_at: now })
      .where('program_live_id', '=', card.programLiveId)
      .execute();
    const [viewer] = await makeFans(1);
    const read = async (query = '') =>
      (await api.call(`GET /scorecard/${bout}${query}`, { token: viewer?.token ?? '' })).body.data;
    await expect
      .poll(async () => (await read()).rounds[0].crowd, { timeout: 5_000 })
      .toMatchObject({ cards: 6 });
    await sql`
      insert into channel (channel_id) values (${`ring-${bout}`})`.execute(api.db);
    await sql`
      insert into recording (program_live_id, channel_id, started_at, bytes)
      values (${card.programLiveId}, ${`ring-${bout}`}, ${START}, 1)`.execute(api.db);
    await sql`update bout set judges = ${'[{"red":49,"blue":48}]'}::jsonb, judged_at = ${now}
      where bout_id = ${card.boutIds[0] ?? ''}`.execute(api.db);
    const live = (await api.call(`GET /live/${card.programLiveId}`)).body.data;
    expect([live.results_hidden, live.matches[0].judges]).toEqual([true, null]);
    await expect
      .poll(async () => (await read()).rounds, { timeout: 5_000 })
      .toEqual(
        [1, 2, 3, 4, 5].map((number) => ({ number, began_at: null, mine: null, crowd: null })),
      );
    expect((await roundOf(1, 1)).crowd).toMatchObject({ cards: 6 });
    expect((await read('?show_results=1')).rounds[0].crowd).toMatchObject({ cards: 6 });
  });
});

describe('the season', () => {
  const seasonOf = async (fan: number) =>
    (await api.call('GET /scorecard/season', { token: tokenOf(fan) })).body.data;
  async function fight(): Promise<void> {
    for (let round = 1; round <= 5; round += 1) {
      if (round > 1) await ring(round);
      await scoreAll(round);
    }
    passMs(ROUND_MS);
    await direct('end');
  }
  const endEvening = () =>
    api.db
      .updateTable('program_live')
      .set({ status: 'ended', ended_at: now })
      .where('program_live_id', '=', card.programLiveId)
      .execute();

  it('compares complete cards with decisions of ended evenings, and follows a correction', async () => {
    await fight();
    await setResults(api.db, card, [{ winner: 'red', method: 'decision', round: null }], now);
    expect(await seasonOf(0)).toEqual([]);
    await endEvening();
    expect(await seasonOf(0)).toEqual([{ season: 2026, decisions: 1, agreed: 0 }]);
    expect(await seasonOf(1)).toEqual([{ season: 2026, decisions: 1, agreed: 1 }]);
    await setResults(api.db, card, [{ winner: 'blue', method: 'decision', round: null }], now);
    expect(await seasonOf(0)).toEqual([{ season: 2026, decisions: 1, agreed: 1 }]);
    await setResults(api.db, card, [{ winner: 'blue', method: 'tko', round: 5 }], now);
    expect(await seasonOf(0)).toEqual([]);
  });

  it('leaves out cards with a missing round', async () => {
    await score(0, 1, 10, 9);
    await direct('end');
    await setResults(api.db, card, [{ winner: 'red', method: 'decision', round: null }], now);
    await endEvening();
    expect(await seasonOf(0)).toEqual([]);
  });

  it('keeps the scores of this year and the last one', async () => {
    await score(0, 1, 10, 9);
    const scorecards = createScorecardsModule({
      db: api.db,
      clock,
      live: createLiveReader(api.db),
    });
    const count = async () =>
      (
        await api.db
          .selectFrom('round_score')
          .select('member_id')
          .where('match_live_id', '=', bout)
          .execute()
      ).length;
    now = new Date('2027-12-31T16:59:00Z');
    await scorecards.prune();
    expect(await count()).toBe(1);
    now = new Date('2027-12-31T17:00:00Z');
    await scorecards.prune();
    expect(await count()).toBe(0);
  });
});
