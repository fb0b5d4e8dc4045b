import type { Generated } from 'kysely';

export interface GiftTables {
  gift: GiftTable;
  gift_log: GiftLogTable;
  gift_supporter: GiftSupporterTable;
  gift_bar: GiftBarTable;
  gift_settlement: GiftSettlementTable;
  gift_correction: GiftCorrectionTable;
}

interface GiftTable {
  gift_id: Generated<string>;
  slug: string;
  /** The name of the gift's drawing; `null` if it equals the slug. */
  picture: string | null;
  name_th: string;
  name_en: string;
  price_coins: number;
  effect: 'spark' | 'burst' | 'storm';
  offered: Generated<boolean>;
  /** The position in the list. */
  position: Generated<number>;
  version: Generated<number>;
  updated_by: string | null;
}

interface GiftLogTable {
  /** The id of the gift's transfer. */
  gift_log_id: string;
  match_live_id: string;
  member_id: string;
  corner: 'red' | 'blue';
  gift_id: string;
  quantity: number;
  amount_coins: number;
  sent_at: Date;
}

interface GiftSupporterTable {
  match_live_id: string;
  member_id: string;
  red_coins: number;
  blue_coins: number;
}

interface GiftBarTable {
  match_live_id: string;
  node_id: string;
  red_coins: number;
  red_gifts: number;
  red_supporters: number;
  blue_coins: number;
  blue_gifts: number;
  blue_supporters: number;
}

interface GiftSettlementTable {
  match_live_id: string;
  program_live_id: string;
  refund_red: boolean;
  refund_blue: boolean;
  about: unknown;
  /** The last refunded member. */
  done_to: string | null;
  refunded_coins: Generated<number>;
  kept_coins: Generated<number>;
  created_at: Date;
  settled_at: Date | null;
}

/** A corner that the house refunds after the settlement because the result was corrected. */
interface GiftCorrectionTable {
  match_live_id: string;
  corner: 'red' | 'blue';
  program_live_id: string;
  about: unknown;
  /** The last refunded member. */
  done_to: string | null;
  refunded_members: Generated<number>;
  refunded_coins: Generated<number>;
  created_at: Date;
  finished_at: Date | null;
}
