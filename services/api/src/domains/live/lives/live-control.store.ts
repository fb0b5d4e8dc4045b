import type { Corner } from '@sangwian/contract/endpoints/live';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type {
  JudgesValue,
  LiveStatusValue,
  MethodValue,
  RulingState,
  WinnerValue,
} from './lives.tables.ts';

export interface ResultValue {
  readonly winner: WinnerValue;
  readonly method: MethodValue;
  readonly round: number | null;
}

/** The fields of a bout that a result changes. */
export interface BoutState {
  readonly status: LiveStatusValue;
  readonly roundNumber: number | null;
  readonly roundStartedAt: Date | null;
  readonly resting: boolean;
  readonly clockStoppedAt: Date | null;
}

/**
 * Changes bouts and lives for operators. Must run in a transaction.
 *
 * All transactions lock in this order, so that they cannot deadlock:
 *
 * 1. the live, even if only one of its bouts changes (`lockLive`, `lockLiveOf`)
 * 2. the fence of a bout's gifts (`fenceGifts`)
 * 3. rows of bouts (`lockBout`)
 * 4. sheets of the prediction game (`Predict.close`), then wallets
 *
 * A transaction that holds the live may lock its bouts in any order. Gifts take only the fence (shared) and
 * wallets.
 */
export class LiveControl {
  readonly #trx: Transaction<Database>;

  constructor(trx: Transaction<Database>) {
    this.#trx = trx;
  }

  /**
   * Locks the live. New rows that refer to the live (viewers, chat) do not wait for this lock. Unlocks
   * (`lockLiveShared`) do.
   */
  lockLive(programLiveId: string) {
    return this.#trx
      .selectFrom('program_live')
      .selectAll()
      .where('program_live_id', '=', programLiveId)
      .forNoKeyUpdate()
      .executeTakeFirst();
  }

  /** Locks the live of a bout, before the bout itself. */
  lockLiveOf(matchLiveId: string) {
    return this.#trx
      .selectFrom('program_live')
      .innerJoin('match_live', 'match_live.program_live_id', 'program_live.program_live_id')
      .selectAll('program_live')
      .where('match_live_id', '=', matchLiveId)
      .forNoKeyUpdate('program_live')
      .executeTakeFirst();
  }

  async setLive(
    programLiveId: string,
    set: { status: LiveStatusValue; ended_at?: Date | null; cancelled_at?: Date },
  ): Promise<void> {
    await this.#trx
      .updateTable('program_live')
      .set(set)
      .where('program_live_id', '=', programLiveId)
      .execute();
  }

  /** Locks a bout of the current card; replaced bouts are not found. The caller must have locked the live. */
  lockBout(matchLiveId: string) {
    return this.#trx
      .selectFrom('match_live')
      .innerJoin('bout', 'bout.bout_id', 'match_live.bout_id')
      .selectAll('match_live')
      .select(['program_id', 'rounds', 'winner', 'method', 'red_fighter_id', 'blue_fighter_id'])
      .select(sql<number>`match_live.revision + bout.revision`.as('version'))
      .where('match_live_id', '=', matchLiveId)
      .where('replaced_at', 'is', null)
      .forUpdate('match_live')
      .executeTakeFirst();
  }

  async findBouts(programLiveId: string): Promise<string[]> {
    const rows = await this.#trx
      .selectFrom('match_live')
      .innerJoin('bout', 'bout.bout_id', 'match_live.bout_id')
      .select('match_live_id')
      .where('program_live_id', '=', programLiveId)
      .where('replaced_at', 'is', null)
      .orderBy('card_order')
      .execute();
    return rows.map((row) => row.match_live_id);
  }

  /** Sets a bout's status. Only a bout in progress has a round. */
  async setStatus(matchLiveId: string, status: LiveStatusValue, now: Date): Promise<void> {
    const round =
      status === 'in_progress'
        ? { round_number: 1, round_started_at: now, resting: false, clock_stopped_at: null }
        : { round_number: null, round_started_at: null, resting: false, clock_stopped_at: null };
    await this.#trx
      .updateTable('match_live')
      .set({ status, ...round, ended_at: status === 'ended' ? now : null })
      .where('match_live_id', '=', matchLiveId)
      .execute();
  }

  /** Restores the state that a bout had before its ruling, including the start of its round. */
  async restore(matchLiveId: string, state: BoutState): Promise<void> {
    await this.#trx
      .updateTable('match_live')
      .set({
        status: state.status,
        round_number: state.roundNumber,
        round_started_at: state.roundStartedAt,
        resting: state.resting,
        clock_stopped_at: state.clockStoppedAt,
        ended_at: null,
      })
      .where('match_live_id', '=', matchLiveId)
      .execute();
  }

  /** Sets the latest ruling for clients. A confirmation does not count as a new ruling. */
  async setRuling(matchLiveId: string, state: RulingState, now: Date): Promise<void> {
    const step = state === 'confirmed' ? 0 : 1;
    await this.#trx
      .updateTable('match_live')
      .set((row) => ({
        ruling_sequence: row('ruling_sequence', '+', step),
        ruling_state: state,
        ruled_at: now,
      }))
      .where('match_live_id', '=', matchLiveId)
      .execute();
  }

  async setRound(
    matchLiveId: string,
    round: { readonly number: number; readonly resting: boolean },
    now: Date,
  ): Promise<void> {
    await this.#trx
      .updateTable('match_live')
      .set({
        round_number: round.number,
        round_started_at: now,
        resting: round.resting,
        clock_stopped_at: null,
      })
      .where('match_live_id', '=', matchLiveId)
      .execute();
  }

  /** Stops the clock of the round at `stoppedAt`, or resumes it as if the round had begun at `startedAt`. */
  async setClock(
    matchLiveId: string,
    clock: { readonly stoppedAt: Date } | { readonly startedAt: Date },
  ): Promise<void> {
    await this.#trx
      .updateTable('match_live')
      .set(
        'stoppedAt' in clock
          ? { clock_stopped_at: clock.stoppedAt }
          : { round_started_at: clock.startedAt, clock_stopped_at: null },
      )
      .where('match_live_id', '=', matchLiveId)
      .execute();
  }

  async setSwitch(
    matchLiveId: string,
    set: { gifts_enabled: boolean } | { draw_refunds: boolean },
  ): Promise<void> {
    await this.#trx
      .updateTable('match_live')
      .set(set)
      .where('match_live_id', '=', matchLiveId)
      .execute();
  }

  /** Sets a bout's result; `null` removes it. The judges' cards of an earlier result no longer hold. */
  async setResult(boutId: string, result: ResultValue | null, now: Date): Promise<void> {
    await this.#trx
      .updateTable('bout')
      .set({
        winner: result?.winner ?? null,
        method: result?.method ?? null,
        result_round: result?.round ?? null,
        result_at: result === null ? null : now,
        judges: null,
        judged_at: null,
      })
      .where('bout_id', '=', boutId)
      .execute();
  }

  /** Sets the judges' cards of a decision; `null` removes them. */
  async setJudges(boutId: string, judges: JudgesValue | null, now: Date): Promise<void> {
    await this.#trx
      .updateTable('bout')
      .set({
        judges: judges === null ? null : sql<JudgesValue>`${JSON.stringify(judges)}::jsonb`,
        judged_at: judges === null ? null : now,
      })
      .where('bout_id', '=', boutId)
      .execute();
  }

  async hasFighter(fighterId: string): Promise<boolean> {
    const row = await this.#trx
      .selectFrom('fighter')
      .select('fighter_id')
      .where('fighter_id', '=', fighterId)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Ends a bout and removes it from the card. */
  async setReplaced(matchLiveId: string, now: Date): Promise<void> {
    await this.setStatus(matchLiveId, 'ended', now);
    await this.#trx
      .updateTable('match_live')
      .set({ replaced_at: now })
      .where('match_live_id', '=', matchLiveId)
      .execute();
  }

  /**
   * Substitutes a fighter: a new `match_live` row that is not started replaces the old row.
   *
   * @returns the id of the new row
   */
  async substitute(
    matchLiveId: string,
    { corner, fighterId }: { readonly corner: Corner; readonly fighterId: string },
    now: Date,
  ): Promise<string> {
    const old = await this.#trx
      .updateTable('match_live')
      .set({ replaced_at: now })
      .where('match_live_id', '=', matchLiveId)
      .returning(['program_live_id', 'bout_id', 'draw_refunds', 'gifts_enabled'])
      .executeTakeFirstOrThrow();
    await this.#trx
      .updateTable('bout')
      .set(corner === 'red' ? { red_fighter_id: fighterId } : { blue_fighter_id: fighterId })
      .where('bout_id', '=', old.bout_id)
      .execute();
    const row = await this.#trx
      .insertInto('match_live')
      .values({ ...old, status: 'not_started', resting: false })
      .returning('match_live_id')
      .executeTakeFirstOrThrow();
    return row.match_live_id;
  }

  /**
   * Puts the bout of a replaced row on the card again, with a new row that is not started, and removes its result. The
   * new row continues the revision of the old one, so that the live's revision grows even if the old row is deleted.
   */
  async addAgain(matchLiveId: string, startsAt: Date): Promise<void> {
    const old = await this.#trx
      .selectFrom('match_live')
      .innerJoin('bout', 'bout.bout_id', 'match_live.bout_id')
      .select(['program_live_id', 'match_live.bout_id', 'draw_refunds'])
      .select(sql<number>`match_live.revision + bout.revision + 1`.as('revision'))
      .where('match_live_id', '=', matchLiveId)
      .executeTakeFirstOrThrow();
    await this.#trx
      .insertInto('match_live')
      .values({ ...old, status: 'not_started', resting: false })
      .execute();
    const noResult = {
      ...{ winner: null, method: null, result_round: null, result_at: null },
      ...{ judges: null, judged_at: null },
    };
    await this.#trx
      .updateTable('bout')
      .set({ ...noResult, starts_at: startsAt })
      .where('bout_id', '=', old.bout_id)
      .execute();
  }

  /** Deletes a replaced row to which nothing refers any more. */
  async deleteReplaced(matchLiveId: string): Promise<void> {
    await this.#trx
      .deleteFrom('match_live')
      .where('match_live_id', '=', matchLiveId)
      .where('replaced_at', 'is not', null)
      .execute();
  }

  /** Locks unlocks of cancelled lives that are not refunded yet. Skips rows that other transactions have locked. */
  async lockUnlocksToRefund(limit: number) {
    const { rows } = await sql<{
      program_live_id: string;
      member_id: string;
      coins: number;
      title_th: string;
      title_en: string;
    }>`
      select live_unlock.program_live_id, live_unlock.member_id, live_unlock.paid_coins as coins, title_th, title_en
      from program_live
      join live_unlock using (program_live_id)
      join program on program.program_id = program_live.program_id
      where program_live.cancelled_at is not null and live_unlock.via = 'coins' and live_unlock.paid_coins > 0
        and live_unlock.refunded_at is null
      order by live_unlock.member_id
      limit ${limit} for update of live_unlock skip locked
    `.execute(this.#trx);
    return rows;
  }

  async markRefunded(programLiveId: string, memberId: string, now: Date): Promise<void> {
    await this.#trx
      .updateTable('live_unlock')
      .set({ refunded_at: now })
      .where('program_live_id', '=', programLiveId)
      .where('member_id', '=', memberId)
      .execute();
  }
}
