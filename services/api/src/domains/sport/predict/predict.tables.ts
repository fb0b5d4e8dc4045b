import type { Generated } from 'kysely';

/** Rows of the tables that this module owns. */
export interface PredictTables {
  predict_program: PredictProgramTable;
  predict_slot: PredictSlotTable;
  predict_sheet: PredictSheetTable;
  predict_board: PredictBoardTable;
  predict_standing: PredictStandingTable;
  predict_tally: PredictTallyTable;
}

interface PredictProgramTable {
  program_id: string;
  closed_at: Date | null;
  /** When the picks of each bout were counted. */
  counted_at: Date | null;
  /** The results that the scores were made from, as `fingerprintOf` writes them. */
  scored_from: string | null;
  scored_at: Date | null;
  /** While scores are being made: the results that they are made from, and the last member who has one. */
  scoring_from: string | null;
  scoring_after: string | null;
  /** How often results or pairings changed since the scores were made; triggers count. */
  changes: Generated<number>;
  /** Of these changes, how many the scores were held against. */
  changes_checked: Generated<number>;
}

interface PredictSlotTable {
  program_id: string;
  slot: number;
  bout_id: string;
  red_fighter_id: string;
  blue_fighter_id: string;
  substitutions: number;
  red_picks: Generated<number>;
  draw_picks: Generated<number>;
  blue_picks: Generated<number>;
}

interface PredictSheetTable {
  program_id: string;
  member_id: string;
  /** By slot, as `packPick` writes them; 0 is none. */
  picks: number[];
  confirmed_at: Date;
}

interface PredictBoardTable {
  predict_board_id: Generated<number>;
  name: string;
  program_id: string | null;
  starts_at: Date | null;
  members: Generated<number>;
}

interface PredictStandingTable {
  predict_board_id: number;
  member_id: string;
  points: number;
  winners: number;
  sheets: number;
  confirmed_at: Date;
}

interface PredictTallyTable {
  predict_board_id: number;
  points: number;
  members: number;
}
