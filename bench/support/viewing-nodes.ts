import { LIMITS } from '@sangwian/contract/limits';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Kysely } from 'kysely';
import { createLiveReader } from '../../services/api/src/domains/live/lives/lives.module.ts';
import {
  createWatchCounts,
  createWatchModule,
  type WatchModule,
} from '../../services/api/src/domains/live/watch/watch.module.ts';
import type { Bus } from '../../services/api/src/platform/bus/bus.ts';
import { createDatabase } from '../../services/api/src/platform/database/create-database.ts';
import type { Database } from '../../services/api/src/schema/database.ts';

const CONNECTIONS = 4;

/** The modules of an API node that count viewers, with separate database connections. */
export interface ViewingNode {
  readonly watch: WatchModule;
  /** Viewer counts by live, as the rooms of this node show them. */
  shown: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

function startNode(db: Kysely<Database>, bus: Bus, logger: Logger): ViewingNode {
  const clock = (): Date => new Date();
  const viewers = createWatchCounts(db, clock);
  const options = {
    replays: { findReplay: async () => null, findRecording: async () => null },
    grantSecret: 'the grant secret of a bench',
    mediaPublicUrl: '',
    counters: null,
  };
  const watch = createWatchModule(
    { db, bus, logger, clock, live: createLiveReader(db), ...options },
    viewers,
  );
  void watch.start?.();
  let isReading = false;
  const timer = setInterval(() => {
    if (isReading) return;
    isReading = true;
    void viewers
      .ofLives()
      .then((shown) => Object.assign(node, { shown }))
      .catch(() => {})
      .finally(() => {
        isReading = false;
      });
  }, LIMITS.viewerCountMs);
  const node: ViewingNode = {
    watch,
    shown: new Map(),
    stop: async () => {
      clearInterval(timer);
      await watch.stop?.();
      await db.destroy();
    },
  };
  return node;
}

/** Starts nodes on one database that share a bus. */
export const startViewingNodes = (
  count: number,
  databaseUrl: string,
  bus: Bus,
  logger: Logger,
): ViewingNode[] =>
  Array.from({ length: count }, () =>
    startNode(createDatabase(databaseUrl, logger, { connectionsMax: CONNECTIONS }), bus, logger),
  );

export const stopViewingNodes = (nodes: readonly ViewingNode[]): Promise<unknown> =>
  Promise.all(nodes.map((node) => node.stop()));
