import { every } from '@sangwian/node-kit/every';
import type { Logger } from '@sangwian/node-kit/logger';
import { type Kysely, sql } from 'kysely';
import { Gauge } from 'prom-client';
import type { Database } from '../../schema/database.ts';
import type { Gap } from '../health/gap.ts';
import type { ApiModule } from '../http/handler.ts';
import { toApiError } from '../http/to-api-error.ts';
import type { LaggingReads } from './lagging-reads.ts';
import { ReplicaLag } from './replica-lag.ts';

export const REPLICA_LIMITS = {
  probeMs: 2_000,
  /** A replica that is further behind is not read. New fighters and cards may be invisible for up to this time. */
  lagMsMax: 30_000,
} as const;

type State =
  | { readonly kind: 'following'; readonly lagMs: number }
  | { readonly kind: 'late'; readonly lagMs: number }
  | { readonly kind: 'away'; readonly reason: string }
  | { readonly kind: 'foreign' };

export interface ReadReplicaDeps {
  readonly primary: Kysely<Database>;
  readonly replica: Kysely<Database>;
  readonly logger: Logger;
  readonly limits?: { readonly probeMs: number; readonly lagMsMax: number };
}

const MEANWHILE = 'Until then DATABASE_URL answers all reads.';

const durationOf = (ms: number): string =>
  ms < 120_000 ? `${Math.round(ms / 1_000)} seconds` : `${Math.round(ms / 60_000)} minutes`;

/** Returns advice for the operator in one line; `null` while the replica follows. */
function adviseOn(state: State): string | null {
  switch (state.kind) {
    case 'following':
      return null;
    case 'late':
      return `replica: the database at DATABASE_REPLICA_URL is ${durationOf(state.lagMs)} behind. Look at pg_stat_replication on the primary and pg_stat_wal_receiver on the replica. ${MEANWHILE}`;
    case 'away':
      return `replica: the database at DATABASE_REPLICA_URL does not answer (${state.reason}). Check that it runs and can be reached. ${MEANWHILE}`;
    case 'foreign':
      return `replica: the database at DATABASE_REPLICA_URL is no copy of the one at DATABASE_URL. Correct the address. ${MEANWHILE}`;
  }
}

interface Position {
  readonly system: string;
  readonly position: string;
  /** Seconds since the last transaction that a replica has replayed; `null` on a primary. */
  readonly replay_age_s: number | null;
}

/** Reads the identity of a database and the position up to which its WAL is written or replayed. */
async function readPosition(db: Kysely<Database>): Promise<Position> {
  const { rows } = await sql<Position>`
    select (select system_identifier::text from pg_control_system()) as system,
      (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end - '0/0'::pg_lsn)::text
        as position,
      extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as replay_age_s
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('no position');
  return row;
}

/** Reads from a replica while it follows the primary, and from the primary otherwise. */
export class ReadReplica implements LaggingReads {
  readonly primary: Kysely<Database>;
  readonly #replica: Kysely<Database>;
  readonly #logger: Logger;
  readonly #limits: { readonly probeMs: number; readonly lagMsMax: number };
  readonly #lag: ReplicaLag;
  #state: State = { kind: 'away', reason: 'not asked yet' };

  constructor({ primary, replica, logger, limits = REPLICA_LIMITS }: ReadReplicaDeps) {
    this.primary = primary;
    this.#replica = replica;
    this.#logger = logger;
    this.#limits = limits;
    this.#lag = new ReplicaLag(limits.lagMsMax);
  }

  async run<Result>(read: (db: Kysely<Database>) => Promise<Result>): Promise<Result> {
    if (this.#state.kind !== 'following') return read(this.primary);
    try {
      return await read(this.#replica);
    } catch (error) {
      const { httpStatus } = toApiError(error);
      if (httpStatus >= 500) this.#enter({ kind: 'away', reason: reasonOf(error) });
      // The primary may have data that the replica lacks, so a failed read is repeated there.
      return read(this.primary);
    }
  }

  /** Reads the WAL positions of both databases and updates the state of the replica. */
  async probe(): Promise<void> {
    try {
      const ahead = await readPosition(this.primary);
      const behind = await readPosition(this.#replica).catch((error: unknown) => {
        this.#enter({ kind: 'away', reason: reasonOf(error) });
        return null;
      });
      if (behind === null) return;
      if (behind.system !== ahead.system) {
        this.#enter({ kind: 'foreign' });
        return;
      }
      const lagMs = this.#lag.measure({
        nowMs: performance.now(),
        written: BigInt(ahead.position),
        replayed: BigInt(behind.position),
        replayAgeMs: behind.replay_age_s === null ? null : behind.replay_age_s * 1_000,
      });
      this.#enter({ kind: lagMs > this.#limits.lagMsMax ? 'late' : 'following', lagMs });
    } catch (error) {
      // The lag of the replica cannot be measured without the primary.
      this.#logger.debug({ err: error }, 'position of the primary unknown');
    }
  }

  /** Probes the replica, and reports it to `/health/ready` and the metrics. */
  createModule(): ApiModule {
    const probes = every(this.#limits.probeMs, () => this.probe(), {
      name: 'replica_probe',
      logger: this.#logger,
      firstAfterMs: 0,
    });
    return {
      missing: async (): Promise<readonly Gap[]> => {
        const advice = adviseOn(this.#state);
        return advice === null ? [] : [{ name: 'replica', advice, isTolerable: true }];
      },
      observe: (registry) => {
        const [state, follows] = [() => this.#state, () => this.#state.kind === 'following'];
        new Gauge({
          name: 'replica_followed',
          help: '1 while reads use the read replica; 0 while they use the primary',
          registers: [registry],
          collect() {
            this.set(follows() ? 1 : 0);
          },
        });
        new Gauge({
          name: 'replica_lag_seconds',
          help: 'Lag of the read replica; NaN while it does not respond',
          registers: [registry],
          collect() {
            const now = state();
            this.set('lagMs' in now ? now.lagMs / 1_000 : Number.NaN);
          },
        });
      },
      start: () => probes.start(),
      stop: () => probes.stop(),
    };
  }

  #enter(next: State): void {
    if (next.kind !== this.#state.kind) {
      const advice = adviseOn(next);
      if (advice === null) this.#logger.info('the read replica follows');
      else this.#logger.warn(advice);
    }
    this.#state = next;
  }
}

const reasonOf = (error: unknown): string => {
  const text = error instanceof Error ? error.message : String(error);
  return text.replaceAll(/postgres(ql)?:\/\/\S+/g, 'its address');
};
