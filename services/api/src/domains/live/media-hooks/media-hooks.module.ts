import { ApiError } from '@sangwian/node-kit/api-error';
import type { Logger } from '@sangwian/node-kit/logger';
import { openGrant } from '@sangwian/node-kit/playback-grant';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { ApiModule } from '../../../platform/http/handler.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { WatchModule } from '../watch/watch.module.ts';
import { handleMediaEvents } from './handle-media-events.ts';
import { credentialOf, MediaAuth, MediaEvents, mayPublishTo } from './media-hook-rules.ts';
import { MediaHooksStore } from './media-hooks.store.ts';
import { fetchLiveChannels, PublisherWatch } from './publisher-watch.ts';
import { RevocationPush } from './revocation-push.ts';

export { hashStreamKey } from './media-hooks.store.ts';

export interface MediaHooksOptions {
  readonly db: Kysely<Database>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly watch: Pick<WatchModule, 'recordSeen' | 'isActive' | 'revocationsSince'>;
  readonly grantSecret: string;
  readonly internalSecret: string;
  /** `MEDIA_INTERNAL_URL`; empty: no media process of ours. */
  readonly mediaInternalUrl: string;
  /** Further media processes that receive revocations. Other engines poll for them. */
  readonly revocationUrls: readonly string[];
}

const RevocationsQuery = z.object({ after: z.coerce.number().int().min(0).default(0) });

/** Parses the value. @throws {ApiError} `request_invalid` */
function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new ApiError('request_invalid', {
    details: parsed.error.issues.map((issue) => ({
      path: issue.path.join('.'),
      message: issue.message,
    })),
  });
}

/** Returns the path that the caller may publish by stream key or play by grant, or `null`. */
async function allowedPath(
  { watch, grantSecret, clock }: MediaHooksOptions,
  store: MediaHooksStore,
  auth: MediaAuth,
): Promise<string | null> {
  const credential = credentialOf(auth);
  if (credential === '') return null;
  if (auth.action === 'publish') {
    const channelId = await store.findChannelByStreamKey(credential);
    return channelId !== null && mayPublishTo(auth.path, channelId) ? channelId : null;
  }
  if (auth.action !== 'read' && auth.action !== 'playback') return null;
  const grant = openGrant(credential, grantSecret, Math.floor(clock().getTime() / 1000));
  if (grant === null || grant.path !== auth.path) return null;
  return (await watch.isActive(grant.watchSessionId)) ? grant.path : null;
}

function registerHooks(
  app: FastifyInstance,
  options: MediaHooksOptions,
  store: MediaHooksStore,
): void {
  app.post('/media/auth', async (request, reply) => {
    const path = await allowedPath(options, store, parse(MediaAuth, request.body));
    // An engine ignores the body of a refusal.
    return path === null ? reply.code(401).send({}) : { path };
  });
  app.post('/media/events', async (request) => {
    const { events } = parse(MediaEvents, request.body);
    const { bus, watch } = options;
    return { taken: await handleMediaEvents({ store, bus, recordSeen: watch.recordSeen }, events) };
  });
  app.get('/media/revocations', (request) =>
    options.watch.revocationsSince(parse(RevocationsQuery, request.query).after),
  );
}

/** Creates the module that authorizes, listens to and notifies the media process, on the internal listener only. */
export function createMediaHooksModule(options: MediaHooksOptions): ApiModule {
  const { bus, db, logger, watch, mediaInternalUrl, internalSecret } = options;
  const store = new MediaHooksStore(db);
  // Each has a queue of its own, so that one that is away does not delay the others.
  const receivers = [
    ...(mediaInternalUrl === '' ? [] : [mediaInternalUrl]),
    ...options.revocationUrls,
  ];
  const pushes = receivers.map(
    (url) =>
      new RevocationPush({
        url: `${url}/control/${internalSecret}/revocations`,
        revocationsSince: (cursor) => watch.revocationsSince(cursor),
        logger,
      }),
  );
  const pushRevocations = (): void => {
    for (const push of pushes) push.notify();
  };
  const publishers =
    mediaInternalUrl === ''
      ? null
      : new PublisherWatch({
          fetchLiveChannels: () =>
            fetchLiveChannels(`${mediaInternalUrl}/control/${internalSecret}/channels`),
          store,
          bus,
          clock: options.clock,
          logger,
        });
  const unsubscribe = [
    bus.subscribe('watch:revoked', pushRevocations),
    bus.onMissed(pushRevocations),
  ];
  return {
    registerInternal: (app) => registerHooks(app, options, store),
    start: () => publishers?.start(),
    stop: async () => {
      for (const end of unsubscribe) end();
      await publishers?.stop();
      await Promise.all(pushes.map((push) => push.stop()));
    },
  };
}
