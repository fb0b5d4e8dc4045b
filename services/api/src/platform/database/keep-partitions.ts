import type { Logger } from '@sangwian/node-kit/logger';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../schema/database.ts';
import type { ApiModule } from '../http/handler.ts';
import { repeat } from '../jobs/run-repeatedly.ts';

/** Partitions are created three months ahead, so a month of failures loses nothing. */
const EVERY_MS = 6 * 60 * 60_000;

/** Creates the partitions of the coming months, as the preparation does, for a node that runs longer than that. */
export function createPartitionKeeper(db: Kysely<Database>, logger: Logger): ApiModule {
  const { start, stop } = repeat(() => sql`select create_partitions()`.execute(db), {
    everyMs: EVERY_MS,
    name: 'the creation of partitions',
    logger,
  });
  return { start, stop };
}
