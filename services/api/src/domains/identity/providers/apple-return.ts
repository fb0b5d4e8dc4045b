import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { addressKey, createLimit } from '../../../platform/http/rate-limits.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { readName } from './profile-rules.ts';
import type { ProvidersStore } from './providers.store.ts';

/** Where Apple has the browser post its answer. */
export const APPLE_RETURN_PATH = '/sign-in/apple';

const RETURN_LIMITS = {
  bodyBytesMax: 16 * 1024,
  /** So long the browser has to collect what was posted; Apple's codes live five minutes. */
  minutes: 5,
  /** Thousands may share the address of a mobile carrier. */
  perAddress: { posts: 600, seconds: 10 * 60 },
} as const;

const Posted = z.object({
  state: z.string().regex(/^[\w-]{43}$/),
  code: z.string().min(1).max(2_048),
});
const PostedUser = z.object({
  name: z.object({ firstName: z.string().optional(), lastName: z.string().optional() }),
});

/** The state that belongs to a verifier; only who knows the verifier can collect what came back under it. */
export const stateOf = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url');

/** The name, which Apple posts beside the first code alone; unreadable is none. */
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

/** The page that goes on from here. */
const pageOf = (query: Record<string, string>): string =>
  `/sign-in?${new URLSearchParams({ provider: 'apple', ...query })}`;

/**
 * Takes what Apple has a browser post (`response_mode=form_post`), and leads to the page that collects it. The post
 * comes from another site, so no cookie of ours is with it: what was posted is kept under its `state`, and whoever
 * knows the verifier of that `state` gets it, once.
 */
export function registerAppleReturn(
  app: FastifyInstance,
  store: ProvidersStore,
  clock: Clock,
): void {
  const limit = createLimit(RETURN_LIMITS.perAddress.posts, RETURN_LIMITS.perAddress.seconds);
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
      await store.keepReturn(
        posted.data.state,
        { code: posted.data.code, ...readPostedName(form.get('user')) },
        new Date(now.getTime() + RETURN_LIMITS.minutes * 60_000),
      );
      return reply.redirect(pageOf({ state }), 303);
    });
  });
}
