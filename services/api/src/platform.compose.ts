import type { Logger } from '@sangwian/node-kit/logger';
import type { Kysely } from 'kysely';
import type { ApiConfig } from './config/config.ts';
import type { Bus } from './platform/bus/bus.ts';
import { type LaggingReads, primaryReads } from './platform/database/lagging-reads.ts';
import { ReadReplica } from './platform/database/read-replica.ts';
import type { ApiModule } from './platform/http/handler.ts';
import {
  createIdempotency,
  createIdempotencyModule,
  type Idempotency,
} from './platform/idempotency/idempotency.module.ts';
import {
  createGuesses,
  createGuessesModule,
  type Guesses,
} from './platform/limits/guesses/guesses.module.ts';
import { createSharedCounters, type SharedCounters } from './platform/limits/shared-counters.ts';
import { createMail, type Mail } from './platform/mail/mail.module.ts';
import { createNodeIdentity, type NodeIdentity } from './platform/nodes/node-identity.ts';
import { createFolderStore } from './platform/objects/folder-store.ts';
import type { ObjectStore } from './platform/objects/object-store.ts';
import { createObjectsModule } from './platform/objects/objects.module.ts';
import { createS3Store } from './platform/objects/s3-store.ts';
import { createSwitches, type Switches } from './platform/switches/switches.module.ts';
import type { Clock } from './platform/time/clock.ts';
import type { Database } from './schema/database.ts';

export interface PlatformDeps {
  readonly config: ApiConfig;
  readonly db: Kysely<Database>;
  /** Connection pool for transactions that move coins or baht (decision 42). */
  readonly moneyDb: Kysely<Database>;
  /** Connection without a pooler, for session-level locks. */
  readonly directDb: Kysely<Database>;
  readonly replicaDb: Kysely<Database> | null;
  readonly logger: Logger;
  readonly bus: Bus;
  readonly clock: Clock;
}

/** Shared modules and settings from which every domain is composed. */
export interface Platform extends PlatformDeps {
  readonly guesses: Guesses;
  /** Counters shared by all nodes in Redis; `null` without Redis. */
  readonly counters: SharedCounters | null;
  readonly idempotency: Idempotency;
  readonly switches: Switches;
  readonly mail: Mail;
  /** Reads whose results may be some seconds old. */
  readonly reads: LaggingReads;
  /** Storage of members' profile images, slips and uploaded photos. */
  readonly objects: ObjectStore;
  /** Storage of recordings of lives, separate from the images because of their size. */
  readonly recordingObjects: ObjectStore;
  /** The identity of this process among the nodes of the API. */
  readonly node: NodeIdentity;
  /** The site's URL, without a trailing slash. */
  readonly publicUrl: string;
  /** Modules that no domain owns. */
  readonly modules: readonly ApiModule[];
}

/** Creates the modules that no domain owns. */
export function composePlatform(deps: PlatformDeps): Platform {
  const { config, db, moneyDb, clock } = deps;
  // Gifts and purchases check the switches, so the switches use the pool that reads of pages cannot exhaust.
  const switches = createSwitches({ ...deps, db: moneyDb });
  const mail = createMail({ ...deps, settings: config.mail });
  const objects =
    config.objects === null
      ? createFolderStore(config.storage.picturesDir)
      : createS3Store(config.objects);
  const recordingObjects =
    config.objects === null
      ? createFolderStore(config.storage.recordingsDir)
      : createS3Store({ ...config.objects, prefix: `${config.objects.prefix}recordings/` });
  const replica =
    deps.replicaDb === null
      ? null
      : new ReadReplica({ primary: db, replica: deps.replicaDb, logger: deps.logger });
  const shared = createSharedCounters(config.database.redisUrl, deps.logger);
  return {
    ...deps,
    guesses: createGuesses(db, clock),
    counters: shared.counters,
    idempotency: createIdempotency(moneyDb),
    switches,
    mail,
    node: createNodeIdentity(),
    reads: replica ?? primaryReads(db),
    objects,
    recordingObjects,
    publicUrl: config.http.publicUrl || `http://localhost:${config.http.port}`,
    modules: [
      shared.module,
      ...(replica === null ? [] : [replica.createModule()]),
      createGuessesModule(db, clock),
      createIdempotencyModule({ db, clock }),
      switches.module,
      mail.module,
      createObjectsModule(objects, deps.logger),
    ],
  };
}
