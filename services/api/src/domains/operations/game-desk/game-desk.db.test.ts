import type { MatchResult } from '@sangwian/contract/endpoints/live';
import { startTestApi, type TestApi, type TestStaff } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packPick } from '../../sport/predict/pick-codes.ts';
import { processDueGames } from '../../sport/predict/score-games.ts';
import { SheetWriter } from '../../sport/predict/sheets.store.ts';
import { makeCard, makeMembers, setResults } from '../../sport/predict/testing/make-card.ts';

const START = new Date('2026-11-21T11:30:00Z');
let now = new Date('2026-11-21T11:29:00Z');
let api: TestApi;
let caller: TestStaff;
beforeAll(async () => {
  api = await startTestApi({ clock: () => now });
  caller = await api.makeStaff('show_caller', 'Anan');
});
afterAll(() => api.close());

const RED: MatchResult = { winner: 'red', method: 'decision', round: null };
const call = async (what: string, body?: unknown) =>
  (await api.call(what, { headers: caller.headers, ...(body === undefined ? {} : { body }) })).body;
const sideOf = (winner: 'red' | 'blue') => packPick({ winner, method: null, round: null });

/** Creates a card of two bouts and three prediction sheets: red and red, red and blue, blue and blue. */
async function makeGame() {
  const card = await makeCard(api.db, START, 2);
  const members = await makeMembers(api.db, 3);
  await api.db.transaction().execute(async (trx) => {
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
    const picks = [
      [sideOf('red'), sideOf('red')],
      [sideOf('red'), sideOf('blue')],
      [sideOf('blue'), sideOf('blue')],
    ];
    await writer.putAll(
      members.map((memberId, index) => ({
        memberId,
        programId: card.programId,
        picks: picks[index] ?? [],
        confirmedAt: new Date(START.getTime() - 60_000 + index),
      })),
    );
  });
  return { card, members, path: `/operator/game/${card.programId}` };
}

test('a show caller finalises a card before its deadline, and previews the effect of a correction', async () => {
  const { card, members, path } = await makeGame();
  const finalise = (undecided: number) =>
    call(`POST ${path}/finalise`, { undecided, reason: 'The last bout is off' });
  expect((await finalise(2)).status).toBe('game_open');
  now = new Date('2026-11-21T11:31:00Z');
  await setResults(api.db, card, [RED, null], now);
  expect((await call(`GET ${path}`)).data).toMatchObject({
    ...{ status: 'scoring', sheets: 3, bouts: 2, decided: 1 },
    leaders: [
      { rank: 1, member_id: members[0], points: 3 },
      { rank: 1, member_id: members[1], points: 3 },
      { rank: 3, member_id: members[2], points: 0 },
    ],
  });
  expect((await finalise(0)).status).toBe('edit_stale');
  expect((await finalise(1)).data).toMatchObject({ finalised_by: 'Anan' });
  await processDueGames({ db: api.db, bus: api.bus, clock: () => now });
  expect((await call(`GET ${path}`)).data).toMatchObject({ status: 'final' });
  expect((await finalise(1)).status).toBe('game_final');
  const [entry] = (
    await api.call(
      'GET /operator/audit?limit=1&operation=POST%20/operator/game/{program_id}/finalise',
      {
        headers: (await api.makeStaff('owner')).headers,
      },
    )
  ).body.data;
  expect(entry).toMatchObject({ reason: 'The last bout is off' });

  const effect = await call(
    `GET ${path}/effect?match_id=${card.boutIds[0]}&winner=blue&method=decision`,
  );
  expect(effect.data).toMatchObject({
    ...{ sheets: 3, gain: 1, lose: 2, rise: 1, fall: 2 },
    leaders: [
      { rank: 1, rank_before: 3, member_id: members[2], points: 3 },
      { rank: 2, rank_before: 1, points: 0 },
      { rank: 2, rank_before: 1, points: 0 },
    ],
  });
  expect((await call(`GET ${path}`)).data.leaders[0].member_id).toBe(members[0]);
});

test('the list is paginated and begins with the latest card', async () => {
  for (let card = 0; card < 2; card += 1) await makeGame();
  const first = await call('GET /operator/game?limit=1');
  expect(first.data).toHaveLength(1);
  const next = await call(`GET /operator/game?limit=100&cursor=${first.next_cursor}`);
  expect(next.data.map((one: { program_id: string }) => one.program_id)).not.toContain(
    first.data[0].program_id,
  );
});

test('the preview refuses a bout of another card and an impossible result', async () => {
  const { card, path } = await makeGame();
  const effectOf = (query: string) => call(`GET ${path}/effect?${query}`);
  const strange = '01920000-0000-7000-8000-00000000dead';
  const blue = 'winner=blue&method=decision';
  expect((await effectOf(`match_id=${strange}&${blue}`)).status).toBe('match_not_found');
  expect((await effectOf(`match_id=${card.boutIds[0]}&winner=draw&method=tko`)).status).toBe(
    'request_invalid',
  );
  expect((await call(`GET /operator/game/${strange}`)).status).toBe('predict_not_found');
});
