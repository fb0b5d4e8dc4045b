import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';

export interface DatabaseState {
  readonly now: Date;
  readonly version: string;
  readonly size_bytes: number;
  readonly connections: number;
  readonly connections_max: number;
  readonly longest_transaction_s: number | null;
  readonly replicas: number;
  /** End of the last month for which all tables have a partition; `null` if a table has none. */
  readonly partitions_until: Date | null;
}

export interface JobCounts {
  readonly queued: number;
  readonly running: number;
  readonly retrying: number;
  readonly given_up: number;
  readonly overdue_s: number;
}

interface QueueRow {
  readonly waiting: number;
  readonly oldest: Date | null;
}

export interface ProviderRow {
  readonly provider: 'omise' | 'paypal';
  readonly last_webhook_at: Date | null;
  readonly last_poll_at: Date | null;
  readonly waiting: number;
  readonly oldest: Date | null;
}

/**
 * The last webhook of a provider is searched in this many days, so that a quiet provider causes no scan of the table.
 */
export const WEBHOOK_DAYS = 7;

/** Read-only queries about the database itself and its queues. */
export class SystemStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async readDatabase(): Promise<DatabaseState> {
    // Other roles' transactions are hidden from the services' role; their connections are counted.
    const { rows } = await sql<DatabaseState>`
      select clock_timestamp() as now,
        current_setting('server_version') as version,
        pg_database_size(current_database()) as size_bytes,
        (select sum(numbackends)::int from pg_stat_database) as connections,
        current_setting('max_connections')::int as connections_max,
        (
          select extract(epoch from max(clock_timestamp() - xact_start))::float8 from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
        ) as longest_transaction_s,
        (select count(*)::int from pg_stat_replication) as replicas,
        (
          select min(partitioned_until(partrelid::regclass)) at time zone 'UTC'
          from pg_partitioned_table join pg_class on pg_class.oid = partrelid
          where relnamespace = 'public'::regnamespace
        ) as partitions_until
    `.execute(this.#db);
    const [state] = rows;
    if (state === undefined) throw new Error('the database described nothing');
    return state;
  }

  async countJobs(): Promise<JobCounts> {
    const { rows } = await sql<JobCounts>`
      select
        (count(*) filter (where locked_at is null and attempts = 0))::int as queued,
        (count(*) filter (where locked_at is not null))::int as running,
        (count(*) filter (where locked_at is null and attempts between 1 and max_attempts - 1))::int as retrying,
        (count(*) filter (where locked_at is null and attempts >= max_attempts))::int as given_up,
        coalesce(
          extract(epoch from now() - min(run_at) filter (where is_available and run_at <= now())), 0
        )::float8 as overdue_s
      from graphile_worker._private_jobs`.execute(this.#db);
    return rows[0] ?? { queued: 0, running: 0, retrying: 0, given_up: 0, overdue_s: 0 };
  }

  async readMails(): Promise<QueueRow> {
    return this.#db
      .selectFrom('mail')
      .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('waiting'))
      .select((eb) => eb.fn.min('created_at').as('oldest'))
      .where('content', 'is not', null)
      .executeTakeFirstOrThrow();
  }

  /** The wait of a message begins at its next attempt, because the message is not due before. */
  async readPushes(): Promise<QueueRow> {
    return this.#db
      .selectFrom('push_message')
      .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('waiting'))
      .select((eb) => eb.fn.min('next_attempt_at').as('oldest'))
      .executeTakeFirstOrThrow();
  }

  async readProviders(names: readonly string[]): Promise<ProviderRow[]> {
    const { rows } = await sql<ProviderRow>`
      select provider,
        (
          select received_at from payment_webhook
          where payment_webhook.provider = named.provider
            and payment_webhook_id >= first_uuid_of((now() - make_interval(days => ${WEBHOOK_DAYS})) at time zone 'UTC')
          order by payment_webhook_id desc limit 1
        ) as last_webhook_at,
        (
          select seen_until from payment_event_cursor where payment_event_cursor.provider = named.provider
        ) as last_poll_at,
        waiting, oldest
      from unnest(${[...names]}::text[]) as named (provider),
        lateral (
          select count(*)::int as waiting, min(received_at) as oldest from payment_webhook
          where payment_webhook.provider = named.provider and handled_at is null
        ) as queue
      order by provider`.execute(this.#db);
    return rows;
  }
}
