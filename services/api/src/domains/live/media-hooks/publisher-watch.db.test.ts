import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLogger } from '@sangwian/node-kit/logger';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { loadSampleSeason, type SampleSeason } from '../../../sample-season/load.ts';
import { MediaHooksStore } from './media-hooks.store.ts';
import { fetchLiveChannels, PublisherWatch, SILENT_MS_MAX } from './publisher-watch.ts';

/** The channels that the media process reports as published; `null` if it does not respond. */
let answer: readonly string[] | null;
const media = createServer((request, response) => {
  if (request.headers.authorization !== 'Bearer secret') return response.writeHead(404).end();
  if (answer === null || request.url !== '/control/channels') return response.writeHead(503).end();
  const channels = answer.map((channel_id) => ({ channel_id, live: true }));
  response.end(JSON.stringify({ channels: [...channels, { channel_id: 'ring-9', live: false }] }));
});

let test: TestApi;
let season: SampleSeason;
beforeAll(async () => {
  media.listen(0, '127.0.0.1');
  await once(media, 'listening');
  test = await startTestApi();
  season = await loadSampleSeason(test.db, { now: new Date() });
});
afterAll(async () => {
  media.closeAllConnections();
  media.close();
  await test.close();
});

let now: Date;
let changed: string[];
let watch: PublisherWatch;

const after = (ms: number): void => {
  now = new Date(now.getTime() + ms);
};
const isPublishing = async (): Promise<boolean> => {
  const row = await test.db
    .selectFrom('channel')
    .select('publishing')
    .where('channel_id', '=', 'ring-1')
    .executeTakeFirstOrThrow();
  return row.publishing;
};

beforeEach(async () => {
  now = new Date();
  answer = ['ring-1'];
  changed = [];
  await test.db
    .updateTable('channel')
    .set({ publishing: true, publish_changed_at: now, stats_at: now })
    .execute();
  const origin = `http://127.0.0.1:${(media.address() as AddressInfo).port}`;
  watch = new PublisherWatch({
    fetchLiveChannels: () => fetchLiveChannels(origin, 'secret'),
    store: new MediaHooksStore(test.db),
    bus: test.bus,
    clock: () => now,
    logger: createLogger('test', 'silent'),
  });
});

const recordChanges = (): (() => void) =>
  test.bus.subscribe('live:changed', ({ programLiveId }) => changed.push(programLiveId));

it('ends the publishers of a dead media process, and broadcasts the change once', async () => {
  const end = recordChanges();
  await watch.check();
  answer = null;
  after(5_000);
  await watch.check();
  after(SILENT_MS_MAX - 1);
  await watch.check();
  expect(await isPublishing()).toBe(true);
  expect(changed).toEqual([]);
  after(1);
  await watch.check();
  expect(await isPublishing()).toBe(false);
  await expect.poll(() => changed).toEqual([season.program_live_id]);
  after(60_000);
  await watch.check();
  expect(changed).toHaveLength(1);

  // The media process is back, but its event was lost.
  answer = ['ring-1'];
  await watch.check();
  expect(await isPublishing()).toBe(true);
  await expect.poll(() => changed).toHaveLength(2);
  end();
});

it('keeps publishers through a restart, and while another node receives their reports', async () => {
  answer = null;
  await watch.check();
  after(SILENT_MS_MAX - 1);
  await watch.check();
  answer = ['ring-1'];
  after(5_000);
  await watch.check();
  answer = null;
  after(5_000);
  await watch.check();
  expect(await isPublishing()).toBe(true);

  after(SILENT_MS_MAX);
  await new MediaHooksStore(test.db).setStats('ring-1', {}, now, null);
  await watch.check();
  expect(await isPublishing()).toBe(true);
});

it('ends a publisher whose end was not reported, unless an event is newer than the response', async () => {
  answer = [];
  after(-1_000);
  await watch.check();
  expect(await isPublishing()).toBe(true);
  after(2_000);
  await watch.check();
  expect(await isPublishing()).toBe(false);
});
