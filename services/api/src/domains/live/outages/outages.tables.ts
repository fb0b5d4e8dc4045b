/** Rows of the tables that this module owns. */
export interface OutageTables {
  outage_refund: OutageRefundTable;
  outage_refund_member: OutageRefundMemberTable;
}

interface OutageRefundTable {
  /** Chosen by the console. */
  outage_refund_id: string;
  program_live_id: string;
  measured: unknown;
  refunded_coins: number;
  members: number;
  reason: string;
  created_by: string;
  created_by_staff_id: string;
  created_at: Date;
  finished_at: Date | null;
}

/** What one member gets back. */
interface OutageRefundMemberTable {
  program_live_id: string;
  member_id: string;
  paid_coins: number;
  missed_ms: number;
  /** `null` until the coins have moved. */
  refunded_at: Date | null;
}
