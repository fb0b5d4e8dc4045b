import { randomUUID } from 'node:crypto';
import type { MemberId, WatchToken } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import { every } from '@sangwian/node-kit/every';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Kysely } from 'kysely';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { ApiModule } from '../../../platform/http/handler.ts';
import { exportPages } from '../../../platform/http/read-pages.ts';
import type { SharedCounters } from '../../../platform/limits/shared-counters.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { LiveReader } from '../lives/lives.module.ts';
import { endSignedOutSessions, endSilentSessions } from './end-watch-sessions.ts';
import { joinWatchStream, type ReplayFinder, type WatchDeps } from './join-watch-stream.ts';
import { leaveWatchStream } from './leave-watch-stream.ts';
import { findRevocations, type Revocations } from './revocation.store.ts';
import { createViewCounter } from './view-counter.ts';
import { type CachedViewerCounts, createViewerCounts } from './viewer-counts.ts';
import { WatchReader } from './watch.store.ts';
import { countViewers, WatchNodeStore } from './watch-node.store.ts';
import { type WatchingBrowser, WatchPresence } from './watch-presence.ts';
import { WatchRegister } from './watch-register.ts';
import type { MediaEngine } from './watch-rules.ts';

export type { ReplayFinder, WatchedRecording } from './join-watch-stream.ts';
export type { Revocations } from './revocation.store.ts';
export type { CachedViewerCounts } from './viewer-counts.ts';
export { findWatching } from './watch.store.ts';
export type { MediaEngine } from './watch-rules.ts';
export { playbackUrls } from './watch-rules.ts';

const SWEEP_MS = 5_000;
/**
 * Sweeps must have succeeded for this long before other nodes can be considered dead. After an outage of the
 * database, living nodes report again within this time.
 */
const STEADY_MS = 15_000;
const EXPORT_ROWS_MAX = 50_000;

type WatchExportRow = Awaited<ReturnType<WatchReader['findForExport']>>[number];

export interface WatchOptions {
  readonly db: Kysely<Database>;
  readonly bus: Bus;
  readonly logger: Logger;
  readonly live: LiveReader;
  readonly replays: ReplayFinder;
  readonly grantSecret: string;
  /** `MEDIA_PUBLIC_URL`; empty if players fetch through the site. */
  readonly mediaPublicUrl: string;
  /** `MEDIA_ENGINE`; absent if our own media process serves the streams. */
  readonly mediaEngine?: MediaEngine;
  readonly clock: Clock;
  /** `null` if each node counts alone. */
  readonly counters: SharedCounters | null;
}

export interface WatchModule extends ApiModule {
  /**
   * Records a heartbeat of a browser's socket. A session that another node holds is claimed once that node
   * has released it.
   */
  beat(memberId: MemberId, watchToken: WatchToken): void;
  /** Adds a socket of the browser. @returns a function that removes it */
  addSocket(browser: WatchingBrowser): () => void;
  /** Records playlist requests of these sessions. */
  recordSeen(watchSessionIds: readonly string[]): Promise<void>;
  isActive(watchSessionId: string): Promise<boolean>;
  /** Returns the member's watch sessions for the data export. */
  exportOf(memberId: MemberId): Promise<Record<string, unknown>>;
  /** Returns the unexpired revocations committed since the cursor; 0 for all. */
  revocationsSince(cursor: number): Promise<Revocations>;
}

/**
 * Creates the viewer counts. Separate from the module to avoid a cycle: lives need the counts, and watching
 * needs lives.
 */
export const createWatchCounts = (db: Kysely<Database>, clock: Clock): CachedViewerCounts =>
  createViewerCounts((silentBefore) => countViewers(db, silentBefore), clock);

/**
 * Creates the sweep of a node. The sweep considers other nodes dead only if its own sweeps have succeeded for
 * a while.
 */
function createSweep(deps: WatchDeps): () => Promise<void> {
  let steadySinceMs = performance.now();
  return async () => {
    try {
      await endSilentSessions(deps, performance.now() - steadySinceMs >= STEADY_MS);
    } catch (error) {
      steadySinceMs = performance.now();
      throw error;
    }
  };
}

/** Creates the module for joining and leaving streams, which also ends silent sessions. */
export function createWatchModule(options: WatchOptions, viewers: CachedViewerCounts): WatchModule {
  const { db, bus, logger, live, clock } = options;
  const deps: WatchDeps = options;
  const reader = new WatchReader(db);
  const register = new WatchRegister(new WatchNodeStore(db, randomUUID()), clock, logger);
  const presence = new WatchPresence((gone) => register.markGone(gone), logger);
  const { grantSecret: secret, counters } = options;
  const views = createViewCounter({ db, clock, secret, counters });
  const unsubscribe = [
    bus.subscribe('watch:revoked', ({ watchSessionIds }) => register.forget(watchSessionIds)),
    bus.onMissed(() => register.compareSoon()),
    bus.subscribe('session:revoked', ({ sessionIds }, origin) => {
      // Only the revoking node ends the watch sessions. If that node dies first, the next sweep of any node
      // ends them.
      if (origin === 'elsewhere') return;
      endSignedOutSessions(deps, sessionIds).catch((err: unknown) =>
        logger.error({ err }, 'ending signed-out watch sessions failed'),
      );
    }),
  ];
  const sweep = every(SWEEP_MS, createSweep(deps), { name: 'watch_session_end', logger });
  return {
    handlers: {
      'POST /memberWatchStream/joinWatchStream': async ({ body, bearer }) => ({
        data: await joinWatchStream(deps, body, bearer),
      }),
      'PUT /memberWatchStream/leaveWatchStream': async ({ body, bearer }) => {
        await leaveWatchStream(deps, body, bearer);
        return { data: {} };
      },
      'POST /match/sumViewCount': async ({ query, bearer, device, ip, userAgent }) => {
        const { match_live_stream_id: streamId, match_id: matchId, channel_id: channelId } = query;
        const stream = await live.findStream(streamId);
        if (stream === null || stream.channelId !== channelId) {
          throw new ApiError('stream_not_found');
        }
        if (!(await live.hasMatch(stream.programLiveId, matchId))) {
          throw new ApiError('match_not_found');
        }
        const caller = { memberId: bearer?.memberId ?? null, device, ip, userAgent };
        return { data: { view_count: await views.count(streamId, caller) } };
      },
      'GET /redist/countViewer': async ({ query }) => {
        if ((await live.findStream(query.key)) === null) throw new ApiError('stream_not_found');
        return { data: { count: await viewers.ofStream(query.key) } };
      },
    },
    beat: (memberId, watchToken) => register.beat({ memberId, watchToken }),
    addSocket: (browser) => presence.addSocket(browser),
    recordSeen: (watchSessionIds) => register.recordSeen(watchSessionIds),
    isActive: (watchSessionId) => reader.isActive(watchSessionId),
    exportOf: async (memberId) => ({
      watch_sessions: exportPages(
        (last: WatchExportRow | undefined, limit) =>
          reader.findForExport(memberId, last?.watch_session_id, limit, clock()),
        { rowsMax: EXPORT_ROWS_MAX, show: ({ watch_session_id: _, ...row }) => row },
      ),
    }),
    revocationsSince: (cursor) => findRevocations(db, cursor, clock()),
    tasks: [{ name: 'view_prune', crontab: '23 * * * *', run: () => views.prune() }],
    start: () => {
      register.start();
      sweep.start();
    },
    stop: async () => {
      for (const end of unsubscribe) end();
      presence.close();
      await sweep.stop();
      await register.stop();
    },
  };
}
