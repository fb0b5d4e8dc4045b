import { type Kysely, sql } from 'kysely';

/** The nodes of the API with their last reports, and their figures of the last day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- One row for each running process. A node that stops removes its row; a killed one leaves it for some minutes.
    create table api_node (
      api_node_id uuid not null constraint api_node_pkey primary key,
      name text not null,
      version text not null,
      started_at timestamptz(3) not null,
      reported_at timestamptz(3) not null,
      -- What the node says about itself, as platform/nodes writes it.
      report jsonb not null
    );

    -- Thirty seconds of a node. Rows outlive their node, and are pruned after a day.
    create table node_sample (
      node_sample_id uuid not null default uuidv7() constraint node_sample_pkey primary key,
      -- No foreign key: the figures of a node that is gone stay in the charts.
      api_node_id uuid not null,
      node_name text not null,
      sampled_at timestamptz(3) not null,
      calls_per_s real not null,
      p95_ms real,
      errors_per_s real not null,
      sockets integer not null,
      event_loop_p99_ms real not null,
      memory_bytes bigint not null,
      database_connections integer not null,
      viewers integer not null
    );
    create index node_sample_time_idx on node_sample (sampled_at);
  `.execute(db);
}
