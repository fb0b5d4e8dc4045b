import { randomUUID } from 'node:crypto';
import { internalHeaders } from '@sangwian/node-kit/internal-secret';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { loadSampleSeason, type SampleSeason } from '../../../sample-season/load.ts';
import { type ChannelClaim, LEASE_MS_MAX, type LeaseRenewal } from './channel-lease-rules.ts';
import { ChannelLeasesStore } from './channel-leases.store.ts';

const CHANNEL = 'ring-1';

let test: TestApi;
let season: SampleSeason;
let store: ChannelLeasesStore;
beforeAll(async () => {
  test = await startTestApi({ config: { secrets: { internalSecret: 'secret' } } });
  season = await loadSampleSeason(test.db, { now: new Date() });
  store = new ChannelLeasesStore(test.db);
});
afterAll(() => test.close());
beforeEach(async () => {
  await sql`delete from media_origin`.execute(test.db);
});

const origin = (name = '', standby = false): ChannelClaim => ({
  origin_id: randomUUID(),
  process_id: randomUUID(),
  origin_url: name === '' ? '' : `http://${name}:8090`,
  standby,
});
const restarted = (claim: ChannelClaim): ChannelClaim => ({ ...claim, process_id: randomUUID() });
const report = (claim: ChannelClaim, renewal: Partial<LeaseRenewal> = {}) => {
  const { standby, ...identity } = claim;
  const lease = {
    ...{ channel_id: CHANNEL, fence: 1, held_ms: LEASE_MS_MAX, standby },
    ...{ discontinuity: 0, media_sequence: 0, ...renewal },
  };
  return store.renew({ ...identity, leases: [lease] });
};
const expire = () =>
  sql`update channel_lease set expires_at = now() - interval '1 second'`.execute(test.db);

it('gives a channel to exactly one of several origins that claim it at once', async () => {
  for (let round = 0; round < 20; round += 1) {
    const claims = Array.from({ length: 6 }, () => store.claim(CHANNEL, origin()));
    const won = (await Promise.all(claims)).filter((answer) => 'lease' in answer);
    expect(won).toMatchObject([{ lease: { fence: round + 1 } }]);
    await expire();
  }
});

it('refuses another origin while the publisher is active, and returns the time to wait', async () => {
  const holder = origin();
  const first = { fence: 1, discontinuity: 0, media_sequence: 0, taken_over: false };
  expect(await store.claim(CHANNEL, holder)).toEqual({ isNew: true, lease: first });
  const refused = await store.claim(CHANNEL, origin());
  expect(refused).toEqual({ waitMs: expect.any(Number) });
  expect('waitMs' in refused && refused.waitMs).toBeGreaterThan(0);
  expect('waitMs' in refused && refused.waitMs).toBeLessThanOrEqual(LEASE_MS_MAX);
  // Another rendition from the same encoder.
  expect(await store.claim(CHANNEL, holder)).toEqual({ isNew: false, lease: first });
});

it('passes the playlist numbers to the origin that takes over, and fences off the earlier origin', async () => {
  const [first, second] = [origin(), origin()];
  await store.claim(CHANNEL, first);
  expect(await report(first, { discontinuity: 4, media_sequence: 900 })).toEqual([]);
  await expire();
  expect(await store.claim(CHANNEL, second)).toEqual({
    isNew: true,
    lease: { fence: 2, discontinuity: 4, media_sequence: 900, taken_over: true },
  });
  expect(await report(first, { discontinuity: 9, media_sequence: 999 })).toEqual([CHANNEL]);
  expect(await report(second, { fence: 2 })).toEqual([]);
  const row = await test.db.selectFrom('channel_lease').selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({ fence: 2, discontinuity: 4, media_sequence: 900 });
});

it('lets a restarted process reclaim its channel and window at once', async () => {
  const first = origin();
  await store.claim(CHANNEL, first);
  const again = restarted(first);
  expect(await store.claim(CHANNEL, again)).toMatchObject({
    lease: { fence: 2, taken_over: false },
  });
  expect(await report(first)).toEqual([CHANNEL]);
});

it('lets another origin claim a released channel at once, and a channel whose publisher has stopped sending', async () => {
  const [first, second, third] = [origin(), origin(), origin()];
  await store.claim(CHANNEL, first);
  await report(first, { held_ms: 0 });
  expect(await store.claim(CHANNEL, second)).toMatchObject({ lease: { fence: 2 } });
  await report(second, { fence: 2, held_ms: 1 });
  await expect
    .poll(async () => store.claim(CHANNEL, third), { timeout: 5_000 })
    .toMatchObject({ lease: { fence: 3 } });
});

it('lets an encoder replace a standby, and never a standby replace an encoder', async () => {
  const [standby, encoder] = [origin('', true), origin()];
  await store.claim(CHANNEL, standby);
  expect(await store.claim(CHANNEL, origin('', true))).toHaveProperty('waitMs');
  expect(await store.claim(CHANNEL, encoder)).toMatchObject({ lease: { fence: 2 } });
  expect(await store.claim(CHANNEL, standby)).toHaveProperty('waitMs');
  // A standby in the same process as the encoder does not weaken the encoder's lease.
  await store.claim(CHANNEL, { ...encoder, standby: true });
  expect(await store.claim(CHANNEL, origin())).toHaveProperty('waitMs');
});

it('returns the origin of each channel, and whether another origin is running', async () => {
  const claim = origin('one');
  expect(await store.hasOtherOrigin('')).toBe(false);
  await store.claim(CHANNEL, claim);
  expect(await store.findHolders()).toEqual([{ channelId: CHANNEL, originUrl: 'http://one:8090' }]);
  expect(await store.hasOtherOrigin('http://two:8090')).toBe(true);
  expect(await store.hasOtherOrigin('http://one:8090')).toBe(false);
  await sql`update channel_lease set expires_at = now() - interval '1 day'`.execute(test.db);
  await sql`update media_origin set expires_at = now() - interval '2 days'`.execute(test.db);
  expect(await store.findHolders()).toEqual([]);
  expect(await store.hasOtherOrigin('')).toBe(false);
  // The first report of a new origin deletes the origins that never came back, with their leases.
  await store.renew({ ...restarted(origin('two')), leases: [] });
  expect(await test.db.selectFrom('channel_lease').selectAll().execute()).toEqual([]);
});

const hook = async (path: string, payload: object) => {
  const url = `/internal/media/${path}`;
  const headers = internalHeaders('secret');
  const response = await test.api.internal.inject({ method: 'POST', url, headers, payload });
  return { status: response.statusCode, body: response.json() };
};

it('claims the channel on authorisation, renews the lease, and ignores reports of an origin that lost the channel', async () => {
  const [first, second] = [origin('one'), origin('two')];
  const auth = (claim: object | undefined) =>
    hook('auth', {
      action: 'publish',
      protocol: 'rtmp',
      path: 'live',
      token: season.stream_key,
      claim,
    });
  expect(await auth(undefined)).toEqual({ status: 200, body: { path: CHANNEL } });
  expect(await auth(first)).toMatchObject({
    status: 200,
    body: { path: CHANNEL, lease: { fence: 1 } },
  });
  expect(await auth(second)).toEqual({ status: 409, body: { wait_ms: expect.any(Number) } });
  await expire();
  expect((await auth(second)).body.lease).toMatchObject({ fence: 2, taken_over: true });

  const { standby, ...identity } = first;
  const lease = { channel_id: CHANNEL, fence: 1, held_ms: 2_000, standby };
  const leases = [{ ...lease, discontinuity: 0, media_sequence: 0 }];
  expect((await hook('leases', { ...identity, leases })).body).toEqual({ lost: [CHANNEL] });
  expect(
    (await hook('leases', { ...identity, leases: [{ ...lease, held_ms: 60_000 }] })).status,
  ).toBe(400);

  const event = (type: string) => ({ type, at: new Date().toISOString(), channel_id: CHANNEL });
  const isPublishing = async () =>
    (
      await test.db
        .selectFrom('channel')
        .select('publishing')
        .where('channel_id', '=', CHANNEL)
        .executeTakeFirstOrThrow()
    ).publishing;
  await hook('events', { events: [event('publish_started')], origin_id: second.origin_id });
  expect(await isPublishing()).toBe(true);
  await hook('events', { events: [event('publish_ended')], origin_id: first.origin_id });
  expect(await isPublishing()).toBe(true);
  await hook('events', { events: [event('publish_ended')], origin_id: second.origin_id });
  expect(await isPublishing()).toBe(false);
});
