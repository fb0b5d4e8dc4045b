export interface ScorecardTables {
  round_bell: RoundBellTable;
  round_score: RoundScoreTable;
  crowd_score: CrowdScoreTable;
}

/** The first bell of a round. A trigger on `match_live` writes it. */
interface RoundBellTable {
  match_live_id: string;
  round_number: number;
  rang_at: Date;
}

/** A member's score of a round. */
interface RoundScoreTable {
  member_id: string;
  match_live_id: string;
  round_number: number;
  red_points: number;
  blue_points: number;
  scored_at: Date;
}

/** The number of members who gave a round this score. */
interface CrowdScoreTable {
  match_live_id: string;
  round_number: number;
  red_points: number;
  blue_points: number;
  cards: number;
}
