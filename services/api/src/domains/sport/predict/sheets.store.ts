import { type Kysely, sql, type Transaction } from 'kysely';
import { lockOfName, takeLock, takeLockShared } from '../../../platform/database/advisory-locks.ts';
import type { Database } from '../../../schema/database.ts';
import type { GameBout, GameState, Slot } from './predict-rules.ts';

/** A slot with how many sheets picked what in it. */
export interface CountedSlot extends Slot {
  readonly red: number;
  readonly draw: number;
  readonly blue: number;
}

/** What is remembered of a programme, with what its scores were made from. */
export interface Game extends GameState {
  readonly programId: string;
  readonly countedAt: Date | null;
  readonly scoredFrom: string | null;
  /** While scores are being made: the results that they are made from, and the last member who has one. */
  readonly scoringFrom: string | null;
  readonly scoringAfter: string | null;
  /** How often something changed that scores are made from, after they were made. */
  readonly changes: number;
}

export interface SheetRow {
  readonly program_id: string;
  readonly member_id: string;
  readonly picks: number[];
  readonly confirmed_at: Date;
}

/** A sheet that is there already, as a sample makes it. */
export interface PastSheet {
  readonly memberId: string;
  readonly programId: string;
  readonly picks: readonly number[];
  readonly confirmedAt: Date;
}

/** Sheets, and the bouts that they name. */
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

  /** Programmes whose scores are not final. */
  findUnscored(limit: number): Promise<Game[]> {
    return this.#games()
      .where('scored_at', 'is', null)
      .orderBy('program_id')
      .limit(limit)
      .execute();
  }

  /** Programmes with scores that a change may have outdated, or whose new scores are not all made. */
  findOutdated(limit: number): Promise<Game[]> {
    return this.#games()
      .where('scored_at', 'is not', null)
      .where(sql<boolean>`(changes <> changes_checked or scoring_from is not null)`)
      .orderBy('program_id')
      .limit(limit)
      .execute();
  }

  /** The scores were held against so many changes. What came since is still to be looked at. */
  async markChecked(programId: string, changes: number): Promise<void> {
    await this.#db
      .updateTable('predict_program')
      .set({ changes_checked: changes })
      .where('program_id', '=', programId)
      .where('changes_checked', '<', changes)
      .execute();
  }

  /** The slots of each programme, in their order. */
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

  /** A member's sheets from a place on, the one that was confirmed last first. */
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
        'scoring_from as scoringFrom',
        'scoring_after as scoringAfter',
        'changes',
      ]);
  }
}

/** Confirms, closes and counts sheets. It cannot be made outside a transaction. */
export class SheetWriter {
  readonly #trx: Transaction<Database>;

  constructor(trx: Transaction<Database>) {
    this.#trx = trx;
  }

  /** Many confirm at a time; whoever closes the programme waits for them. */
  async enter(programId: string): Promise<void> {
    await takeLockShared(this.#trx, lockOfName('predictSheets', programId));
  }

  /** Waits for sheets that are being confirmed, and lets none in until the transaction ends. */
  async fence(programId: string): Promise<void> {
    await takeLock(this.#trx, lockOfName('predictSheets', programId));
  }

  /** Closes a programme's sheets, once; the first time stays. Returns whether it was open. */
  async close(programId: string, at: Date): Promise<boolean> {
    const { rows } = await sql`
      insert into predict_program as game (program_id, closed_at) values (${programId}, ${at})
      on conflict (program_id) do update set closed_at = excluded.closed_at where game.closed_at is null
      returning program_id
    `.execute(this.#trx);
    return rows.length > 0;
  }

  /** Gives the bouts that have none yet a place in the programme's sheets. One caller at a time for a programme. */
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

  /** The same for programmes that have no places yet, all at once. */
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

  /** Puts a sheet; one that says the same keeps its time. */
  async put(sheet: PastSheet): Promise<void> {
    await sql`
      insert into predict_sheet as sheet (program_id, member_id, picks, confirmed_at)
      values (${sheet.programId}, ${sheet.memberId}, ${[...sheet.picks]}::smallint[], ${sheet.confirmedAt})
      on conflict (program_id, member_id) do update
        set picks = excluded.picks, confirmed_at = excluded.confirmed_at
        where sheet.picks is distinct from excluded.picks
    `.execute(this.#trx);
  }

  /** Puts many at once, of which none is there yet. */
  async putAll(sheets: readonly PastSheet[]): Promise<void> {
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

  /** Counts what was picked in each slot, of sheets that are closed. */
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

  /** Opens programmes again that are moved to another day; their sheets move along. */
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
