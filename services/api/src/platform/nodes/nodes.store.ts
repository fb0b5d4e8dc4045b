import { type Kysely, sql } from 'kysely';
import type { Database } from '../../schema/database.ts';
import type { NodeIdentity } from './node-identity.ts';
import { NODE_LIMITS } from './node-limits.ts';
import { type NodeFigures, NodeReport } from './node-report.ts';

/** A node with its last report. */
export interface NodeRow {
  readonly nodeId: string;
  readonly name: string;
  readonly version: string;
  readonly startedAt: Date;
  readonly reportedAt: Date;
  readonly report: NodeReport;
}

export interface NewSample extends NodeFigures {
  readonly sockets: number;
  readonly memory_bytes: number;
  readonly viewers: number;
}

/** Rows of nodes and of their figures. All times come from the database's clock, which all nodes share. */
export class NodesStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async readClock(): Promise<Date> {
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(this.#db);
    return rows[0]?.now ?? new Date(Number.NaN);
  }

  async report(
    { nodeId, name, version }: NodeIdentity,
    startedAt: Date,
    report: NodeReport,
  ): Promise<void> {
    const text = JSON.stringify(report);
    await this.#db
      .insertInto('api_node')
      .values({
        ...{ api_node_id: nodeId, name, version, started_at: startedAt, report: text },
        reported_at: sql`now()`,
      })
      .onConflict((conflict) =>
        conflict.column('api_node_id').doUpdateSet({ report: text, reported_at: sql`now()` }),
      )
      .execute();
  }

  /** Removes nodes that have not reported for a long time. */
  async removeGone(): Promise<void> {
    await this.#db
      .deleteFrom('api_node')
      .where('reported_at', '<', sql<Date>`now() - make_interval(secs => ${NODE_LIMITS.keptS})`)
      .execute();
  }

  async remove(nodeId: string): Promise<void> {
    await this.#db.deleteFrom('api_node').where('api_node_id', '=', nodeId).execute();
  }

  /** Lists the nodes, oldest first. */
  async find(): Promise<NodeRow[]> {
    const rows = await this.#db
      .selectFrom('api_node')
      .selectAll()
      .orderBy('started_at')
      .orderBy('api_node_id')
      .limit(NODE_LIMITS.nodesMax)
      .execute();
    return rows.map((row) => ({
      nodeId: row.api_node_id,
      name: row.name,
      version: row.version,
      startedAt: row.started_at,
      reportedAt: row.reported_at,
      report: NodeReport.parse(row.report),
    }));
  }

  /** Returns the node that does the work of only one node: the oldest node that reports. */
  async findLeader(): Promise<string | undefined> {
    const row = await this.#db
      .selectFrom('api_node')
      .select('api_node_id')
      .where('reported_at', '>', sql<Date>`now() - make_interval(secs => ${NODE_LIMITS.silentS})`)
      .orderBy('started_at')
      .orderBy('api_node_id')
      .limit(1)
      .executeTakeFirst();
    return row?.api_node_id;
  }

  async addSample({ nodeId, name }: NodeIdentity, sample: NewSample): Promise<void> {
    await this.#db
      .insertInto('node_sample')
      .values({
        ...{ ...sample, api_node_id: nodeId, node_name: name },
        sampled_at: sql`now()`,
        database_connections: sql`(select sum(numbackends)::int from pg_stat_database)`,
      })
      .execute();
  }

  /** Deletes figures that are too old for every chart. */
  async pruneSamples(): Promise<void> {
    await this.#db
      .deleteFrom('node_sample')
      .where(
        'sampled_at',
        '<',
        sql<Date>`now() - make_interval(hours => ${NODE_LIMITS.sampleHours})`,
      )
      .execute();
  }
}
