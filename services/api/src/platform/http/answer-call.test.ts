import { coinEndpoints } from '@sangwian/contract/endpoints/coins';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { createAnswerCall } from './answer-call.ts';
import type { Route } from './collect-handlers.ts';
import type { SharedBytes } from './shared-bytes.ts';
import { sendShared } from './shared-bytes.ts';

test('a cached public response is compressed once per encoding', async () => {
  const answerCall = createAnswerCall({ checkAnswers: false, publicFreshMs: 60_000 });
  const route = {
    operation: 'GET /coin/package',
    endpoint: coinEndpoints['GET /coin/package'],
    handle: async () => ({ data: { text: 'sangwian '.repeat(1_000) } }),
  } as unknown as Route;
  const seen = new Set<SharedBytes>();
  const encoded = new Set<Promise<Buffer>>();
  const app = Fastify();
  app.get('/', async (request, reply) => {
    const prepared = await answerCall(route, {} as never, {} as never);
    if (!('shared' in prepared)) throw new Error('the answer is not shared');
    seen.add(prepared.shared);
    await sendShared(request, reply, prepared.shared);
    for (const bytes of prepared.shared.encoded.values()) encoded.add(bytes);
    return reply;
  });
  const encodings = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? 'br' : 'gzip'));
  const answers = await Promise.all(
    encodings.map((encoding) => app.inject({ url: '/', headers: { 'accept-encoding': encoding } })),
  );
  expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual(encodings);
  expect([seen.size, encoded.size]).toEqual([1, 2]);
  await app.close();
});
