import { randomInt } from 'node:crypto';
import { type MediaTarget, startMediaTarget } from '@sangwian/testkit/fuzz/media-target';
import { fuzzMedia, newTally } from '@sangwian/testkit/fuzz/run-fuzz';
import { fuzzTarget } from '@sangwian/testkit/fuzz/send-call';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** The short form of `npm run bench -- fuzz`. `FUZZ_SEED` repeats a run that failed. */
const SEED = Number(process.env['FUZZ_SEED'] ?? randomInt(2 ** 31));
const CALLS = 1_500;
const CONCURRENCY = 16;

let media: MediaTarget;
beforeAll(async () => {
  media = await startMediaTarget();
});
afterAll(() => media.stop());

test('handles damaged media URLs, offers and RTMP without a fault, while its stream continues', async () => {
  const target = fuzzTarget(media.url, CONCURRENCY);
  const tally = newTally();
  await fuzzMedia(
    { seed: SEED, from: 0, to: CALLS, concurrency: CONCURRENCY, target, media },
    tally,
  );
  target.agent.destroy();
  expect(tally.faults.slice(0, 5)).toEqual([]);
  expect(Object.keys(tally.statuses)).toEqual(
    expect.arrayContaining(['rtmp', 'media 200', 'media 401', 'media 404']),
  );
});
