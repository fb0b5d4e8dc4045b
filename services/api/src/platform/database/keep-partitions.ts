import { every } from '@sangwian/node-kit/every';
import type { Logger } from '@sangwian/node-kit/logger';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../schema/database.ts';
import type { ApiModule } from '../http/handler.ts';

/** Partitions are created three months ahead, so a month of failures loses nothing. */
const EVERY_MS = 6 * 60 * 60_000;

/** Creates the partitions of the coming months, as the preparation does, for a node that runs longer than that. */
export function createPartitionKeeper(db: Kysely<Database>, logger: Logger): ApiModule {
  const keeper = every(EVERY_MS, () => sql`select create_partitions()`.execute(db), {
    name: 'partition_creation',
    logger,
    firstAfterMs: 0,
  });
  return { start: () => keeper.start(), stop: () => keeper.stop() };
}
