/** Rows of the table that this module owns. */
export interface AdjustmentTables {
  coin_adjustment: CoinAdjustmentTable;
}

interface CoinAdjustmentTable {
  /** Chosen by the console, so that a repeated call is the same adjustment. */
  coin_adjustment_id: string;
  member_id: string;
  /** Above zero: added to the wallet; below zero: taken from it. */
  amount_coins: number;
  reason: string;
  state: 'open' | 'done' | 'refused' | 'withdrawn';
  /** Whether its author moved the coins alone. */
  alone: boolean;
  created_by: string;
  created_by_staff_id: string;
  created_at: Date;
  expires_at: Date;
  decided_by: string | null;
  decided_by_staff_id: string | null;
  decided_at: Date | null;
  decision_reason: string | null;
}
