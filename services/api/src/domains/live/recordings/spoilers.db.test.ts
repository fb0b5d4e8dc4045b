import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadSampleSeason } from '../../../sample-season/load.ts';

const BEGIN = new Date('2026-11-21T12:00:00Z');
const SECRET = 'secret';

let now = BEGIN;
let test: TestApi;
let tonight: string;
let programId: string;
let fighterId: string;
let divisionId: string;

const at = (seconds: number) => new Date(BEGIN.getTime() + seconds * 1_000);

beforeAll(async () => {
  test = await startTestApi({
    clock: () => now,
    config: { secrets: { internalSecret: SECRET }, recordings: { days: 7 } },
  });
  tonight = (await loadSampleSeason(test.db, { now })).program_live_id;
  const { data } = (await test.call(`GET /live/${tonight}?show_results=1`)).body;
  programId = data.program_id;
  fighterId = data.matches[0].red.fighter_id;
  // The division of another fighter, whose ranking is not cached yet.
  const fighters = (await test.call('GET /fighter?limit=100')).body.data;
  const divisionOf = (id: string): string =>
    fighters.find((one: { fighter_id: string }) => one.fighter_id === id).division.division_id;
  divisionId = data.matches
    .map((match: { red: { fighter_id: string } }) => divisionOf(match.red.fighter_id))
    .find((id: string) => id !== divisionOf(fighterId));
  await sql`insert into recording (program_live_id, channel_id, started_at, completed_at, bytes)
    values (${tonight}, 'ring-1', ${at(-3600)}, ${at(60)}, 1)`.execute(test.db);
  await sql`update program_live set status = 'ended', ended_at = ${at(0)}
    where program_live_id = ${tonight}`.execute(test.db);
});
afterAll(() => test.close());

interface Outcome {
  readonly winner: 'red' | 'blue';
  readonly method: 'tko' | 'decision';
  readonly round: number | null;
  readonly endedS: number;
}

/** Ends every bout with the given outcome, and then the evening. */
async function decide({ winner, method, round, endedS }: Outcome): Promise<void> {
  now = at(3_600);
  await sql`update bout set winner = ${winner}, method = ${method}, result_round = ${round}::int,
    result_at = ${at(endedS)} where program_id = ${programId}`.execute(test.db);
  await sql`update match_live set status = 'ended', ended_at = ${at(endedS)}, round_number = null,
    round_started_at = null, resting = false where program_live_id = ${tonight}`.execute(test.db);
  await sql`update program_live set ended_at = ${at(endedS + 5)}
    where program_live_id = ${tonight}`.execute(test.db);
}

/** Removes revisions, which also count the changes made by this test. */
const comparable = (body: unknown): string =>
  JSON.stringify(body, (key, value) => (key === 'revision' ? undefined : value));

/**
 * Fetches every response that the home page, the library, the programme, the fighter pages and the replay
 * page use.
 */
async function readWire(results = ''): Promise<Record<string, string>> {
  const paths = [
    `/live?limit=40${results}`,
    `/live/${tonight}?x=1${results}`,
    `/program?order=latest&to=2026-11-21${results}`,
    `/program/${programId}?x=1${results}`,
    `/fighter?limit=100${results}`,
    `/fighter/${fighterId}?x=1${results}`,
    `/fighter/${fighterId}/bouts?limit=100${results}`,
    '/replay?limit=100',
    `/replay?program_live_id=${tonight}`,
  ];
  const wire: Record<string, string> = {};
  for (const path of paths) {
    const { status, body } = await test.call(`GET ${path}`);
    expect([path, status]).toEqual([path, 200]);
    wire[path.split('?')[0] ?? ''] = comparable(body);
  }
  return wire;
}

const EARLY: Outcome = { winner: 'red', method: 'tko', round: 1, endedS: 20 };
const LATE: Outcome = { winner: 'blue', method: 'decision', round: null, endedS: 3_000 };

it('sends the same responses for all results of a replay until a fan requests results', async () => {
  await decide(EARLY);
  const [hidden, shown] = [await readWire(), await readWire('&show_results=1')];
  await decide(LATE);
  expect(await readWire()).toEqual(hidden);
  const other = await readWire('&show_results=1');
  for (const path of Object.keys(shown).filter((one) => /live|program|fighter/.test(one))) {
    expect(other[path], path).not.toBe(shown[path]);
  }
});

it('indicates that results are hidden, and hides status, rounds, rulings, times and changes of each bout', async () => {
  await decide(EARLY);
  const live = (await test.call(`GET /live/${tonight}`)).body.data;
  expect(live).toMatchObject({ status: 'ended', results_hidden: true, ended_at: null });
  for (const match of [...live.matches, live.headline]) {
    expect(match).toMatchObject({
      ...{ status: 'ended', round: null, clock_stopped_at: null, result: null, result_at: null },
      ...{ ended_at: null, revision: 0, ruling: null },
    });
  }
  const shown = (await test.call(`GET /live/${tonight}?show_results=1`)).body.data;
  expect(shown).toMatchObject({ results_hidden: false, ended_at: at(25).toISOString() });
  expect(shown.matches[0].result).toMatchObject({ winner: 'red', method: 'tko', round: 1 });
  expect((await test.call(`GET /live/${tonight}?show_results=yes`)).body.status).toBe(
    'request_invalid',
  );
});

it('omits a hidden result from records, endings, form and the ranking', async () => {
  await decide(EARLY);
  const [hidden, shown] = await Promise.all(
    ['', '?show_results=1'].map(
      async (query) => (await test.call(`GET /fighter/${fighterId}${query}`)).body.data,
    ),
  );
  expect(hidden.record.wins).toBe(shown.record.wins - 1);
  expect(hidden.record.wins_by.tko).toBe(shown.record.wins_by.tko - 1);
  expect(hidden.last_five[0]).toMatchObject({ outcome: null, method: null, round: null });
  expect(shown.last_five[0]).toMatchObject({ outcome: 'win', method: 'tko', round: 1 });
  expect(hidden.form.at(-1).date).not.toBe(shown.form.at(-1).date);
  // A ranking includes results until the previous noon.
  now = at(86_400);
  const winsIn = async (query: string) => {
    const { data } = (await test.call(`GET /fighter/ranking?division=${divisionId}${query}`)).body;
    return data.reduce(
      (sum: number, one: { season: { wins: number } }) => sum + one.season.wins,
      0,
    );
  };
  expect(await winsIn('')).toBeLessThan(await winsIn('&show_results=1'));
});

it('shows results to everybody once the recording is removed', async () => {
  await decide(EARLY);
  await sql`update recording set removed_at = now() where program_live_id = ${tonight}`.execute(
    test.db,
  );
  try {
    const { data } = (await test.call(`GET /live/${tonight}`)).body;
    expect(data.results_hidden).toBe(false);
    expect(data.matches[0].result).toMatchObject({ winner: 'red' });
  } finally {
    await sql`update recording set removed_at = null where program_live_id = ${tonight}`.execute(
      test.db,
    );
  }
});

it('stores a member’s choice to show results', async () => {
  const fan = await test.makeFan();
  const token = await test.signIn(fan);
  const profile = async () =>
    (await test.call(`GET /auth/member/profile?member_id=${fan.memberId}`, { token })).body.data;
  expect((await profile()).show_results).toBe(false);
  const change = (show_results: unknown) =>
    test.call(`PUT /auth/member/profile/update/${fan.memberId}`, { token, body: { show_results } });
  expect((await change(true)).body.data.show_results).toBe(true);
  expect((await profile()).show_results).toBe(true);
  expect((await change('yes')).body.status).toBe('request_invalid');
});
