import { LIMITS } from '@sangwian/contract/limits';
import type { ReactionCounts } from '@sangwian/contract/sockets/event-namespace';
import { startTestApi, TEST_APP_KEY, type TestApi } from '@sangwian/testkit/start-test-api';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { loadSampleSeason } from '../../../sample-season/load.ts';
import { FanSockets, followLive } from '../../../testing/fan-sockets.ts';
import { REACTION_RATE } from './reactions.ts';

const FANS = 100;

let api: TestApi;
let tonight: string;
const sockets = new FanSockets();
beforeAll(async () => {
  api = await startTestApi();
  tonight = (await loadSampleSeason(api.db, { now: new Date() })).program_live_id;
  await api.api.start();
});
afterEach(() => sockets.close());
afterAll(() => api.close());

const connect = (token?: string) =>
  sockets.connect({ url: api.url, appKey: TEST_APP_KEY }, '/event', token);
const connectFan = async () => connect(await api.signIn(await api.makeFan()));
const react = (socket: Socket, reaction: string): void => {
  socket.emit('reaction:send', { program_live_id: tonight, reaction });
};
const sumOf = (all: readonly ReactionCounts[]): number =>
  all.flatMap((counts) => Object.values(counts)).reduce((sum, count) => sum + count, 0);

test('counts 500 reactions of a hundred sockets in a second, in at most four sums', async () => {
  const watcher = await connect();
  const { ticks } = await followLive(watcher, tonight);
  const fans: Socket[] = [];
  while (fans.length < FANS) fans.push(await connectFan());
  for (const fan of fans) await followLive(fan, tonight);
  const counts = () => ticks.flatMap(({ reactions }) => (reactions ? [reactions.counts] : []));
  const began = performance.now();
  const kinds = ['ouch', 'knee', 'kick', 'elbow', 'knee'];
  for (const kind of kinds) for (const fan of fans) react(fan, kind);
  await vi.waitFor(() => expect(sumOf(counts())).toBe(5 * FANS), { timeout: 5_000, interval: 20 });
  const seconds = (performance.now() - began) / 1000;
  expect(counts().length).toBeLessThanOrEqual(1 + seconds * (1000 / LIMITS.reactionMs));
  const knees = counts().reduce((sum, { knee = 0 }) => sum + knee, 0);
  expect(knees).toBe(2 * FANS);
});

test('drops what one member sends too fast, from all of the member’s sockets, and closes no socket', async () => {
  const token = await api.signIn(await api.makeFan());
  const both = [await connect(token), await connect(token)];
  const { ticks } = await followLive(both[0] as Socket, tonight);
  await followLive(both[1] as Socket, tonight);
  for (let press = 0; press < 20; press += 1) for (const socket of both) react(socket, 'kick');
  const answers = await Promise.all(
    both.map((socket) =>
      socket.emitWithAck('reaction:send', { program_live_id: tonight, reaction: 'kick' }),
    ),
  );
  expect(answers).toEqual([{ ok: true }, { ok: true }]);
  const sum = () => sumOf(ticks.flatMap(({ reactions }) => (reactions ? [reactions.counts] : [])));
  await vi.waitFor(() => expect(sum()).toBeGreaterThanOrEqual(REACTION_RATE.burst), {
    timeout: 5_000,
  });
  expect(sum()).toBeLessThan(2 * REACTION_RATE.burst);
  expect(both.map(({ connected }) => connected)).toEqual([true, true]);
});

test('refuses visitors, fans who have not joined, and unknown reactions', async () => {
  const statusOf = async (socket: Socket, reaction: unknown) => {
    const request = { program_live_id: tonight, reaction };
    const answer = await socket.emitWithAck('reaction:send', request);
    return answer.ok ? 'ok' : answer.error.status;
  };
  const visitor = await connect();
  await followLive(visitor, tonight);
  expect(await statusOf(visitor, 'knee')).toBe('chat_members_only');
  const fan = await connectFan();
  expect(await statusOf(fan, 'knee')).toBe('live_not_found');
  await followLive(fan, tonight);
  expect(await statusOf(fan, 'knee')).toBe('ok');
  expect(await statusOf(fan, 'boo')).toBe('request_invalid');
  expect(await statusOf(fan, { knee: 1 })).toBe('request_invalid');
});
