import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadSampleSeason } from './load.ts';
import { addSampleReplay } from './replay.ts';
import { REPLAY_LIVE_ID, REPLAY_RECORDING_ID } from './replay-plan.ts';

const DAY_MS = 86_400_000;

let now = new Date('2026-11-21T12:00:00Z');
let test: TestApi;

beforeAll(async () => {
  test = await startTestApi({ clock: () => now, config: { recordings: { days: 30 } } });
  await load();
  await test.api.start();
});
afterAll(() => test.close());

async function load(): Promise<void> {
  await loadSampleSeason(test.db, { now });
  await addSampleReplay(test.db, test.recordingObjects, now);
}
const readReplay = async () =>
  (await test.call(`GET /live/${REPLAY_LIVE_ID}/replay?show_results=1`)).body.data as {
    duration_ms: number;
    bouts: { bell_ms: number; walk_out_ms: number | null; rounds: { at_ms: number }[] }[];
  };
/** Reads the start times of the video and of the operators' acts, in milliseconds. */
async function readDates(): Promise<number[]> {
  const { rows } = await sql<{ at: Date }>`
    select starts_at as at from recording_object where recording_id = ${REPLAY_RECORDING_ID}
    union all
    select created_at from show_action where program_live_id = ${REPLAY_LIVE_ID}
    order by at
  `.execute(test.db);
  return rows.map(({ at }) => at.getTime());
}
const countObjects = async (): Promise<number> => {
  let found = 0;
  for await (const { bytes } of test.recordingObjects.list(REPLAY_RECORDING_ID)) {
    expect(bytes).toBeGreaterThan(0);
    found += 1;
  }
  return found;
};

it('shows the walk-outs and every round of the bouts of last night', async () => {
  const { bouts, duration_ms } = await readReplay();
  expect(bouts.length).toBeGreaterThanOrEqual(7);
  expect(await countObjects()).toBe(bouts.length);
  const places = bouts.flatMap(({ walk_out_ms, rounds }) => [
    walk_out_ms ?? -1,
    ...rounds.map(({ at_ms }) => at_ms),
  ]);
  // The walk-outs and each round have two segments of two seconds.
  expect(places).toEqual(places.map((_, index) => index * 4_000));
  expect(duration_ms).toBe(places.length * 4_000);
});

it('moves to the last night before a later day, without a second copy of the video', async () => {
  const before = await readDates();
  const objects = await countObjects();
  now = new Date(now.getTime() + 3 * DAY_MS);
  await load();
  const after = await readDates();
  expect(after.map((date) => date - 3 * DAY_MS)).toEqual(before);
  expect(await countObjects()).toBe(objects);
});

it('stays deleted after an operator has deleted it', async () => {
  await sql`update recording set removed_at = ${now} where recording_id = ${REPLAY_RECORDING_ID}`.execute(
    test.db,
  );
  await load();
  const { body } = await test.call(`GET /replay?program_live_id=${REPLAY_LIVE_ID}`);
  expect(body.data).toEqual([]);
});
