import { type Kysely, sql } from 'kysely';
import type { Database } from '../../schema/database.ts';
import type { ApiModule } from '../http/handler.ts';

/**
 * Empties partitions of ended watch sessions after their retention, and creates the partitions of the coming months.
 * The preparation creates them too, but a node may run for months without a restart. Partitions are created three
 * months ahead, so a month of failures loses nothing.
 */
export const createPartitionModule = (db: Kysely<Database>): ApiModule => ({
  tasks: [
    {
      name: 'partition_creation',
      crontab: '41 */6 * * *',
      atStart: true,
      run: () => sql`select create_partitions()`.execute(db),
    },
    {
      name: 'watch_session_prune',
      crontab: '53 3 * * *',
      run: () => sql`select empty_old_watch_sessions()`.execute(db),
    },
  ],
});
