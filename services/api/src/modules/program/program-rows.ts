import type { LiveStatusValue, MethodValue, WinnerValue } from '../live/live.tables.ts';

/** What the store reads, and the presenter turns into the contract's shapes. */
export interface ProgramRow {
  readonly program_id: string;
  readonly title_th: string;
  readonly title_en: string;
  readonly starts_at: Date;
  readonly revision: number;
  readonly revised_at: Date;
  readonly promotion_id: string;
  readonly promotion_th: string;
  readonly promotion_en: string;
  readonly stadium_th: string;
  readonly stadium_en: string;
  readonly province_th: string;
  readonly province_en: string;
  readonly program_live_id: string | null;
  readonly live_status: LiveStatusValue | null;
  readonly access: 'free' | 'premium' | null;
  readonly price_coins: number | null;
  readonly cancelled: boolean;
}

export interface ProgramBoutRow {
  readonly bout_id: string;
  readonly program_id: string;
  readonly card_order: number;
  readonly main_event: boolean;
  readonly weight_pounds: number;
  readonly rounds: number;
  readonly starts_at: Date;
  readonly winner: WinnerValue | null;
  readonly method: MethodValue | null;
  readonly result_round: number | null;
  readonly match_live_id: string | null;
  readonly match_status: LiveStatusValue | null;
  readonly round_number: number | null;
  readonly round_started_at: Date | null;
  readonly resting: boolean | null;
  readonly division_th: string;
  readonly division_en: string;
  readonly red_id: string;
  readonly red_th: string;
  readonly red_en: string;
  readonly red_camp_th: string;
  readonly red_camp_en: string;
  readonly blue_id: string;
  readonly blue_th: string;
  readonly blue_en: string;
  readonly blue_camp_th: string;
  readonly blue_camp_en: string;
}
