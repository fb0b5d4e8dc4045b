import type { Generated } from 'kysely';

/** Rows of the tables that this module owns. Names in both scripts stand in `_th` and `_en` columns. */
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

interface CampTable {
  camp_id: Generated<string>;
  name_th: string;
  name_en: string;
  province_th: string;
  province_en: string;
}

interface DivisionTable {
  division_id: Generated<string>;
  name_th: string;
  name_en: string;
  /** The division's limit. */
  weight_pounds_max: number;
}

interface FighterTable {
  fighter_id: Generated<string>;
  camp_id: string;
  division_id: string;
  /** The own part of the ring name; the camp's name completes it. */
  name_th: string;
  name_en: string;
  nickname_th: string;
  nickname_en: string;
  province_th: string;
  province_en: string;
  /** Which hand leads from: the specification's "dominant hand". */
  stance: 'orthodox' | 'southpaw';
  height_cm: number;
  weight_pounds: number;
  born_on: string;
}

interface PromotionTable {
  promotion_id: Generated<string>;
  name_th: string;
  name_en: string;
}

interface StadiumTable {
  stadium_id: Generated<string>;
  name_th: string;
  name_en: string;
  province_th: string;
  province_en: string;
}

/** A card: one evening of one promotion. */
interface ProgramTable {
  program_id: Generated<string>;
  promotion_id: string;
  stadium_id: string;
  title_th: string;
  title_en: string;
  starts_at: Date;
  /** Grows with every change of the card that a calendar shows; triggers see to it. */
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
  red_fighter_id: string;
  blue_fighter_id: string;
  starts_at: Date;
  winner: WinnerValue | null;
  method: MethodValue | null;
  result_round: number | null;
  result_at: Date | null;
  /** Counts changes of the row; a trigger does. */
  revision: Generated<number>;
}

interface ProgramLiveTable {
  program_live_id: Generated<string>;
  program_id: string;
  status: LiveStatusValue;
  access: 'free' | 'premium';
  price_coins: number | null;
  /** Offered in the list for external partners too. */
  external: boolean;
  starts_at: Date;
  ended_at: Date | null;
  /** It was called off: what it cost goes back. */
  cancelled_at: Date | null;
  /** Counts changes of the row; a trigger does. */
  revision: Generated<number>;
}

/** The last step of a bout's ruling. */
export type RulingState = 'recorded' | 'confirmed' | 'withdrawn' | 'corrected';

interface MatchLiveTable {
  match_live_id: Generated<string>;
  program_live_id: string;
  bout_id: string;
  status: LiveStatusValue;
  round_number: number | null;
  round_started_at: Date | null;
  resting: boolean;
  gifts_enabled: Generated<boolean>;
  /** Said before the bout: a draw gives its gifts back. */
  draw_refunds: Generated<boolean>;
  /** A fighter was substituted: another row stands for the bout since. */
  replaced_at: Date | null;
  ended_at: Date | null;
  /** Counts changes of the row; a trigger does. */
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

/** A place that one publisher sends to; what the media process tells of it. */
interface ChannelTable {
  channel_id: string;
  publishing: Generated<boolean>;
  publish_changed_at: Date | null;
  /** The newest `stream_stats` of the media process, as it came. */
  stats: unknown | null;
  stats_at: Date | null;
}

interface StreamKeyTable {
  stream_key_id: Generated<string>;
  channel_id: string;
  /** SHA-256 of the key: the key itself is shown once and kept nowhere. */
  key_hash: Buffer;
  created_at: Generated<Date>;
  revoked_at: Date | null;
}

interface LiveUnlockTable {
  program_live_id: string;
  member_id: string;
  via: UnlockVia;
  paid_coins: number;
  /** Its live was cancelled, and what it cost went back. */
  refunded_at: Date | null;
  unlocked_at: Generated<Date>;
}
