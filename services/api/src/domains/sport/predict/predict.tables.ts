import type { Generated } from 'kysely';

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
  /** The `resultsFingerprint` that the current scores are based on. */
  scored_from: string | null;
  scored_at: Date | null;
  /** When an operator made the scores final before the deadline. */
  finalised_at: Date | null;
  finalised_by: string | null;
  /**
   * The fingerprint of the results that a running scoring uses. `scoring_after` is the last member whose sheet has been
   * scored.
   */
  scoring_from: string | null;
  scoring_after: string | null;
  /** How often results or pairings have changed since the scoring. Counted by triggers. */
  changes: Generated<number>;
  /** The value of `changes` against which the scores have been checked. */
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
  /** The codes of `packPick` by slot; 0 stands for no pick. */
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
