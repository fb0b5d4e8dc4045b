import type { ShareCard } from '@sangwian/contract/page-render';
import { createLogger } from '@sangwian/node-kit/logger';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerErrors } from '../../../platform/http/refuse.ts';
import { createShareCardsModule } from './share-cards.module.ts';

let described: string[] = [];
let admitted = 0;
/** An IP address whose admission takes long. */
const HELD_BACK = '203.0.113.1';
const release = Promise.withResolvers<void>();
const cardOf = (path: string): ShareCard | null => {
  described.push(path);
  if (path.includes('unknown')) return null;
  return { ground: `<!-- ${path.includes('other') ? 'other' : 'one'} -->`, photos: [], texts: [] };
};
let app: FastifyInstance;
beforeAll(async () => {
  app = Fastify({ loggerInstance: createLogger('test', 'silent') as FastifyBaseLogger });
  answerErrors(app);
  const module = createShareCardsModule({
    describe: async (path) => cardOf(path),
    call: () => Promise.reject(new Error('not called')),
    admission: {
      enter: async (ip) => {
        admitted += 1;
        if (ip === HELD_BACK) await release.promise;
      },
      run: (_ip, work) => work(),
    },
    readPhoto: async () => null,
  });
  await module.register?.(app);
});
afterAll(() => app.close());

const get = (url: string, headers = {}) => app.inject({ url, headers });

test('renders a share image once per content, and sends an ETag', async () => {
  const first = await get('/share/live/1/th.png?v=1');
  expect(first.statusCode).toBe(200);
  expect(first.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': expect.stringMatching(/^public, max-age=\d+/),
  });
  expect(first.rawPayload.subarray(1, 4).toString()).toBe('PNG');
  described = [];
  const [again, same, other] = await Promise.all([
    get('/share/live/1/th.png?v=2', { 'if-none-match': String(first.headers.etag) }),
    get('/share/live/1/en.png'),
    get('/share/live/other/th.png'),
  ]);
  expect(again.statusCode).toBe(304);
  // The version in the query has no influence on the content.
  expect(described).toEqual(['/share/live/1/en.png', '/share/live/other/th.png']);
  expect(same.headers.etag).toBe(first.headers.etag);
  expect(other.headers.etag).toBe(first.headers.etag);
});

test('does not delay a request by the admission of another address', async () => {
  const url = '/share/live/wanted/th.png';
  const heldBack = app.inject({ url, remoteAddress: HELD_BACK });
  expect((await app.inject({ url, remoteAddress: '203.0.113.2' })).statusCode).toBe(200);
  described = [];
  release.resolve();
  expect((await heldBack).statusCode).toBe(200);
  expect(described).toEqual([]);
});

test('responds with 404 to an unknown path, and to a long path without looking the path up', async () => {
  expect((await get('/share/live/unknown/th.png')).statusCode).toBe(404);
  described = [];
  expect((await get(`/share/${'a'.repeat(200)}`)).statusCode).toBe(404);
  expect(described).toEqual([]);
});

test('coalesces concurrent requests for an image into one lookup and one admission', async () => {
  [described, admitted] = [[], 0];
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => get(`/share/live/crowd/th.png?v=${index}`)),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
  expect([described.length, admitted]).toEqual([1, 1]);
});

test('does not evict cached images because of unknown paths', async () => {
  await get('/share/live/kept/th.png');
  for (let index = 0; index < 1_100; index += 1) await get(`/share/live/unknown-${index}/th.png`);
  described = [];
  await get('/share/live/kept/th.png');
  expect(described).toEqual([]);
});
