import type { Generated } from 'kysely';

export interface BoutControlTables {
  bout_ruling: BoutRulingTable;
  show_action: ShowActionTable;
}

/** An operator's ruling on a bout. */
interface BoutRulingTable {
  bout_ruling_id: Generated<string>;
  match_live_id: string;
  outcome: 'red' | 'blue' | 'draw' | 'cancelled' | 'no_contest' | 'substituted' | 'forgotten';
  created_by: string;
  created_at: Date;
  /** The bout had not begun, and has not after a withdrawal. */
  before_bell: boolean;
  /** The bout before the ruling, which a withdrawal restores; `null` for rulings of an older release. */
  status_before: 'not_started' | 'in_progress' | 'ended' | null;
  round_number_before: number | null;
  round_started_before: Date | null;
  resting_before: boolean | null;
  confirmed_by: string | null;
  confirmed_at: Date | null;
  withdrawn_by: string | null;
  withdrawn_at: Date | null;
}

/** An operator's action on a live. */
interface ShowActionTable {
  show_action_id: Generated<string>;
  program_live_id: string;
  match_live_id: string | null;
  action: string;
  details: unknown;
  created_by: string;
  reason: string;
  created_at: Date;
}
