import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { addressKey, createLimit } from '../../../platform/http/rate-limits.ts';
import type { SharedCounters } from '../../../platform/limits/shared-counters.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { readName } from './profile-rules.ts';
import type { ProvidersStore } from './providers.store.ts';

/** The path to which Apple's page posts its response. */
export const APPLE_RETURN_PATH = '/sign-in/apple';

const RETURN_LIMITS = {
  bodyBytesMax: 16 * 1024,
  /** Time in which the browser must collect the posted response. Apple's codes expire after five minutes. */
  minutes: 5,
  /** High, since thousands of fans may share the IP address of a mobile carrier. */
  perAddress: { posts: 600, seconds: 10 * 60 },
} as const;

const Posted = z.object({
  state: z.string().regex(/^[\w-]{43}$/),
  code: z.string().min(1).max(2_048),
});
const PostedUser = z.object({
  name: z.object({ firstName: z.string().optional(), lastName: z.string().optional() }),
});

/** Returns the state that belongs to a verifier. Only the browser that knows the verifier can collect the response. */
export const stateOf = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url');

/** Parses the name that Apple posts with the first code. Missing or invalid names are `null`. */
function readPostedName(text: string | null): {
  firstName: string | null;
  lastName: string | null;
} {
  try {
    const { name } = PostedUser.parse(JSON.parse(text ?? 'null'));
    return { firstName: readName(name.firstName), lastName: readName(name.lastName) };
  } catch {
    return { firstName: null, lastName: null };
  }
}

/** Returns the URL of the page that continues the sign-in. */
const pageOf = (query: Record<string, string>): string =>
  `/sign-in?${new URLSearchParams({ provider: 'apple', ...query })}`;

/**
 * Receives Apple's response (`response_mode=form_post`) and redirects to the page that collects it. A cross-site post
 * carries no cookies. Therefore the response is stored under its `state`, and the browser that knows the verifier of
 * the `state` collects it once.
 */
export function registerAppleReturn(
  app: FastifyInstance,
  store: ProvidersStore,
  { clock, counters }: { readonly clock: Clock; readonly counters: SharedCounters | null },
): void {
  const { posts, seconds } = RETURN_LIMITS.perAddress;
  const limit = createLimit(posts, seconds, { name: 'apple_return', counters });
  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: RETURN_LIMITS.bodyBytesMax },
      (_request, text, done) => done(null, new URLSearchParams(text as string)),
    );
    scope.post(APPLE_RETURN_PATH, async (request, reply) => {
      await limit.take(addressKey(request.ip));
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
      const posted = Posted.safeParse(Object.fromEntries(form));
      const state = form.get('state') ?? '';
      if (!posted.success) return reply.redirect(pageOf({ state, error: 'refused' }), 303);
      const now = clock();
      await store.saveReturn(
        posted.data.state,
        { code: posted.data.code, ...readPostedName(form.get('user')) },
        new Date(now.getTime() + RETURN_LIMITS.minutes * 60_000),
      );
      return reply.redirect(pageOf({ state }), 303);
    });
  });
}
