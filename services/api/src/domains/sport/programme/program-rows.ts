import type { Photo } from '@sangwian/contract/endpoints/photo';
import type { CardBoutRow } from '../../live/lives/lives.module.ts';
import type { LiveStatusValue } from '../../live/lives/lives.tables.ts';

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
  readonly photo: Photo | null;
}

export interface ProgramBoutRow extends CardBoutRow {
  readonly program_id: string;
  readonly match_live_id: string | null;
  readonly match_status: LiveStatusValue | null;
}
