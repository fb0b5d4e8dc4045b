import type { Generated } from 'kysely';

/** The tables of this module. */
export interface RedeemTables {
  redeem_batch: RedeemBatchTable;
  redeem_code: RedeemCodeTable;
  redeem_use: RedeemUseTable;
}

interface RedeemBatchTable {
  redeem_batch_id: Generated<string>;
  /** The `batch` column of the batch's codes. */
  name: string;
  created_by: string;
  created_by_staff_id: string | null;
  created_at: Date;
  /** The maximum coins that the codes of the batch can give; `null` if there is no maximum. */
  worth_coins: number | null;
  /** Whether the author made the batch without a second person. Otherwise the codes wait for approval. */
  alone: Generated<boolean>;
  approved_by: string | null;
  approved_by_staff_id: string | null;
  approved_at: Date | null;
  exported_by: string | null;
  exported_at: Date | null;
}

interface RedeemCodeTable {
  redeem_code_id: Generated<string>;
  /** The code in normalised form. */
  code: string;
  shown_code: string;
  batch: string;
  kind: 'coin' | 'live';
  amount_coins: number | null;
  /** The live that a live code unlocks; `null` for any premium live. */
  program_live_id: string | null;
  starts_at: Date | null;
  expires_at: Date | null;
  uses_max: number | null;
  uses_per_day_max: number | null;
  per_member: 'once' | 'daily';
  /** Counted only if the code has a limit. */
  used_count: Generated<number>;
  /** The day in Bangkok to which `day_count` refers, `YYYY-MM-DD`. */
  day_on: string | null;
  day_count: Generated<number>;
  note: string;
  created_by: string;
  created_at: Date;
  disabled_at: Date | null;
  disabled_by: string | null;
  disabled_reason: string | null;
}

interface RedeemUseTable {
  redeem_use_id: string;
  redeem_code_id: string;
  member_id: string;
  holder_hash: Buffer | null;
  /** `once`, or the day in Bangkok for codes with one use per day. */
  period: string;
  amount_coins: number;
  program_live_id: string | null;
  used_at: Date;
}
