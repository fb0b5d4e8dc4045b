import type { SpendingPeriod } from '@sangwian/contract/endpoints/spending';

/** The tables of spending limits and self-exclusions. Only the store of this module uses them. */
export interface SpendingTables {
  spending_limit: SpendingLimitTable;
  self_exclusion: SelfExclusionTable;
}

interface SpendingLimitTable {
  member_id: string;
  period: SpendingPeriod;
  /** The limit; `null` if there is no limit. */
  limit_satang: number | null;
  /** The limit from `next_at` on. */
  next_limit_satang: number | null;
  next_at: Date | null;
}

interface SelfExclusionTable {
  member_id: string;
  began_at: Date;
  ends_at: Date;
}
