import type { Bilingual, MatchResult } from '@sangwian/contract/endpoints/live';
import type { Photo } from '@sangwian/contract/endpoints/photo';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { MethodValue, WinnerValue } from './lives.tables.ts';

interface CardFighter {
  readonly fighterId: string;
  readonly name: Bilingual;
  readonly gym: Bilingual;
  readonly photo: Photo | null;
}

/** A bout of a card, with or without a live. */
export interface CardBout {
  readonly boutId: string;
  readonly order: number;
  readonly mainEvent: boolean;
  readonly startsAt: Date;
  readonly weightPounds: number;
  readonly division: Bilingual;
  readonly rounds: number;
  readonly red: CardFighter;
  readonly blue: CardFighter;
  readonly substitutions: number;
  /** Whether the bout has begun; false for a walkover and for a bout that was cancelled before the bell. */
  readonly hasBegun: boolean;
  readonly result: MatchResult | null;
  readonly resultAt: Date | null;
}

/** An evening of one promotion, with its bouts in order. */
export interface Card {
  readonly programId: string;
  readonly title: Bilingual;
  readonly promotion: Bilingual;
  readonly stadium: Bilingual;
  readonly startsAt: Date;
  readonly bouts: readonly CardBout[];
}

interface ProgramRow {
  program_id: string;
  starts_at: Date;
  title_th: string;
  title_en: string;
  promotion_th: string;
  promotion_en: string;
  stadium_th: string;
  stadium_en: string;
}

interface BoutRow {
  program_id: string;
  bout_id: string;
  card_order: number;
  main_event: boolean;
  starts_at: Date;
  weight_pounds: number;
  rounds: number;
  winner: WinnerValue | null;
  method: MethodValue | null;
  result_round: number | null;
  result_at: Date | null;
  division_th: string;
  division_en: string;
  red_id: string;
  red_th: string;
  red_en: string;
  red_camp_th: string;
  red_camp_en: string;
  red_photo: Photo | null;
  blue_id: string;
  blue_th: string;
  blue_en: string;
  blue_camp_th: string;
  blue_camp_en: string;
  blue_photo: Photo | null;
  substitutions: number;
  has_begun: boolean;
}

const fighterOf = (row: BoutRow, corner: 'red' | 'blue'): CardFighter => ({
  fighterId: row[`${corner}_id`],
  name: { th: row[`${corner}_th`], en: row[`${corner}_en`] },
  gym: { th: row[`${corner}_camp_th`], en: row[`${corner}_camp_en`] },
  photo: row[`${corner}_photo`],
});

const boutOf = (row: BoutRow): CardBout => ({
  boutId: row.bout_id,
  order: row.card_order,
  mainEvent: row.main_event,
  startsAt: row.starts_at,
  weightPounds: row.weight_pounds,
  division: { th: row.division_th, en: row.division_en },
  rounds: row.rounds,
  red: fighterOf(row, 'red'),
  blue: fighterOf(row, 'blue'),
  substitutions: row.substitutions,
  hasBegun: row.has_begun,
  result:
    row.winner === null || row.method === null
      ? null
      : { winner: row.winner, method: row.method, round: row.result_round },
  resultAt: row.result_at,
});

/** Reads the current cards, on a connection or in a transaction. */
export class CardStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async find(programIds: readonly string[]): Promise<Card[]> {
    if (programIds.length === 0) return [];
    const ids = [...new Set(programIds)];
    const { rows: programs } = await sql<ProgramRow>`
      select program.program_id, program.starts_at, title_th, title_en,
        promotion.name_th as promotion_th, promotion.name_en as promotion_en,
        stadium.name_th as stadium_th, stadium.name_en as stadium_en
      from program join promotion using (promotion_id) join stadium using (stadium_id)
      where program_id = any(${ids}::uuid[])
      order by program.starts_at, program_id
    `.execute(this.#db);
    const bouts = await this.#findBouts(ids);
    return programs.map((row) => ({
      programId: row.program_id,
      title: { th: row.title_th, en: row.title_en },
      promotion: { th: row.promotion_th, en: row.promotion_en },
      stadium: { th: row.stadium_th, en: row.stadium_en },
      startsAt: row.starts_at,
      bouts: bouts.filter((bout) => bout.program_id === row.program_id).map(boutOf),
    }));
  }

  /** Finds the cards that begin in a time range, earliest first. */
  async findBetween(from: Date, to: Date, limit: number): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('program')
      .select('program_id')
      .where('starts_at', '>=', from)
      .where('starts_at', '<', to)
      .orderBy('starts_at')
      .orderBy('program_id')
      .limit(limit)
      .execute();
    return rows.map((row) => row.program_id);
  }

  async findProgramOf(programLiveId: string): Promise<string | undefined> {
    const row = await this.#db
      .selectFrom('program_live')
      .select('program_id')
      .where('program_live_id', '=', programLiveId)
      .executeTakeFirst();
    return row?.program_id;
  }

  async #findBouts(programIds: readonly string[]): Promise<BoutRow[]> {
    const { rows } = await sql<BoutRow>`
      select bout.program_id, bout.bout_id, card_order, main_event, bout.starts_at, bout.weight_pounds, rounds,
        winner, method, result_round, result_at,
        division.name_th as division_th, division.name_en as division_en,
        red.fighter_id as red_id, red.name_th as red_th, red.name_en as red_en,
        red_camp.name_th as red_camp_th, red_camp.name_en as red_camp_en,
        blue.fighter_id as blue_id, blue.name_th as blue_th, blue.name_en as blue_en,
        blue_camp.name_th as blue_camp_th, blue_camp.name_en as blue_camp_en,
        red_photo.shown as red_photo, blue_photo.shown as blue_photo,
        (select count(*)::int from match_live where match_live.bout_id = bout.bout_id and replaced_at is not null)
          as substitutions,
        exists (
          select from match_live where match_live.bout_id = bout.bout_id and replaced_at is null
            and (status = 'in_progress'
              or (status = 'ended' and method is distinct from 'forfeit' and method is distinct from 'cancelled'))
        ) as has_begun
      from bout
      join division on division.division_id = bout.division_id
      join fighter as red on red.fighter_id = red_fighter_id
      join camp as red_camp on red_camp.camp_id = red.camp_id
      join fighter as blue on blue.fighter_id = blue_fighter_id
      join camp as blue_camp on blue_camp.camp_id = blue.camp_id
      left join photo as red_photo on red_photo.fighter_id = red.fighter_id
      left join photo as blue_photo on blue_photo.fighter_id = blue.fighter_id
      where bout.program_id = any(${[...programIds]}::uuid[])
      order by bout.program_id, card_order
    `.execute(this.#db);
    return rows;
  }
}
