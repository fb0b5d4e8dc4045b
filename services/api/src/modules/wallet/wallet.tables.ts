import type { Generated } from 'kysely';

/** Rows of the ledger. Only the wallet's store names these tables. */
export interface WalletTables {
  account: AccountTable;
  transfer: TransferTable;
}

interface AccountTable {
  account_id: Generated<string>;
  name: string;
  member_id: string | null;
  balance_coins: Generated<number>;
  /** Of a deleted member's wallet: what comes to it goes on to `forfeited`. */
  closed_at: Generated<Date | null>;
  created_at: Generated<Date>;
}

interface TransferTable {
  transfer_id: Generated<string>;
  debit_account_id: string;
  credit_account_id: string;
  amount_coins: number;
  kind: string;
  idempotency_key: string;
  created_at: Generated<Date>;
}
