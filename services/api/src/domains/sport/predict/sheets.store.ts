import { type Kysely, sql, type Transaction } from 'kysely';
import { lockOfName, takeLock, takeLockShared } from '../../../platform/database/advisory-locks.ts';
import type { Database } from '../../../schema/database.ts';
import type { GameBout, GameState, Slot } from './predict-rules.ts';

/** A slot with the number of picks for each winner. */
export interface CountedSlot extends Slot {
  readonly red: number;
  readonly draw: number;
  readonly blue: number;
}

/** The state of a card's game and of its scoring. */
export interface Game extends GameState {
  readonly programId: string;
  readonly countedAt: Date | null;
  readonly scoredFrom: string | null;
  /**
   * The fingerprint of the results that a running scoring uses. `scoringAfter` is the last member whose sheet has been
   * scored.
   */
  readonly scoringFrom: string | null;
  readonly scoringAfter: string | null;
  /** How often results or pairings have changed since the scoring. */
  readonly changes: number;
}

export interface SheetRow {
  readonly program_id: string;
  readonly member_id: string;
  readonly picks: number[];
  readonly confirmed_at: Date;
}

export interface NewSheet {
  readonly memberId: string;
  readonly programId: string;
  readonly picks: readonly number[];
  readonly confirmedAt: Date;
}

export class SheetStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async findGames(programIds: readonly string[]): Promise<Map<string, Game>> {
    const rows = await this.#games()
      .where('program_id', '=', sql<string>`any(${[...programIds]}::uuid[])`)
      .execute();
    return new Map(rows.map((row) => [row.programId, row]));
  }

  findUnscored(limit: number): Promise<Game[]> {
    return this.#games()
      .where('scored_at', 'is', null)
      .orderBy('program_id')
      .limit(limit)
      .execute();
  }

  /** Finds games whose scores may be outdated or whose repeated scoring is unfinished. */
  findOutdated(limit: number): Promise<Game[]> {
    return this.#games()
      .where('scored_at', 'is not', null)
      .where(sql<boolean>`(changes <> changes_checked or scoring_from is not null)`)
      .orderBy('program_id')
      .limit(limit)
      .execute();
  }

  /** Records up to which number of changes the scores have been checked. */
  async markChecked(programId: string, changes: number): Promise<void> {
    await this.#db
      .updateTable('predict_program')
      .set({ changes_checked: changes })
      .where('program_id', '=', programId)
      .where('changes_checked', '<', changes)
      .execute();
  }

  async findSlots(programIds: readonly string[]): Promise<Map<string, CountedSlot[]>> {
    const rows = await this.#db
      .selectFrom('predict_slot')
      .selectAll()
      .where('program_id', '=', sql<string>`any(${[...programIds]}::uuid[])`)
      .orderBy('slot')
      .execute();
    const slots = new Map<string, CountedSlot[]>();
    for (const row of rows) {
      const slot = {
        slot: row.slot,
        boutId: row.bout_id,
        redFighterId: row.red_fighter_id,
        blueFighterId: row.blue_fighter_id,
        substitutions: row.substitutions,
        red: row.red_picks,
        draw: row.draw_picks,
        blue: row.blue_picks,
      };
      slots.set(row.program_id, [...(slots.get(row.program_id) ?? []), slot]);
    }
    return slots;
  }

  findSheet(programId: string, memberId: string): Promise<SheetRow | undefined> {
    return this.#db
      .selectFrom('predict_sheet')
      .selectAll()
      .where('program_id', '=', programId)
      .where('member_id', '=', memberId)
      .executeTakeFirst();
  }

  /** Finds a member's sheets after `from`, latest confirmation first. */
  findSheets(
    memberId: string,
    limit: number,
    from?: { readonly confirmedAt: Date; readonly programId: string },
  ): Promise<SheetRow[]> {
    let query = this.#db
      .selectFrom('predict_sheet')
      .selectAll()
      .where('member_id', '=', memberId)
      .orderBy('confirmed_at', 'desc')
      .orderBy('program_id', 'desc')
      .limit(limit);
    if (from !== undefined) {
      query = query.where(
        sql<boolean>`(confirmed_at, program_id) < (${from.confirmedAt}, ${from.programId}::uuid)`,
      );
    }
    return query.execute();
  }

  #games() {
    return this.#db
      .selectFrom('predict_program')
      .select([
        'program_id as programId',
        'closed_at as closedAt',
        'counted_at as countedAt',
        'scored_from as scoredFrom',
        'scored_at as scoredAt',
        'finalised_at as finalisedAt',
        'scoring_from as scoringFrom',
        'scoring_after as scoringAfter',
        'changes',
      ]);
  }
}

/** Confirms, closes and counts sheets. Always used within a transaction. */
export class SheetWriter {
  readonly #trx: Transaction<Database>;

  constructor(trx: Transaction<Database>) {
    this.#trx = trx;
  }

  /** Takes the shared lock of a confirmation. `fence` waits for these locks. */
  async lockShared(programId: string): Promise<void> {
    await takeLockShared(this.#trx, lockOfName('predictSheets', programId));
  }

  /** Waits for sheets that are being confirmed, and blocks new confirmations until the transaction ends. */
  async fence(programId: string): Promise<void> {
    await takeLock(this.#trx, lockOfName('predictSheets', programId));
  }

  /** Closes a card's sheets. The time of the first call stays. @returns whether the sheets were open */
  async close(programId: string, at: Date): Promise<boolean> {
    const { rows } = await sql`
      insert into predict_program as game (program_id, closed_at) values (${programId}, ${at})
      on conflict (program_id) do update set closed_at = excluded.closed_at where game.closed_at is null
      returning program_id
    `.execute(this.#trx);
    return rows.length > 0;
  }

  /** Adds slots for the new pairings of a card. Concurrent calls for a card run one after the other. */
  async addSlots(programId: string, bouts: readonly GameBout[]): Promise<void> {
    await takeLock(this.#trx, lockOfName('predictSlots', programId));
    await sql`insert into predict_program (program_id) values (${programId}) on conflict do nothing`.execute(
      this.#trx,
    );
    await sql`
      insert into predict_slot (program_id, slot, bout_id, red_fighter_id, blue_fighter_id, substitutions)
      select ${programId}, used.slots + row_number() over (order by place), bout_id, red, blue, times
      from unnest(
        ${bouts.map((bout) => bout.boutId)}::uuid[], ${bouts.map((bout) => bout.redFighterId)}::uuid[],
        ${bouts.map((bout) => bout.blueFighterId)}::uuid[], ${bouts.map((bout) => bout.substitutions)}::int[]
      ) with ordinality as bout (bout_id, red, blue, times, place),
      (select count(*) as slots from predict_slot where program_id = ${programId}) as used
      where not exists (
        select from predict_slot as known where known.program_id = ${programId}
          and (known.bout_id, known.red_fighter_id, known.blue_fighter_id, known.substitutions)
            = (bout.bout_id, red, blue, times)
      )
    `.execute(this.#trx);
  }

  /** Adds slots to the cards that have none. */
  async addFirstSlots(
    programs: readonly { readonly programId: string; readonly bouts: readonly GameBout[] }[],
  ): Promise<void> {
    await sql`
      insert into predict_program (program_id)
      select unnest(${programs.map(({ programId }) => programId)}::uuid[])
    `.execute(this.#trx);
    await this.#trx
      .insertInto('predict_slot')
      .values(
        programs.flatMap(({ programId, bouts }) =>
          bouts.map((bout, index) => ({
            program_id: programId,
            slot: index + 1,
            bout_id: bout.boutId,
            red_fighter_id: bout.redFighterId,
            blue_fighter_id: bout.blueFighterId,
            substitutions: bout.substitutions,
          })),
        ),
      )
      .execute();
  }

  /** Saves a sheet. If no pick changed, the time of confirmation stays. */
  async put(sheet: NewSheet): Promise<void> {
    await sql`
      insert into predict_sheet as sheet (program_id, member_id, picks, confirmed_at)
      values (${sheet.programId}, ${sheet.memberId}, ${[...sheet.picks]}::smallint[], ${sheet.confirmedAt})
      on conflict (program_id, member_id) do update
        set picks = excluded.picks, confirmed_at = excluded.confirmed_at
        where sheet.picks is distinct from excluded.picks
    `.execute(this.#trx);
  }

  async putAll(sheets: readonly NewSheet[]): Promise<void> {
    await sql`
      insert into predict_sheet (program_id, member_id, picks, confirmed_at)
      select program_id, member_id, picks::smallint[], confirmed_at
      from unnest(
        ${sheets.map((sheet) => sheet.programId)}::uuid[], ${sheets.map((sheet) => sheet.memberId)}::uuid[],
        ${sheets.map((sheet) => `{${sheet.picks.join()}}`)}::text[],
        ${sheets.map((sheet) => sheet.confirmedAt)}::timestamptz[]
      ) as sheet (program_id, member_id, picks, confirmed_at)
      on conflict do nothing
    `.execute(this.#trx);
  }

  /** Counts the picks in each slot of a closed card. */
  async countPicks(
    programId: string,
    codes: { readonly [Winner in 'red' | 'draw' | 'blue']: readonly [number, number] },
    now: Date,
  ): Promise<void> {
    await sql`
      update predict_slot as slot
      set red_picks = picked.red, draw_picks = picked.draw, blue_picks = picked.blue
      from (
        select place,
          count(*) filter (where code between ${codes.red[0]} and ${codes.red[1]}) as red,
          count(*) filter (where code between ${codes.draw[0]} and ${codes.draw[1]}) as draw,
          count(*) filter (where code between ${codes.blue[0]} and ${codes.blue[1]}) as blue
        from predict_sheet, unnest(picks) with ordinality as pick (code, place)
        where predict_sheet.program_id = ${programId}
        group by place
      ) as picked
      where slot.program_id = ${programId} and slot.slot = picked.place
    `.execute(this.#trx);
    await sql`update predict_program set counted_at = ${now} where program_id = ${programId}`.execute(
      this.#trx,
    );
  }

  /** Shifts sheets in time and opens their cards again. */
  async moveSheets(programIds: readonly string[], ms: number): Promise<void> {
    const ids = [...programIds];
    await sql`
      update predict_sheet set confirmed_at = confirmed_at + ${ms} * interval '1 millisecond'
      where program_id = any(${ids}::uuid[])
    `.execute(this.#trx);
    await sql`
      update predict_program set closed_at = null, counted_at = null
      where program_id = any(${ids}::uuid[])
    `.execute(this.#trx);
  }
}
