import { randomUUID } from 'node:crypto';
import { createLogger } from '@sangwian/node-kit/logger';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSampleSeason, type SampleSeason } from '../../../sample-season/load.ts';
import { fetchEngineChannels } from './fetch-engine-channels.ts';
import { MediaHooksStore } from './media-hooks.store.ts';
import { PublisherWatch } from './publisher-watch.ts';
import {
  type EnginePublishers,
  MediaMtxStandIn,
  SrsStandIn,
  serveEngineApi,
} from './testing/engine-stand-in.ts';

const SECRET = 'the secret of an engine';
const PUBLIC_URL = 'https://media.example';
const ENGINES = ['mediamtx', 'srs'] as const;
const publishers: EnginePublishers = { live: [] };

let engineApi: Awaited<ReturnType<typeof serveEngineApi>>;
beforeAll(async () => {
  engineApi = await serveEngineApi(publishers);
});
afterAll(() => engineApi.close());

const startWith = (mediaEngine: (typeof ENGINES)[number]): Promise<TestApi> =>
  startTestApi({
    config: {
      upstream: {
        ...{ mediaEngine, mediaEngineUrl: engineApi.url, mediaPublicUrl: PUBLIC_URL },
        mediaEngineSecret: SECRET,
      },
    },
  });

/**
 * Joins the live as a new fan.
 *
 * @returns the URLs for the player, and a function that joins again on another device
 */
async function watchAs(test: TestApi) {
  const fan = await test.makeFan();
  const token = await test.signIn(fan);
  const join = async (): Promise<string> => {
    const body = { member_id: fan.memberId, watch_token: randomUUID() };
    const answer = await test.call('POST /memberWatchStream/joinWatchStream', { token, body });
    return answer.body.data.playback.hls_url;
  };
  return { hlsUrl: await join(), join };
}

async function isPublishing(test: TestApi): Promise<boolean> {
  const row = await test.db
    .selectFrom('channel')
    .select('publishing')
    .where('channel_id', '=', 'ring-1')
    .executeTakeFirstOrThrow();
  return row.publishing;
}

describe('MediaMTX', () => {
  let test: TestApi;
  let season: SampleSeason;
  let engine: MediaMtxStandIn;
  beforeAll(async () => {
    test = await startWith('mediamtx');
    season = await loadSampleSeason(test.db, { now: new Date() });
    engine = new MediaMtxStandIn(test, SECRET);
  });
  afterAll(() => test.close());

  it('admits a publisher only with the stream key of the path’s channel', async () => {
    const publish = (path: string, key: string) =>
      engine.ask({
        ...{ action: 'publish', protocol: 'rtmp', path },
        address: `rtmp://media.example/${path}?token=${key}`,
      });
    expect(await publish('ring-1', season.stream_key)).toBe(true);
    expect(await publish('ring-2', season.stream_key)).toBe(false);
    expect(await publish('ring-1', 'wrong')).toBe(false);
  });

  it('admits a viewer with the address of the join, until the grant is revoked', async () => {
    const { hlsUrl, join } = await watchAs(test);
    expect(hlsUrl).toMatch(/^https:\/\/media\.example\/ring-1\/index\.m3u8\?token=/);
    const read = (path: string, address: string) =>
      engine.ask({ action: 'read', protocol: 'hls', path, address });
    expect(await read('ring-1', hlsUrl)).toBe(true);
    expect(await read('ring-2', hlsUrl)).toBe(false);
    expect(await read('ring-1', `${hlsUrl}x`)).toBe(false);
    const bearer = new URL(hlsUrl).searchParams.get('token') as string;
    const webrtc = { action: 'read', protocol: 'webrtc', path: 'ring-1', address: '' } as const;
    expect(await engine.ask({ ...webrtc, bearer })).toBe(true);
    expect(await engine.ask({ ...webrtc, action: 'api', bearer })).toBe(false);
    const second = await join();
    expect(await read('ring-1', hlsUrl)).toBe(false);
    expect(await read('ring-1', second)).toBe(true);
  });
});

describe('SRS', () => {
  let test: TestApi;
  let season: SampleSeason;
  let engine: SrsStandIn;
  beforeAll(async () => {
    test = await startWith('srs');
    season = await loadSampleSeason(test.db, { now: new Date() });
    engine = new SrsStandIn(test, SECRET);
  });
  afterAll(() => test.close());

  it('admits a publisher with the stream key of the stream’s channel, and reports start and end', async () => {
    await test.db.updateTable('channel').set({ publishing: false }).execute();
    const call = (
      action: 'on_publish' | 'on_unpublish',
      stream: string,
      key: string,
      fields: object = {},
    ) => engine.call(action, stream, `rtmp://media.example/live/${stream}?token=${key}`, fields);
    expect(await call('on_publish', 'ring-1', 'wrong')).toBe(false);
    expect(await call('on_publish', 'ring-2', season.stream_key)).toBe(false);
    expect(await call('on_publish', 'live', season.stream_key)).toBe(false);
    expect(await call('on_publish', 'ring-1', season.stream_key, { app: 'other' })).toBe(false);
    expect(await isPublishing(test)).toBe(false);
    expect(await call('on_publish', 'ring-1', season.stream_key)).toBe(true);
    expect(await isPublishing(test)).toBe(true);
    expect(await call('on_unpublish', 'ring-1', season.stream_key)).toBe(true);
    expect(await isPublishing(test)).toBe(false);
  });

  it('admits a viewer with the address of the join, until the grant is revoked', async () => {
    const { hlsUrl, join } = await watchAs(test);
    expect(hlsUrl).toMatch(/^https:\/\/media\.example\/live\/ring-1\.m3u8\?token=/);
    const grant = new URL(hlsUrl).searchParams.get('token') as string;
    expect(await engine.call('on_play', 'ring-1', `${hlsUrl}&hls_ctx=8y2h31`)).toBe(true);
    // For WHEP, SRS sends the query without the question mark.
    const param = `app=live&stream=ring-1&token=${grant}`;
    expect(await engine.call('on_play', 'ring-1', '', { param })).toBe(true);
    expect(await engine.call('on_stop', 'ring-1', hlsUrl)).toBe(true);
    expect(await engine.call('on_play', 'ring-2', hlsUrl)).toBe(false);
    expect(await engine.call('on_play', 'ring-1', '')).toBe(false);
    const second = await join();
    expect(await engine.call('on_play', 'ring-1', hlsUrl)).toBe(false);
    expect(await engine.call('on_play', 'ring-1', second)).toBe(true);
  });

  it.each(ENGINES)('reads publishers from the API of %s', async (name) => {
    const watch = new PublisherWatch({
      fetchLiveChannels: () => fetchEngineChannels(name, `${engineApi.url}/`),
      store: new MediaHooksStore(test.db),
      bus: test.bus,
      clock: () => new Date(),
      logger: createLogger('test', 'silent'),
    });
    await test.db
      .updateTable('channel')
      .set({ publishing: false, publish_changed_at: null })
      .execute();
    publishers.live = ['ring-1'];
    expect(await fetchEngineChannels(name, engineApi.url)).toEqual({
      originId: null,
      live: ['ring-1'],
    });
    await watch.check();
    expect(await isPublishing(test)).toBe(true);
    publishers.live = null;
    expect(await fetchEngineChannels(name, engineApi.url)).toBeNull();
    publishers.live = [];
    await watch.check();
    expect(await isPublishing(test)).toBe(false);
  });
});
