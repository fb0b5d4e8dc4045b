import type { Match } from '@sangwian/contract/endpoints/live';
import { MatchDecided } from '@sangwian/contract/sockets/event-namespace';
import { startTestApi, TEST_APP_KEY, type TestApi } from '@sangwian/testkit/start-test-api';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { loadSampleSeason } from '../../../sample-season/load.ts';
import { FanSockets, followLive } from '../../../testing/fan-sockets.ts';
import { operateShow, type ShowAct } from '../bout-control/testing/operate-show.ts';

const sockets = new FanSockets();
let api: TestApi;
let live: string;
let bout: string;
let garland: string;
beforeAll(async () => {
  api = await startTestApi();
  await api.api.start();
  live = (await loadSampleSeason(api.db, { now: new Date() })).program_live_id;
  bout = (await api.call(`GET /live/${live}`)).body.data.current_match_live_id;
  garland = (await api.call('GET /gift')).body.data[0].gift_id;
});
afterEach(() => sockets.close());
afterAll(() => api.close());

const connect = (token?: string) =>
  sockets.connect({ url: api.url, appKey: TEST_APP_KEY }, '/event', token);
const cheer = (token: string, corner: 'red' | 'blue', quantity: number) =>
  api.call('POST /gift/send', {
    token,
    body: { match_live_id: bout, corner, gift_id: garland, quantity, expected_coins: quantity },
  });

test('sends gifts with the bar in ticks of at most twenty gifts, and the bar to late joiners at once', async () => {
  const fans = await Promise.all(
    [1, 2, 3].map(async () => api.signIn(await api.makeFan({ coins: 100 }))),
  );
  const reader = await connect();
  const { ticks } = await followLive(reader, live);
  await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      cheer(fans[index % 3] ?? '', index % 2 === 0 ? 'red' : 'blue', 1),
    ),
  );
  await expect
    .poll(() => ticks.findLast((tick) => tick.bar !== null)?.bar)
    .toMatchObject({
      match_live_id: bout,
      red: { coins: 15, gifts: 15, supporters: 3 },
      blue: { coins: 15, gifts: 15, supporters: 3 },
    });
  for (const tick of ticks) expect(tick.gifts.length).toBeLessThanOrEqual(20);
  const shown = ticks.flatMap((tick) => tick.gifts);
  expect(shown.length).toBeGreaterThan(0);
  expect(new Set(shown.map((gift) => gift.gift_log_id)).size).toBe(shown.length);
  expect(shown[0]).toMatchObject({ match_live_id: bout, member_name: 'สมชาย', coins: 1 });
  const later = await connect();
  const ack = await later.emitWithAck('live:join', { program_live_id: live });
  expect(ack).toMatchObject({ ok: true, bar: { red: { coins: 15 }, blue: { coins: 15 } } });
});

test('broadcasts a result to everybody, and sends a refund only to the refunded member', async () => {
  const token = await api.signIn(await api.makeFan({ coins: 50 }));
  const [owner, reader] = [await connect(token), await connect()];
  await followLive(reader, live);
  const decided: unknown[] = [];
  const notices: unknown[] = [];
  const balances: number[] = [];
  const states: Match[] = [];
  reader.on('match:result', (payload) => decided.push(MatchDecided.parse(payload)));
  reader.on('match:state', ({ match }: { match: Match }) => {
    if (match.match_live_id === bout) states.push(match);
  });
  reader.on('gift:refunded', (payload) => notices.push(['reader', payload]));
  owner.on('gift:refunded', (payload) => notices.push(payload));
  owner.on('wallet:balance', ({ balance }: { balance: number }) => balances.push(balance));
  await cheer(token, 'blue', 20);
  const show = (act: ShowAct) => operateShow(api, { bout, ...act });
  const at = (state: string | undefined) =>
    expect.poll(() => states.at(-1)?.ruling?.state, { timeout: 10_000 }).toBe(state);
  await show({ action: 'result', winner: 'blue', method: 'decision' });
  await at('recorded');
  // An unconfirmed result transfers no coins and sends no notice.
  await expect.poll(() => balances).toEqual([30]);
  expect(notices).toEqual([]);
  await show({ action: 'withdraw' });
  await at('withdrawn');
  expect(states.at(-1)).toMatchObject({ status: 'in_progress', result: null });
  await show({ action: 'result', winner: 'red', method: 'decision' });
  await show({ action: 'confirm', by: 'bob' });
  await expect.poll(() => notices).toMatchObject([{ match_live_id: bout, coins: 20 }]);
  await expect.poll(() => balances).toEqual([30, 50]);
  await expect
    .poll(() => decided)
    .toMatchObject([
      { match_live_id: bout, state: 'recorded', sequence: 1, result: { winner: 'blue' } },
      { match_live_id: bout, state: 'withdrawn', sequence: 2, result: null },
      { match_live_id: bout, state: 'recorded', sequence: 3, result: { winner: 'red' } },
      { match_live_id: bout, state: 'settled', sequence: 3, result: { winner: 'red' } },
    ]);
  // Each broadcast state is newer than the previous one.
  const revisions = states.map(({ revision }) => revision);
  expect(revisions).toEqual([...new Set(revisions)].sort((a, b) => a - b));
});
