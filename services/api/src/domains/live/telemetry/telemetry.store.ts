import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { TelemetrySums } from './telemetry-aggregate.ts';

/** Adds two arrays of counts, element by element. */
const added = (table: string, column: string): RawBuilder<unknown> => {
  const [kept, next] = [sql.ref(`${table}.${column}`), sql.ref(`excluded.${column}`)];
  return sql`(
    select array_agg(coalesce(a, 0) + coalesce(b, 0) order by place)
    from unnest(${kept}, ${next}) with ordinality as pair (a, b, place)
  )`;
};

const rowsOf = (rows: readonly object[]) => sql`${JSON.stringify(rows)}::jsonb`;

/** Writes and removes the sums of reports. */
export class TelemetryStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /**
   * Adds sums to the tables, once for each flush id. Rows are written in the order of their keys, so that nodes that
   * flush concurrently do not deadlock.
   */
  async flush(flushId: string, sums: TelemetrySums): Promise<void> {
    await this.#db.transaction().execute(async (trx) => {
      const { rows } = await sql`
        insert into telemetry_flush (telemetry_flush_id) values (${flushId})
        on conflict do nothing returning telemetry_flush_id
      `.execute(trx);
      if (rows.length === 0) return;
      if (sums.minutes.length > 0) await addMinutes(trx, sums.minutes);
      if (sums.failures.length > 0) await addFailures(trx, sums.failures);
      if (sums.signals.length > 0) await addSignals(trx, sums.signals);
      if (sums.faults.length > 0) await addFaults(trx, sums.faults);
    });
  }

  /** Deletes old rows. */
  async prune(before: { playback: Date; faults: Date; flushes: Date }): Promise<void> {
    for (const table of ['playback_minute', 'playback_failure', 'playback_signal'] as const) {
      await this.#db.deleteFrom(table).where('minute', '<', before.playback).execute();
    }
    await this.#db.deleteFrom('page_fault').where('hour', '<', before.faults).execute();
    await this.#db.deleteFrom('telemetry_flush').where('created_at', '<', before.flushes).execute();
  }
}

async function addMinutes(trx: Kysely<Database>, rows: TelemetrySums['minutes']): Promise<void> {
  await sql`
    insert into playback_minute
    select one.* from jsonb_to_recordset(${rowsOf(rows)}) as one (
      program_live_id uuid, minute timestamptz, transport text, height int, joined bigint, watched_ms bigint,
      stalls bigint, stall_ms bigint, stalled bigint, join_counts bigint[], latency_counts bigint[]
    ) join program_live using (program_live_id)
    order by one.program_live_id, one.minute, one.transport, one.height
    on conflict (program_live_id, minute, transport, height) do update set
      joined = playback_minute.joined + excluded.joined,
      watched_ms = playback_minute.watched_ms + excluded.watched_ms,
      stalls = playback_minute.stalls + excluded.stalls,
      stall_ms = playback_minute.stall_ms + excluded.stall_ms,
      stalled = playback_minute.stalled + excluded.stalled,
      join_counts = ${added('playback_minute', 'join_counts')},
      latency_counts = ${added('playback_minute', 'latency_counts')}
  `.execute(trx);
}

async function addFailures(trx: Kysely<Database>, rows: TelemetrySums['failures']): Promise<void> {
  await sql`
    insert into playback_failure
    select one.* from jsonb_to_recordset(${rowsOf(rows)}) as one (
      program_live_id uuid, minute timestamptz, outcome text, code text, sessions bigint
    ) join program_live using (program_live_id)
    order by one.program_live_id, one.minute, one.outcome, one.code
    on conflict (program_live_id, minute, outcome, code) do update set
      sessions = playback_failure.sessions + excluded.sessions
  `.execute(trx);
}

async function addSignals(trx: Kysely<Database>, rows: TelemetrySums['signals']): Promise<void> {
  await sql`
    insert into playback_signal
    select one.* from jsonb_to_recordset(${rowsOf(rows)}) as one (
      program_live_id uuid, minute timestamptz, stopped bigint, playing bigint
    ) join program_live using (program_live_id)
    order by one.program_live_id, one.minute
    on conflict (program_live_id, minute) do update set
      stopped = playback_signal.stopped + excluded.stopped,
      playing = playback_signal.playing + excluded.playing
  `.execute(trx);
}

async function addFaults(trx: Kysely<Database>, rows: TelemetrySums['faults']): Promise<void> {
  await sql`
    insert into page_fault
    select one.* from jsonb_to_recordset(${rowsOf(rows)}) as one (
      hour timestamptz, page text, class text, build text, place text, faults bigint
    )
    order by one.hour, one.page, one.class, one.build, one.place
    on conflict (hour, page, class, build, place) do update set
      faults = page_fault.faults + excluded.faults
  `.execute(trx);
}
