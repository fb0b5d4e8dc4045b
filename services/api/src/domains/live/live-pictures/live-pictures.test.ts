import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import { createLogger } from '@sangwian/node-kit/logger';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveFacts } from '../lives/lives.module.ts';
import { createLivePicturesModule, type LivePicturesOptions } from './live-pictures.module.ts';

const LIVE = '0198a000-0000-7000-8000-000000000001' as ProgramLiveId;
const POSTER = Buffer.from('RIFF poster');

let media: Server;
let mediaUrl: string;
let asked: string[];
let facts: LiveFacts | null;
let app: FastifyInstance;

function start(options: Partial<LivePicturesOptions> = {}): void {
  app = Fastify();
  const module = createLivePicturesModule({
    live: {
      findLive: async () => facts,
      streamsOf: async () => [
        { matchLiveStreamId: 'w', programLiveId: LIVE, kind: 'webrtc', channelId: 'fast' },
        { matchLiveStreamId: 'h', programLiveId: LIVE, kind: 'hls', channelId: 'ring' },
      ],
    },
    findOrigin: () => null,
    mediaInternalUrl: mediaUrl,
    mediaEngine: 'sangwian',
    internalSecret: 'secret',
    logger: createLogger('api', 'silent'),
    ...options,
  });
  module.register?.(app);
}

const get = (file = 'poster.webp', headers = {}) =>
  app.inject({ url: `/live-picture/${LIVE}/${file}?at=1`, headers });

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  asked = [];
  facts = { programLiveId: LIVE, status: 'in_progress', access: 'free' };
  media = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (request.url?.includes('/ring/') === true) response.end(POSTER);
    else response.writeHead(404).end('{}');
  });
  await new Promise<void>((resolve) => {
    media.listen(0, '127.0.0.1', resolve);
  });
  mediaUrl = `http://127.0.0.1:${(media.address() as AddressInfo).port}`;
  start();
});
afterEach(async () => {
  vi.useRealTimers();
  media.close();
  media.closeAllConnections();
  await app.close();
});

describe('the picture of a live', () => {
  it('is fetched from its channel once for all requests', async () => {
    const answers = await Promise.all([get(), get(), get()]);
    for (const { statusCode, rawPayload, headers } of answers) {
      expect([statusCode, rawPayload]).toEqual([200, POSTER]);
      expect(headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=10',
      });
    }
    expect(asked).toEqual(['/control/channels/ring/poster']);
    const again = await get('poster.webp', { 'if-none-match': answers[0]?.headers.etag });
    expect(again.statusCode).toBe(304);
    expect((await get('thumbnail.webp')).statusCode).toBe(200);
    vi.advanceTimersByTime(5_000);
    await get();
    expect(asked.slice(1)).toEqual([
      '/control/channels/ring/thumbnail',
      '/control/channels/ring/poster',
    ]);
  });

  it.each([
    ['premium', { access: 'premium' }],
    ['not started', { status: 'not_started' }],
    ['over', { status: 'ended' }],
  ] as const)('is empty, and not fetched, when the live is %s', async (_name, change) => {
    facts = { ...facts!, ...change };
    for (const file of ['poster.webp', 'thumbnail.webp']) {
      const { statusCode, rawPayload } = await get(file);
      expect([statusCode, rawPayload.length]).toEqual([204, 0]);
    }
    facts = null;
    vi.advanceTimersByTime(2_000);
    expect((await get()).statusCode).toBe(204);
    expect(asked).toEqual([]);
  });

  it('disappears soon after the live becomes premium', async () => {
    expect((await get()).statusCode).toBe(200);
    facts = { ...facts!, access: 'premium' };
    vi.advanceTimersByTime(1_001);
    expect((await get()).statusCode).toBe(204);
  });

  it('comes from the media process that publishes the channel', async () => {
    start({ findOrigin: () => mediaUrl, mediaInternalUrl: 'http://127.0.0.1:9' });
    expect((await get()).statusCode).toBe(200);
  });

  it('is empty while the media process is down or has no image', async () => {
    start({ mediaInternalUrl: 'http://127.0.0.1:9' });
    expect((await get()).statusCode).toBe(204);
    start({ mediaInternalUrl: '' });
    expect((await get()).statusCode).toBe(204);
    media.removeAllListeners('request').on('request', (_request, response) => {
      response.writeHead(404).end('{}');
    });
    start();
    expect((await get()).statusCode).toBe(204);
  });

  it('has only these names, and does not exist with another media engine', async () => {
    expect((await get('poster.png')).statusCode).not.toBe(200);
    const bad = await app.inject({ url: '/live-picture/x%27/poster.webp' });
    expect(bad.statusCode).not.toBe(200);
    start({ mediaEngine: 'srs' });
    expect((await get()).statusCode).not.toBe(200);
    expect(asked).toEqual([]);
  });
});
