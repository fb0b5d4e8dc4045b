import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadSampleSeason } from '../../../sample-season/load.ts';
import { LiveControl } from '../lives/lives.module.ts';
import { operateShow, readShow, type ShowAct } from './testing/operate-show.ts';

let test: TestApi;
/** Upcoming free lives with eight bouts each. */
let lives: string[];

const show = (act: ShowAct) => operateShow(test, act);

async function waitingForLocks(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(test.db);
  return rows[0]?.count ?? 0;
}

/** Makes actions queue for the lock of a live in the given order, then releases the lock. */
async function queueAtLive(live: string, actions: readonly ShowAct[]): Promise<number[]> {
  const { answers } = await test.db.transaction().execute(async (trx) => {
    await new LiveControl(trx).lockLive(live);
    const sent: ReturnType<typeof show>[] = [];
    for (const action of actions) {
      sent.push(show(action));
      while ((await waitingForLocks()) < sent.length)
        await new Promise((done) => setImmediate(done));
    }
    return { answers: sent };
  });
  return (await Promise.all(answers)).map(({ status }) => status);
}

/** Starts a live. @returns the live and its bouts */
async function startLive(): Promise<{ live: string; bouts: string[] }> {
  const live = lives.shift() ?? '';
  const { status, body } = await show({ action: 'live-start', live });
  expect(status).toBe(200);
  const { bouts } = body.data;
  return { live, bouts: bouts.map((one: { match_live_id: string }) => one.match_live_id) };
}

beforeAll(async () => {
  test = await startTestApi();
  await loadSampleSeason(test.db, { now: new Date() });
  const { body } = await test.call('GET /live?status=not_started');
  lives = body.data
    .filter((one: { access: string }) => one.access === 'free')
    .map((one: { program_live_id: string }) => one.program_live_id);
});
afterAll(() => test.close());

it('ends a live without a deadlock while one of its bouts is started', async () => {
  const { live, bouts } = await startLive();
  const statuses = await queueAtLive(live, [
    { action: 'live-end', live },
    { action: 'start', bout: bouts[0] ?? '' },
  ]);
  expect(statuses).toEqual([200, 400]);
});

it('starts one of two bouts without a deadlock when both are started at once', async () => {
  const { live, bouts } = await startLive();
  const statuses = await queueAtLive(live, [
    { action: 'start', bout: bouts[0] ?? '' },
    { action: 'start', bout: bouts[1] ?? '' },
  ]);
  expect(statuses).toEqual([200, 400]);
});

it('ends a live without a deadlock while a result is withdrawn', async () => {
  const { live, bouts } = await startLive();
  const [bout = ''] = bouts;
  expect((await show({ action: 'start', bout })).status).toBe(200);
  const result = { action: 'result', bout, winner: 'red', method: 'decision' };
  expect((await show(result)).status).toBe(200);
  const statuses = await queueAtLive(live, [
    { action: 'live-end', live },
    { action: 'withdraw', bout },
  ]);
  expect(statuses).toEqual([200, 200]);
  const shown = await readShow(test, { program_live_id: live });
  // The live is over, so the bout stays ended.
  expect(shown.body.data.bouts[0]).toMatchObject({ status: 'ended', result: null });
});
