import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';

/** The figures of one node in one step of a chart. */
export interface SeriesRow {
  readonly step: Date;
  readonly node_id: string;
  readonly name: string;
  readonly calls_per_s: number;
  readonly p95_ms: number | null;
  readonly errors_per_s: number;
  readonly sockets: number;
  readonly event_loop_p99_ms: number;
  readonly memory_bytes: number;
  readonly database_connections: number;
  readonly viewers: number;
}

/** Reads the figures of all nodes, aggregated by step. */
export class SeriesStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Averages rates, and takes the maximum of delays and counts, so that a short peak stays visible. */
  async find(from: Date, stepS: number): Promise<SeriesRow[]> {
    const { rows } = await sql<SeriesRow>`
      select date_bin(make_interval(secs => ${stepS}), sampled_at, 'epoch'::timestamptz) as step,
        api_node_id as node_id,
        min(node_name) as name,
        avg(calls_per_s)::float8 as calls_per_s,
        max(p95_ms)::float8 as p95_ms,
        avg(errors_per_s)::float8 as errors_per_s,
        max(sockets) as sockets,
        max(event_loop_p99_ms)::float8 as event_loop_p99_ms,
        max(memory_bytes) as memory_bytes,
        max(database_connections) as database_connections,
        max(viewers) as viewers
      from node_sample
      where sampled_at >= ${from}
      group by 1, 2
      order by 1, 2`.execute(this.#db);
    return rows;
  }

  async findOldest(): Promise<Date | null> {
    const { rows } = await sql<{ oldest: Date | null }>`
      select min(sampled_at) as oldest from node_sample`.execute(this.#db);
    return rows[0]?.oldest ?? null;
  }
}
