import type { Generated, JSONColumnType } from 'kysely';
import type { NodeReport } from './node-report.ts';

export interface NodeTables {
  api_node: ApiNodeTable;
  node_sample: NodeSampleTable;
}

/** A process of the API. */
interface ApiNodeTable {
  api_node_id: string;
  name: string;
  version: string;
  started_at: Date;
  /** Time by the clock of the database. */
  reported_at: Date;
  report: JSONColumnType<NodeReport>;
}

/** The figures of one node in thirty seconds. */
interface NodeSampleTable {
  node_sample_id: Generated<string>;
  api_node_id: string;
  node_name: string;
  sampled_at: Date;
  calls_per_s: number;
  /** `null` without calls. */
  p95_ms: number | null;
  errors_per_s: number;
  sockets: number;
  event_loop_p99_ms: number;
  memory_bytes: number;
  /** Connections of all nodes, as the database counts them. */
  database_connections: number;
  /** Viewers of all channels. */
  viewers: number;
}
