import { createHash } from 'node:crypto';
import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Kysely, Transaction } from 'kysely';
import { Counter, Gauge } from 'prom-client';
import type { PushSettings } from '../../../config/push-settings.ts';
import type { ApiModule } from '../../../platform/http/handler.ts';
import { createLimit } from '../../../platform/http/rate-limits.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { Sessions } from '../../identity/sessions/sessions.module.ts';
import { deliverMessages, type Present } from './deliver-messages.ts';
import { readBrowserKeys } from './encrypt-message.ts';
import { createPost } from './post-message.ts';
import { DELIVERY_TASK, type NewMessage, PushStore } from './push.store.ts';
import { isAllowedEndpoint, PUSH_LIMITS } from './push-rules.ts';
import { createVapid } from './sign-vapid.ts';

export type { Present, PushContent } from './deliver-messages.ts';

const PER_MEMBER = { changes: 60, seconds: 600 } as const;

export interface Push {
  /**
   * Enqueues a message for every browser of these members, in the caller's transaction. After the commit the message is
   * rendered and sent.
   */
  enqueue(
    trx: Transaction<Database>,
    memberIds: readonly MemberId[],
    message: NewMessage,
  ): Promise<void>;
  /** Deletes the browsers of a member. */
  forgetMember(trx: Transaction<Database>, memberId: MemberId): Promise<void>;
  /** Returns the member's browsers for the data export. */
  exportOf(memberId: MemberId): Promise<Record<string, unknown>>;
}

export function createPush(db: Kysely<Database>, clock: Clock): Push {
  return {
    enqueue: (trx, memberIds, message) =>
      new PushStore(trx).addMessages(memberIds, message, clock()),
    forgetMember: (trx, memberId) => new PushStore(trx).forgetMember(memberId),
    exportOf: async (memberId) => ({
      push_devices: await new PushStore(db).findForExport(memberId, PUSH_LIMITS.devicesMax),
    }),
  };
}

export interface PushModuleDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly sessions: Pick<Sessions, 'findEnded'>;
  /** `null` turns push messages off. */
  readonly settings: PushSettings | null;
  readonly present: Present;
}

export interface PushModule extends ApiModule {
  /** Sends all due messages. */
  deliver(): Promise<void>;
  /** Removes the browsers of one batch whose sign-in has ended. */
  tidy(): Promise<void>;
}

/** Sorts before every id. */
const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** Creates a function that checks one batch of browsers per call and removes those whose sign-in has ended. */
function createTidy({ db, sessions }: PushModuleDeps): () => Promise<void> {
  const store = new PushStore(db);
  let after = NIL_UUID;
  return async () => {
    const rows = await store.findSessions(after, PUSH_LIMITS.tidyMax);
    after =
      rows.length < PUSH_LIMITS.tidyMax
        ? NIL_UUID
        : (rows.at(-1)?.push_subscription_id ?? NIL_UUID);
    const ended = await sessions.findEnded(rows.map((row) => row.member_session_id));
    const ids = new Set(ended.map((session) => session.member_session_id));
    await store.remove(
      rows.filter((row) => ids.has(row.member_session_id)).map((row) => row.push_subscription_id),
    );
  };
}

const hashOf = (endpoint: string): Buffer => createHash('sha256').update(endpoint).digest();

function createHandlers({
  db,
  clock,
  settings,
}: PushModuleDeps): NonNullable<ApiModule['handlers']> {
  const store = new PushStore(db);
  const limit = createLimit(PER_MEMBER.changes, PER_MEMBER.seconds);
  const publicKey = settings?.publicKey.toString('base64url') ?? null;
  return {
    'GET /push/key': async () => ({ data: { public_key: publicKey } }),
    'PUT /push/subscription': async ({ body, bearer, language }) => {
      const { memberId, sessionId } = bearer;
      await limit.take(memberId);
      if (settings === null) throw new ApiError('push_unavailable');
      const { endpoint } = body;
      const keys = readBrowserKeys(body);
      if (keys === null) throw new ApiError('push_subscription_invalid');
      if (!isAllowedEndpoint(endpoint, settings)) throw new ApiError('push_unavailable');
      const endpointHash = hashOf(endpoint);
      const createdAt = clock();
      await store.keep({
        ...keys,
        memberId,
        sessionId,
        endpoint,
        endpointHash,
        language,
        createdAt,
      });
      await store.removeOldest(memberId, PUSH_LIMITS.devicesMax);
      return { data: {} };
    },
    'DELETE /push/subscription': async ({ body, bearer }) => {
      await limit.take(bearer.memberId);
      await store.removeOf(bearer.memberId, hashOf(body.endpoint));
      return { data: {} };
    },
  };
}

/** Creates the module of push subscriptions and of the delivery of push messages (RFC 8030, 8291, 8292). */
export function createPushModule(deps: PushModuleDeps): PushModule {
  const { db, settings } = deps;
  const store = new PushStore(db);
  const post = createPost();
  const authorize = settings === null ? null : createVapid(settings);
  const outcomes = new Counter({
    name: 'push_messages_total',
    help: 'Attempts by outcome: sent, gone (browser unsubscribed), refused, later, dropped (obsolete)',
    labelNames: ['outcome'],
    registers: [],
  });
  const deliver = async (signal?: AbortSignal): Promise<void> => {
    if (settings === null || authorize === null) return;
    const count = (outcome: string) => outcomes.inc({ outcome });
    const all = { ...deps, store, settings, post, authorize, count };
    while (signal?.aborted !== true && (await deliverMessages(all))) {
      // Sends batches until no message is due.
    }
  };
  const tidy = createTidy(deps);
  return {
    handlers: createHandlers(deps),
    deliver,
    tidy,
    observe: (registry) => {
      registry.registerMetric(outcomes);
      new Gauge({
        name: 'push_messages_waiting',
        help: 'Messages that are still to be sent, of all nodes',
        registers: [registry],
        async collect() {
          const waiting = await store.countWaiting().catch(() => null);
          if (waiting !== null) this.set(waiting);
        },
      });
    },
    tasks: [
      // The crontab retries the messages that a push service did not accept.
      {
        name: DELIVERY_TASK,
        crontab: '* * * * *',
        atStart: true,
        run: (signal) => deliver(signal),
      },
      { name: 'push_device_prune', crontab: '* * * * *', atStart: true, run: tidy },
    ],
    stop: async () => post.close(),
  };
}
