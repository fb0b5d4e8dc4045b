import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { BoutOutcome } from '../gifts/gifts.module.ts';
import type { BoutState } from '../lives/lives.module.ts';

/** The person who makes a change, and the reason. Kept forever. */
export interface AuditNote {
  readonly actor: string;
  readonly reason: string;
  /** The staff account of the actor. Automatic actions have none. */
  readonly staffId?: string | undefined;
}

/** Reads and writes rulings and the log of operators' actions. */
export class BoutControlStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Finds bouts with a ruling that was recorded before `recordedBefore` and is neither confirmed nor withdrawn. */
  async findDue(recordedBefore: Date, limit: number): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('bout_ruling')
      .select('match_live_id')
      .where('confirmed_at', 'is', null)
      .where('withdrawn_at', 'is', null)
      .where('created_at', '<=', recordedBefore)
      .orderBy('created_at')
      .limit(limit)
      .execute();
    return rows.map((row) => row.match_live_id);
  }

  findRuling(matchLiveId: string) {
    return this.#db
      .selectFrom('bout_ruling')
      .selectAll()
      .where('match_live_id', '=', matchLiveId)
      .where('withdrawn_at', 'is', null)
      .executeTakeFirst();
  }

  async addRuling(
    trx: Transaction<Database>,
    ruling: {
      readonly matchLiveId: string;
      readonly outcome: BoutOutcome;
      readonly before: BoutState;
      readonly note: AuditNote;
      readonly now: Date;
    },
  ): Promise<void> {
    await trx
      .insertInto('bout_ruling')
      .values({
        match_live_id: ruling.matchLiveId,
        outcome: ruling.outcome,
        before_bell: ruling.before.status === 'not_started',
        status_before: ruling.before.status,
        round_number_before: ruling.before.roundNumber,
        round_started_before: ruling.before.roundStartedAt,
        resting_before: ruling.before.resting,
        created_by: ruling.note.actor,
        created_by_staff_id: ruling.note.staffId ?? null,
        created_at: ruling.now,
      })
      .execute();
  }

  async endRuling(
    trx: Transaction<Database>,
    boutRulingId: string,
    end:
      | { confirmed_by: string; confirmed_by_staff_id: string | null; confirmed_at: Date }
      | { withdrawn_by: string; withdrawn_at: Date },
  ): Promise<void> {
    await trx
      .updateTable('bout_ruling')
      .set(end)
      .where('bout_ruling_id', '=', boutRulingId)
      .execute();
  }

  async log(
    trx: Transaction<Database>,
    entry: {
      readonly programLiveId: string;
      readonly matchLiveId: string | null;
      readonly action: string;
      readonly details: object;
      readonly note: AuditNote;
      readonly actId?: string | undefined;
      readonly now: Date;
    },
  ): Promise<void> {
    await trx
      .insertInto('show_action')
      .values({
        program_live_id: entry.programLiveId,
        match_live_id: entry.matchLiveId,
        action: entry.action,
        details: JSON.stringify(entry.details),
        created_by: entry.note.actor,
        reason: entry.note.reason,
        staff_id: entry.note.staffId ?? null,
        act_id: entry.actId ?? null,
        created_at: entry.now,
      })
      .execute();
  }

  async hasAct(actId: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('show_action')
      .select('show_action_id')
      .where('act_id', '=', actId)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Finds the acts on a bout since the given version, oldest first. */
  findActsSince(matchLiveId: string, version: number, limit: number) {
    return this.#db
      .selectFrom('show_action')
      .select(['action', 'created_by'])
      .where('match_live_id', '=', matchLiveId)
      .where(sql<boolean>`(details->>'version')::bigint > ${version}`)
      .orderBy('show_action_id')
      .limit(limit)
      .execute();
  }

  /** Finds the last act on a bout, except opening and closing gifts. */
  findLastAct(matchLiveId: string) {
    return this.#db
      .selectFrom('show_action')
      .select(['action', 'details', 'staff_id', 'created_at'])
      .where('match_live_id', '=', matchLiveId)
      .where('action', 'not in', ['gifts', 'draw-refunds'])
      .orderBy('show_action_id', 'desc')
      .limit(1)
      .executeTakeFirst();
  }

  async findActions(matchLiveId: string): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('show_action')
      .select('action')
      .distinct()
      .where('match_live_id', '=', matchLiveId)
      .execute();
    return rows.map((row) => row.action);
  }

  /**
   * Deletes the rulings and the log of a bout. Deletes nothing if the bout has a correction, or an action of an actor not
   * in `actors`.
   *
   * @returns whether they were deleted
   */
  async deleteLog(matchLiveId: string, actors: readonly string[]): Promise<boolean> {
    const { rows } = await sql<{ is_touched: boolean }>`
      select exists (
          select from show_action
          where match_live_id = ${matchLiveId} and created_by <> all(${[...actors]}::text[])
        ) or exists (select from result_correction where match_live_id = ${matchLiveId}) as is_touched
    `.execute(this.#db);
    if (rows[0]?.is_touched !== false) return false;
    for (const table of ['show_action', 'bout_ruling'] as const) {
      await this.#db.deleteFrom(table).where('match_live_id', '=', matchLiveId).execute();
    }
    return true;
  }

  /**
   * Returns whether an actor not in `except` has directed the live since `since`. Opening and closing gifts
   * do not count.
   */
  async hasDirected(
    programLiveId: string,
    since: Date,
    except: readonly string[],
  ): Promise<boolean> {
    const row = await this.#db
      .selectFrom('show_action')
      .select('show_action_id')
      .where('program_live_id', '=', programLiveId)
      .where('created_at', '>=', since)
      .where('created_by', 'not in', [...except])
      .where('action', 'not in', ['gifts', 'draw-refunds'])
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }
}
