import type { Generated } from 'kysely';
import type { EditedTable } from '../../../platform/database/edited-table.ts';

/** The tables of this module. Columns that end in `_th` and `_en` contain the Thai and English text. */
export interface LiveTables {
  camp: CampTable;
  division: DivisionTable;
  fighter: FighterTable;
  promotion: PromotionTable;
  stadium: StadiumTable;
  program: ProgramTable;
  bout: BoutTable;
  program_live: ProgramLiveTable;
  match_live: MatchLiveTable;
  match_live_stream: MatchLiveStreamTable;
  channel: ChannelTable;
  stream_key: StreamKeyTable;
  live_unlock: LiveUnlockTable;
}

export type JudgesValue = readonly { readonly red: number; readonly blue: number }[];
export type LiveStatusValue = 'not_started' | 'in_progress' | 'ended';
export type UnlockVia = 'coins' | 'code' | 'partner';
export type WinnerValue = 'red' | 'blue' | 'draw' | 'none';
export type MethodValue =
  | 'decision'
  | 'tko'
  | 'disqualification'
  | 'forfeit'
  | 'draw'
  | 'cancelled';

interface CampTable extends EditedTable {
  camp_id: Generated<string>;
  name_th: string;
  name_en: string;
  province_th: string;
  province_en: string;
}

interface DivisionTable extends EditedTable {
  division_id: Generated<string>;
  name_th: string;
  name_en: string;
  weight_pounds_max: number;
}

interface FighterTable {
  fighter_id: Generated<string>;
  camp_id: string;
  division_id: string;
  /** The ring name without the name of the camp. */
  name_th: string;
  name_en: string;
  nickname_th: string;
  nickname_en: string;
  province_th: string;
  province_en: string;
  /** The specification's "dominant hand". */
  stance: 'orthodox' | 'southpaw';
  height_cm: number;
  weight_pounds: number;
  born_on: string;
}

interface PromotionTable extends EditedTable {
  promotion_id: Generated<string>;
  name_th: string;
  name_en: string;
  /** Whether members may cut clips from its premium lives. */
  premium_clips: Generated<boolean>;
}

interface StadiumTable extends EditedTable {
  stadium_id: Generated<string>;
  name_th: string;
  name_en: string;
  province_th: string;
  province_en: string;
}

/** A card: one evening of one promotion. */
interface ProgramTable extends EditedTable {
  program_id: Generated<string>;
  promotion_id: string;
  stadium_id: string;
  title_th: string;
  title_en: string;
  starts_at: Date;
  /** Incremented by triggers with every change of the card that calendars show. */
  revision: Generated<number>;
  revised_at: Generated<Date>;
}

/** A fight of a card; on the wire a `match`. */
interface BoutTable {
  bout_id: Generated<string>;
  program_id: string;
  card_order: number;
  main_event: boolean;
  division_id: string;
  weight_pounds: number;
  rounds: number;
  /** Length of a round and of a rest. */
  round_s: Generated<number>;
  rest_s: Generated<number>;
  red_fighter_id: string;
  blue_fighter_id: string;
  starts_at: Date;
  winner: WinnerValue | null;
  method: MethodValue | null;
  result_round: number | null;
  result_at: Date | null;
  /** The totals of the three judges of a decision, and when an operator entered them. */
  judges: JudgesValue | null;
  judged_at: Date | null;
  /** Incremented by a trigger with every change of the row. */
  revision: Generated<number>;
  /** The operator who made the last change; `null` before the first change in the console. */
  updated_by: string | null;
}

interface ProgramLiveTable {
  program_live_id: Generated<string>;
  program_id: string;
  status: LiveStatusValue;
  access: 'free' | 'premium';
  price_coins: number | null;
  /** Whether external partners may list the live. */
  external: boolean;
  starts_at: Date;
  ended_at: Date | null;
  /** When the live was cancelled. The unlocks of a cancelled live are refunded. */
  cancelled_at: Date | null;
  /** Days for which the replay is kept. `null`: `RECORDING_DAYS` applies; 0: the live is not recorded. */
  replay_days: Generated<number | null>;
  /** Price of the replay. `null`: the price of the live; 0: free. */
  replay_price_coins: Generated<number | null>;
  /** Incremented by a trigger with every change of the row. */
  revision: Generated<number>;
}

/** The latest step of the bout's ruling. */
export type RulingState = 'recorded' | 'confirmed' | 'withdrawn' | 'corrected';

interface MatchLiveTable {
  match_live_id: Generated<string>;
  program_live_id: string;
  bout_id: string;
  status: LiveStatusValue;
  round_number: number | null;
  round_started_at: Date | null;
  resting: boolean;
  /** When the clock of the round was stopped; `null` while it runs. */
  clock_stopped_at: Date | null;
  gifts_enabled: Generated<boolean>;
  /** Whether a draw refunds the gifts, as announced before the bout. */
  draw_refunds: Generated<boolean>;
  /** When a substitution replaced this row by a new row. */
  replaced_at: Date | null;
  ended_at: Date | null;
  /** Incremented by a trigger with every change of the row. */
  revision: Generated<number>;
  /** Counts results, withdrawals and corrections. */
  ruling_sequence: Generated<number>;
  ruling_state: RulingState | null;
  ruled_at: Date | null;
}

interface MatchLiveStreamTable {
  match_live_stream_id: Generated<string>;
  program_live_id: string;
  kind: 'hls' | 'webrtc';
  channel_id: string;
}

/** The target of one publisher, with the reports of the media process. */
interface ChannelTable {
  channel_id: string;
  publishing: Generated<boolean>;
  publish_changed_at: Date | null;
  /** The newest `stream_stats` event of the media process, unchanged. */
  stats: unknown | null;
  stats_at: Date | null;
  /** When and why the media process refused the last publisher; `null` once one is accepted. */
  refused_at: Date | null;
  refusal: string | null;
  /**
   * The horizontal position of the crop for vertical clips: 0 is the left edge, 500 the centre, 1000 the
   * right edge.
   */
  clip_crop_permille: Generated<number>;
}

interface StreamKeyTable {
  stream_key_id: Generated<string>;
  channel_id: string;
  /** SHA-256 of the key. The key itself is shown once and never stored. */
  key_hash: Buffer;
  created_at: Generated<Date>;
  created_by: string | null;
  revoked_at: Date | null;
  revoked_by: string | null;
}

interface LiveUnlockTable {
  program_live_id: string;
  member_id: string;
  via: UnlockVia;
  paid_coins: number;
  /** When the coins were refunded because the live was cancelled. */
  refunded_at: Date | null;
  unlocked_at: Generated<Date>;
}
