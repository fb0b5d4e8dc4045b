import type { Photo } from '@sangwian/contract/endpoints/photo';
import type {
  JudgesValue,
  LiveStatusValue,
  MethodValue,
  RulingState,
  WinnerValue,
} from './lives.tables.ts';

export interface LiveRow {
  readonly program_live_id: string;
  readonly program_id: string;
  readonly status: LiveStatusValue;
  readonly access: 'free' | 'premium';
  readonly price_coins: number | null;
  readonly starts_at: Date;
  readonly ended_at: Date | null;
  readonly title_th: string;
  readonly title_en: string;
  readonly promotion_th: string;
  readonly promotion_en: string;
  readonly stadium_th: string;
  readonly stadium_en: string;
  readonly photo: Photo | null;
  /** Incremented with every change of the live, its card or one of its bouts. */
  readonly revision: number;
}

/** A bout with its fighters and their gyms, for lives and programs. */
export interface CardBoutRow {
  readonly bout_id: string;
  readonly card_order: number;
  readonly main_event: boolean;
  readonly weight_pounds: number;
  readonly rounds: number;
  readonly round_s: number;
  readonly rest_s: number;
  readonly starts_at: Date;
  readonly winner: WinnerValue | null;
  readonly method: MethodValue | null;
  readonly result_round: number | null;
  readonly result_at: Date | null;
  readonly match_ended_at: Date | null;
  readonly round_number: number | null;
  readonly round_started_at: Date | null;
  /** `null` if the card has no live. */
  readonly resting: boolean | null;
  readonly division_th: string;
  readonly division_en: string;
  readonly red_id: string;
  readonly red_th: string;
  readonly red_en: string;
  readonly red_camp_th: string;
  readonly red_camp_en: string;
  readonly red_photo: Photo | null;
  readonly blue_id: string;
  readonly blue_th: string;
  readonly blue_en: string;
  readonly blue_camp_th: string;
  readonly blue_camp_en: string;
  readonly blue_photo: Photo | null;
}

export interface MatchRow extends CardBoutRow {
  readonly program_live_id: string;
  readonly match_live_id: string;
  readonly status: LiveStatusValue;
  /** When the clock of the round was stopped; `null` while it runs. */
  readonly clock_stopped_at: Date | null;
  readonly draw_refunds: boolean;
  readonly judges: JudgesValue | null;
  readonly judged_at: Date | null;
  readonly revision: number;
  readonly ruling_sequence: number;
  readonly ruling_state: RulingState | null;
  readonly ruled_at: Date | null;
}

export interface HeadlineRow extends MatchRow {
  readonly bouts: number;
}

export interface RecordRow {
  readonly fighter_id: string;
  readonly wins: number;
  readonly losses: number;
  readonly draws: number;
}

/** A bout and its live, for gifts and bout control. */
export interface BoutRow {
  readonly match_live_id: string;
  readonly bout_id: string;
  readonly program_live_id: string;
  readonly status: LiveStatusValue;
  readonly access: 'free' | 'premium';
  readonly draw_refunds: boolean;
  /** When the bout ended; if it has not ended, when it started. */
  readonly since: Date;
  readonly red_th: string;
  readonly red_en: string;
  readonly blue_th: string;
  readonly blue_en: string;
}

export interface StreamRow {
  readonly match_live_stream_id: string;
  readonly program_live_id: string;
  readonly kind: 'hls' | 'webrtc';
  readonly channel_id: string;
}
