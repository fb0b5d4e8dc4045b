import { randomInt } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { renderSlipPage } from './slip-page.ts';
import { renderSlip } from './slip-picture.ts';
import { completeSlip, type Slip, type SlipReceiver, SlipRequest } from './slip-request.ts';

const RANDOM_BELOW = 1_000_000;

/** Adds the slip maker: a page for people, and image URLs for scripts. */
export function addSlipMaker(
  server: FastifyInstance,
  receiver: SlipReceiver,
  now: () => Date,
  random: () => number = () => randomInt(RANDOM_BELOW) / RANDOM_BELOW,
): void {
  let last: string | null = null;
  const read = (query: unknown): Slip =>
    completeSlip(SlipRequest.parse(query), receiver, now(), random);
  server.get<{ Querystring: Record<string, unknown> }>('/sandbox/slip', async (request, reply) => {
    const { fresh, reference, ...rest } = request.query;
    const slip = read(fresh === undefined ? { ...rest, reference } : rest);
    const page = renderSlipPage(slip, last);
    last = slip.reference;
    return reply.type('text/html; charset=utf-8').send(page);
  });
  server.get('/sandbox/slip.png', async (request, reply) => {
    const slip = read(request.query);
    return reply
      .header('x-slip-reference', slip.reference)
      .type('image/png')
      .send(await renderSlip(slip));
  });
}
