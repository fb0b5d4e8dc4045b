import { ApiError } from '@sangwian/node-kit/api-error';
import type { Logger } from '@sangwian/node-kit/logger';
import { openGrant } from '@sangwian/node-kit/playback-grant';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { ApiModule } from '../../../platform/http/handler.ts';
import { parseValue } from '../../../platform/http/parse-value.ts';
import { createSecretCheck } from '../../../platform/http/secret-check.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { MediaEngine, WatchModule } from '../watch/watch.module.ts';
import { ChannelHolders } from './channel-holders.ts';
import { type GrantedLease, OriginReport } from './channel-lease-rules.ts';
import { ChannelLeasesStore } from './channel-leases.store.ts';
import { fetchEngineChannels } from './fetch-engine-channels.ts';
import { handleMediaEvents } from './handle-media-events.ts';
import { credentialOf, MediaAuth, MediaEvents, mayPublishTo } from './media-hook-rules.ts';
import { MediaHooksStore } from './media-hooks.store.ts';
import { fetchLiveChannels, PublisherWatch } from './publisher-watch.ts';
import { RevocationPush } from './revocation-push.ts';
import { handleSrsHook, SrsHook } from './srs-hook.ts';

export { hashStreamKey } from './media-hooks.store.ts';

export interface MediaHooksOptions {
  readonly db: Kysely<Database>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly watch: Pick<WatchModule, 'recordSeen' | 'isActive' | 'revocationsSince'>;
  readonly grantSecret: string;
  readonly internalSecret: string;
  /** `MEDIA_INTERNAL_URL`; empty if our own media process is not used. */
  readonly mediaInternalUrl: string;
  /** Additional media processes to which revocations are pushed. Other engines have no endpoint for revocations. */
  readonly revocationUrls: readonly string[];
  readonly mediaEngine: MediaEngine;
  /** `MEDIA_ENGINE_URL`: the API of another engine. */
  readonly mediaEngineUrl: string;
  /** `MEDIA_ENGINE_SECRET` */
  readonly mediaEngineSecret: string;
}

const OriginQuery = z.object({ channel_id: z.string().regex(/^[\w-]{1,64}$/) });
const RevocationsQuery = z.object({ after: z.coerce.number().int().min(0).default(0) });

/** Returns the channel id that a stream key may publish or a grant may play; `null` if refused. */
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
  if (!(await watch.isActive(grant.watchSessionId))) return null;
  // Recorded here, because other engines do not report readers.
  await watch.recordSeen([grant.watchSessionId]);
  return grant.path;
}

interface HookStores {
  readonly store: MediaHooksStore;
  readonly leases: ChannelLeasesStore;
  readonly holders: ChannelHolders;
}

/** Handles an authorisation request. A publisher on our own media process also claims its channel. */
async function authorise(
  options: MediaHooksOptions,
  { store, leases }: Pick<HookStores, 'store' | 'leases'>,
  auth: MediaAuth,
): Promise<{ status: number; body: { path?: string; lease?: GrantedLease; wait_ms?: number } }> {
  const path = await allowedPath(options, store, auth);
  if (path === null) return { status: 401, body: {} };
  if (auth.action !== 'publish' || auth.claim === undefined) return { status: 200, body: { path } };
  const claimed = await leases.claim(path, auth.claim);
  if ('waitMs' in claimed) return { status: 409, body: { wait_ms: claimed.waitMs } };
  if (claimed.isNew) options.bus.publish('media:claimed', { channelId: path });
  return { status: 200, body: { path, lease: claimed.lease } };
}

function registerHooks(app: FastifyInstance, options: MediaHooksOptions, stores: HookStores): void {
  const { store, leases, holders } = stores;
  app.post('/media/auth', async (request, reply) => {
    const { status, body } = await authorise(options, stores, parseValue(MediaAuth, request.body));
    return reply.code(status).send(body);
  });
  app.post('/media/leases', async (request) => ({
    lost: await leases.renew(parseValue(OriginReport, request.body)),
  }));
  app.post('/media/events', async (request) => {
    const { events, origin_id: originId = null } = parseValue(MediaEvents, request.body);
    const { bus, watch } = options;
    const deps = { store, bus, originId, recordSeen: watch.recordSeen };
    return { taken: await handleMediaEvents(deps, events) };
  });
  // A WebRTC edge pulls the channel from this origin.
  app.get('/media/origin', (request) => {
    const { channel_id: channelId } = parseValue(OriginQuery, request.query);
    const url = holders.find(channelId) ?? options.mediaInternalUrl;
    if (url === '') throw new ApiError('stream_not_found');
    return { url };
  });
  app.get('/media/revocations', (request) =>
    options.watch.revocationsSince(parseValue(RevocationsQuery, request.query).after),
  );
}

/** Registers the hooks of another engine. The secret is in the path and grants access to these two routes only. */
function registerEngineHooks(
  app: FastifyInstance,
  options: MediaHooksOptions,
  store: MediaHooksStore,
): void {
  if (options.mediaEngine === 'sangwian') return;
  const isEngine = createSecretCheck(options.mediaEngineSecret);
  const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (!isEngine((request.params as { secret?: string }).secret)) return reply.callNotFound();
  };
  app.post('/engine/:secret/auth', { onRequest: admit }, async (request, reply) => {
    const path = await allowedPath(options, store, parseValue(MediaAuth, request.body));
    // Engines ignore the body of the response.
    return reply.code(path === null ? 401 : 200).send({});
  });
  // SRS sends the content type "application-json", which is not a valid media type.
  const asJson = async (request: FastifyRequest): Promise<void> => {
    request.headers['content-type'] = 'application/json';
  };
  app.post('/engine/:secret/srs', { onRequest: [admit, asJson] }, (request) => {
    const { bus, watch, clock } = options;
    const events = { store, bus, originId: null, recordSeen: watch.recordSeen };
    return handleSrsHook(
      { events, now: clock, allowedPath: (auth) => allowedPath(options, store, auth) },
      parseValue(SrsHook, request.body),
    );
  });
}

/** Creates the poll of the media engine's publishers; `null` if no engine is configured. */
function createPublisherWatch(
  options: MediaHooksOptions,
  store: MediaHooksStore,
): PublisherWatch | null {
  const { mediaEngine, mediaEngineUrl, mediaInternalUrl, internalSecret } = options;
  const { bus, clock, logger } = options;
  const base = { store, bus, clock, logger };
  if (mediaEngine !== 'sangwian') {
    const fetchChannels = () => fetchEngineChannels(mediaEngine, mediaEngineUrl);
    return new PublisherWatch({ ...base, fetchLiveChannels: fetchChannels });
  }
  if (mediaInternalUrl === '') return null;
  const fetchLive = () => fetchLiveChannels(mediaInternalUrl, internalSecret);
  return new PublisherWatch({ ...base, fetchLiveChannels: fetchLive });
}

/** Finds the media process of a channel in an installation with several media processes. */
export interface MediaOrigins {
  /** Returns the URL of the channel's media process; `null` means this node's own. */
  findOrigin(channelId: string): string | null;
  /** Returns whether a media process other than this node's own is running. */
  hasOther(): Promise<boolean>;
}

export interface MediaHooksModule extends ApiModule {
  readonly origins: MediaOrigins;
}

/**
 * Creates the module that authorizes clients for the media process, receives its reports and pushes
 * revocations to it. All routes are on the internal listener.
 */
export function createMediaHooksModule(options: MediaHooksOptions): MediaHooksModule {
  const { bus, db, logger, watch, mediaInternalUrl, internalSecret } = options;
  const store = new MediaHooksStore(db);
  const leases = new ChannelLeasesStore(db);
  const holders = new ChannelHolders(leases, logger);
  // Each media process has its own queue, so that one that is down does not delay the others.
  const receivers = [
    ...(mediaInternalUrl === '' ? [] : [mediaInternalUrl]),
    ...options.revocationUrls,
  ];
  const pushes = receivers.map(
    (url) =>
      new RevocationPush({
        ...{ url, secret: internalSecret },
        revocationsSince: (cursor) => watch.revocationsSince(cursor),
        logger,
      }),
  );
  const pushRevocations = (): void => {
    for (const push of pushes) push.notify();
  };
  const publishers = createPublisherWatch(options, store);
  const unsubscribe = [
    bus.subscribe('watch:revoked', pushRevocations),
    bus.onMissed(pushRevocations),
    bus.subscribe('media:claimed', () => holders.refresh()),
  ];
  return {
    origins: {
      findOrigin: (channelId) => holders.find(channelId),
      hasOther: () => leases.hasOtherOrigin(mediaInternalUrl),
    },
    registerInternal: (app) => registerHooks(app, options, { store, leases, holders }),
    registerEngineHooks: (app) => registerEngineHooks(app, options, store),
    start: () => {
      holders.start();
      publishers?.start();
    },
    stop: async () => {
      for (const end of unsubscribe) end();
      await holders.stop();
      await publishers?.stop();
      await Promise.all(pushes.map((push) => push.stop()));
    },
  };
}
