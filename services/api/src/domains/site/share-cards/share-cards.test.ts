import type { ShareCard } from '@sangwian/contract/page-render';
import { createLogger } from '@sangwian/node-kit/logger';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerErrors } from '../../../platform/http/refuse.ts';
import { createShareCardsModule } from './share-cards.module.ts';

let asked: string[] = [];
let admitted = 0;
/** An address whose turn comes late. */
const HELD_BACK = '203.0.113.1';
const release = Promise.withResolvers<void>();
const cardOf = (path: string): ShareCard | null => {
  asked.push(path);
  if (path.includes('nobody')) return null;
  return { ground: `<!-- ${path.includes('other') ? 'other' : 'one'} -->`, texts: [] };
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
  });
  await module.register?.(app);
});
afterAll(() => app.close());

const get = (url: string, headers = {}) => app.inject({ url, headers });

test('a card is drawn once for its content, and kept by whoever has it', async () => {
  const first = await get('/share/live/1/th.png?v=1');
  expect(first.statusCode).toBe(200);
  expect(first.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': expect.stringMatching(/^public, max-age=\d+/),
  });
  expect(first.rawPayload.subarray(1, 4).toString()).toBe('PNG');
  asked = [];
  const [again, same, other] = await Promise.all([
    get('/share/live/1/th.png?v=2', { 'if-none-match': String(first.headers.etag) }),
    get('/share/live/1/en.png'),
    get('/share/live/other/th.png'),
  ]);
  expect(again.statusCode).toBe(304);
  // The version in the query asks for nothing new.
  expect(asked).toEqual(['/share/live/1/en.png', '/share/live/other/th.png']);
  expect(same.headers.etag).toBe(first.headers.etag);
  expect(other.headers.etag).toBe(first.headers.etag);
});

test('nobody waits for the turn of another address that asked for the same card', async () => {
  const url = '/share/live/wanted/th.png';
  const heldBack = app.inject({ url, remoteAddress: HELD_BACK });
  expect((await app.inject({ url, remoteAddress: '203.0.113.2' })).statusCode).toBe(200);
  asked = [];
  release.resolve();
  expect((await heldBack).statusCode).toBe(200);
  expect(asked).toEqual([]);
});

test('what there is no card of is not there, and a long path is not even looked for', async () => {
  expect((await get('/share/live/nobody/th.png')).statusCode).toBe(404);
  asked = [];
  expect((await get(`/share/${'a'.repeat(200)}`)).statusCode).toBe(404);
  expect(asked).toEqual([]);
});

test('what a card tells is asked for once at a time, and only that is counted against an address', async () => {
  [asked, admitted] = [[], 0];
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => get(`/share/live/crowd/th.png?v=${index}`)),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
  expect([asked.length, admitted]).toEqual([1, 1]);
});

test('paths without a card take the place of none that has one', async () => {
  await get('/share/live/kept/th.png');
  for (let index = 0; index < 1_100; index += 1) await get(`/share/live/nobody-${index}/th.png`);
  asked = [];
  await get('/share/live/kept/th.png');
  expect(asked).toEqual([]);
});
