import { randomInt } from 'node:crypto';
import { TARGETS } from '@sangwian/testkit/fuzz/api-calls';
import { type ApiWorld, makeApiWorld } from '@sangwian/testkit/fuzz/api-world';
import { randomOf } from '@sangwian/testkit/fuzz/fuzz-random';
import { fuzzApi, newTally } from '@sangwian/testkit/fuzz/run-fuzz';
import { fuzzTarget } from '@sangwian/testkit/fuzz/send-call';
import { startTestApi, TEST_APP_KEY, type TestApi } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadSampleSeason } from '../../sample-season/load.ts';

/** The short form of `npm run bench -- fuzz`. `FUZZ_SEED` repeats a run that failed. */
const SEED = Number(process.env['FUZZ_SEED'] ?? randomInt(2 ** 31));
const CALLS_PER_ENDPOINT = process.env['LONG_FORMS'] === '1' ? 250 : 6;
/** The requests of a round ban, delete and sign out its members. */
const CALLS_PER_ROUND = 400;
const ROUNDS = Math.ceil((CALLS_PER_ENDPOINT * TARGETS.length) / CALLS_PER_ROUND);
const CONCURRENCY = 8;
const SLOW_MACHINE_MS = ROUNDS * 30_000;

let api: TestApi;
let programLiveId: string;
beforeAll(async () => {
  api = await startTestApi();
  programLiveId = (await loadSampleSeason(api.db, { now: new Date() })).program_live_id;
  await api.api.start();
});
afterAll(() => api.close());

const newWorld = (round: number): Promise<ApiWorld> =>
  makeApiWorld({
    db: api.db,
    appKey: TEST_APP_KEY,
    ask: (operation) => api.call(operation),
    programLiveId,
    random: randomOf(SEED, -1 - round),
  });

test(
  'handles valid, damaged and foreign requests of every caller without a fault, a hang or data of other members',
  async () => {
    const target = fuzzTarget(api.url, CONCURRENCY);
    const tally = newTally();
    for (let round = 0; round < ROUNDS; round += 1) {
      const from = round * CALLS_PER_ROUND;
      const run = { seed: SEED, from, to: from + CALLS_PER_ROUND, concurrency: CONCURRENCY };
      await fuzzApi({ ...run, target, world: await newWorld(round) }, tally);
    }
    target.agent.destroy();
    expect(tally.faults).toEqual([]);
    expect(tally.requests).toBe(ROUNDS * CALLS_PER_ROUND);
    // Successes and several kinds of refusals show that requests pass the first checks.
    expect(Object.keys(tally.statuses)).toEqual(
      expect.arrayContaining(['200', '400', '401', '403', '404']),
    );
  },
  SLOW_MACHINE_MS,
);
