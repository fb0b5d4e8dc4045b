import { lookup } from 'node:dns/promises';
import { parseRestreamUrl } from '@sangwian/contract/rules/restream-url';
import { ApiError } from '@sangwian/node-kit/api-error';
import { isPublicAddress } from '@sangwian/node-kit/http/public-address';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { ApiModule, Handlers } from '../../../platform/http/handler.ts';
import { parseValue } from '../../../platform/http/parse-value.ts';
import { createTextSeal, type TextSeal } from '../../../platform/secrets/text-seal.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import { RestreamStore } from './restream.store.ts';
import { presentTarget, RestreamReport } from './restream-rules.ts';

export interface RestreamOptions {
  readonly db: Kysely<Database>;
  readonly bus: Bus;
  readonly clock: Clock;
  /** `TOKEN_SECRET`, of which the encryption of stream keys is derived. */
  readonly tokenSecret: string;
  /** `RESTREAM_PRIVATE_HOSTS` */
  readonly privateHosts: readonly string[];
}

interface Parts extends RestreamOptions {
  readonly store: RestreamStore;
  readonly seal: TextSeal;
}

/** The fields of a stream report that show whether the media process can send. */
const Stats = z.object({ restream: z.object({ is_available: z.boolean() }) });

/**
 * Refuses a server that cannot be found or has a private address. The media process checks again before each connection,
 * because names may point elsewhere later.
 */
async function checkAddress(url: string, privateHosts: readonly string[]): Promise<void> {
  const host = parseRestreamUrl(url)?.host ?? '';
  if (privateHosts.includes(host)) return;
  const addresses = await lookup(host, { all: true }).catch(() => []);
  if (!addresses.some(({ address }) => isPublicAddress(address)))
    throw new ApiError('restream_address_refused');
}

async function readTargets({ store, seal, clock }: Parts, channelId: string) {
  const { isOnAir, stats, rows } = await store.read(channelId);
  const parsed = Stats.safeParse(stats);
  const now = clock();
  return {
    is_available: parsed.success ? parsed.data.restream.is_available : null,
    targets: rows.map((row) =>
      presentTarget(row, { isOnAir, now, isReadable: seal.open(row.sealed_key) !== null }),
    ),
  };
}

/** Creates the console's handlers. */
function createDesk(parts: Parts): Handlers {
  const { store, seal, bus, clock, privateHosts } = parts;
  const publish = (id: string) => bus.publish('staff:changed', { topic: 'programme', id });
  const subjectType = 'restream_target';
  return {
    'GET /operator/channel/{channel_id}/restream': async ({ params }) => ({
      data: await readTargets(parts, params.channel_id),
    }),
    'POST /operator/channel/{channel_id}/restream': async ({ params, body, staff, audit }) => {
      const { channel_id: channelId } = params;
      const { name, url, stream_key: streamKey } = body;
      audit?.note({ subjectType, after: { channel_id: channelId, name, url } });
      await store.read(channelId);
      await checkAddress(url, privateHosts);
      const sealedKey = seal.seal(streamKey);
      const added = { channelId, name, url, sealedKey, by: staff.name, now: clock() };
      audit?.note({ subjectId: await store.add(added) });
      publish(channelId);
      return { data: await readTargets(parts, channelId) };
    },
    'PUT /operator/channel/{channel_id}/restream/{restream_target_id}': async (call) => {
      const { channel_id: channelId, restream_target_id: targetId } = call.params;
      const { is_enabled: isEnabled } = call.body;
      call.audit?.note({ subjectType, subjectId: targetId });
      const change = { isEnabled, by: call.staff.name, now: clock() };
      const found = await store.setEnabled({ channelId, targetId }, change);
      if (found === null) throw new ApiError('restream_target_not_found');
      const { name, wasEnabled } = found;
      call.audit?.note({
        before: { channel_id: channelId, name, is_enabled: wasEnabled },
        after: { channel_id: channelId, name, is_enabled: isEnabled },
      });
      publish(channelId);
      return { data: await readTargets(parts, channelId) };
    },
    'DELETE /operator/channel/{channel_id}/restream/{restream_target_id}': async (call) => {
      const { channel_id: channelId, restream_target_id: targetId } = call.params;
      call.audit?.note({ subjectType, subjectId: targetId });
      const removed = await store.remove(channelId, targetId);
      if (removed === null) throw new ApiError('restream_target_not_found');
      call.audit?.note({ before: { channel_id: channelId, ...removed } });
      publish(channelId);
      return { data: await readTargets(parts, channelId) };
    },
  };
}

/** Answers media processes: takes their report, and returns the targets that they have to send to. */
function registerMedia(app: FastifyInstance, { store, seal, clock }: Parts): void {
  app.post('/media/restream', async (request) => {
    const report = parseValue(RestreamReport, request.body);
    await store.report(report, clock());
    const targets = await store.findSending(report);
    return {
      targets: targets.flatMap(({ targetId, channelId, url, sealedKey }) => {
        const streamKey = seal.open(sealedKey);
        // The console shows that the key cannot be read.
        if (streamKey === null) return [];
        return [{ target_id: targetId, channel_id: channelId, url, stream_key: streamKey }];
      }),
    };
  });
}

/** Creates the module of restream targets: servers that media processes send a channel's stream on to. */
export function createRestreamModule(options: RestreamOptions): ApiModule {
  const parts: Parts = {
    ...options,
    store: new RestreamStore(options.db),
    seal: createTextSeal(options.tokenSecret, 'sangwian restream key'),
  };
  return {
    handlers: createDesk(parts),
    registerInternal: (app) => registerMedia(app, parts),
  };
}
