import type { Photo } from '@sangwian/contract/endpoints/photo';
import type { MethodValue, WinnerValue } from '../../live/lives/lives.tables.ts';

export interface SummaryRow {
  readonly fighter_id: string;
  readonly name_th: string;
  readonly name_en: string;
  readonly nickname_th: string;
  readonly nickname_en: string;
  readonly camp_id: string;
  readonly camp_th: string;
  readonly camp_en: string;
  readonly province_th: string;
  readonly province_en: string;
  readonly division_id: string;
  readonly division_th: string;
  readonly division_en: string;
  readonly weight_pounds_max: number;
  readonly weight_pounds: number;
  readonly stance: 'orthodox' | 'southpaw';
  readonly height_cm: number;
  /** `YYYY-MM-DD`. */
  readonly born_on: string;
  readonly photo: Photo | null;
  readonly wins: number;
  readonly losses: number;
  readonly draws: number;
  /** The latest bout with a result, without cancelled bouts. All fields are `null` if there is none. */
  readonly latest_program_id: string | null;
  readonly latest_starts_at: Date | null;
  readonly latest_corner: 'red' | 'blue' | null;
  readonly latest_winner: WinnerValue | null;
  readonly latest_method: MethodValue | null;
  readonly latest_result_at: Date | null;
}

/** A search hit: its score (0 is best) and the sort key of hits with equal scores. */
export interface SearchHit {
  readonly fighter_id: string;
  readonly score: number;
  readonly sort_key: string;
}

export interface SearchHitRow extends SummaryRow, SearchHit {}

export interface FighterBoutRow {
  readonly bout_id: string;
  readonly program_id: string;
  readonly title_th: string;
  readonly title_en: string;
  readonly stadium_th: string;
  readonly stadium_en: string;
  readonly starts_at: Date;
  readonly corner: 'red' | 'blue';
  readonly weight_pounds: number;
  readonly rounds: number;
  readonly opponent_id: string;
  readonly opponent_th: string;
  readonly opponent_en: string;
  readonly opponent_camp_th: string;
  readonly opponent_camp_en: string;
  readonly winner: WinnerValue | null;
  readonly method: MethodValue | null;
  readonly result_round: number | null;
  readonly result_at: Date | null;
  readonly program_live_id: string | null;
}

/** The number of a fighter's bouts by method and winner. */
export interface EndingRow {
  readonly won: boolean;
  readonly method: MethodValue;
  readonly bouts: number;
}
