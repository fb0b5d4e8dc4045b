import { ApiError } from '@sangwian/node-kit/api-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { QUICK } from '../../../platform/http/compress.ts';
import { FreshKeeper } from '../../../platform/http/fresh-keeper.ts';
import { addressKey, createLimit } from '../../../platform/http/rate-limits.ts';
import { type SharedBytes, sendShared, shareBytes } from '../../../platform/http/shared-bytes.ts';
import type { Renderer } from './render-thread.ts';

const ART_CACHE = 'public, max-age=31536000, immutable';
const KEPT_MAX = 1_000;
/**
 * Maximum number of drawings that one IP address may request per window. A drawing takes up to 0.3 ms to render, and a
 * page has a few dozen drawings at most.
 */
const DRAWN_PER_ADDRESS_MAX = 1_500;
const WINDOW_S = 10;
/** A drawing depends only on its URL, so its rendering requests nothing from the API. */
const noCall = () => Promise.reject(new ApiError('not_found'));

/** Creates the handler of drawings. A drawing depends only on its URL and never changes. */
export function createArtAnswer(renderer: Renderer) {
  const kept = new FreshKeeper<SharedBytes>({ entriesMax: KEPT_MAX, mayServeStale: () => false });
  const freshness = { freshMs: Number.POSITIVE_INFINITY, staleMs: 0 };
  const perAddress = createLimit(DRAWN_PER_ADDRESS_MAX, WINDOW_S);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const path = request.url;
    const bytes = await kept.get(path, freshness, async () => {
      await perAddress.take(addressKey(request.ip));
      const svg = await renderer.render({ kind: 'art', path }, noCall);
      // Thrown inside `get`, so that the response for a missing drawing is not cached.
      if (svg === null) throw new ApiError('not_found');
      return shareBytes(svg, QUICK);
    });
    reply.type('image/svg+xml; charset=utf-8').header('cache-control', ART_CACHE);
    return sendShared(request, reply, bytes);
  };
}
