import type { MovementKind } from '@sangwian/contract/endpoints/coins';
import type { Generated } from 'kysely';

/** Rows of the ledger. Only the wallet's store names these tables. */
export interface WalletTables {
  account: AccountTable;
  transfer: TransferTable;
  ledger_check: LedgerCheckTable;
  ledger_checkpoint: LedgerCheckpointTable;
  ledger_checkpoint_balance: LedgerCheckpointBalanceTable;
}

interface AccountTable {
  account_id: Generated<string>;
  name: string;
  member_id: string | null;
  /** Kind of owner. House balances are not stored but summed from their transfers. */
  holder: Generated<'house' | 'member' | 'receivable'>;
  balance_coins: Generated<number>;
  /** Set on a deleted member's wallet; later credits are forfeited. */
  closed_at: Generated<Date | null>;
  created_at: Generated<Date>;
}

interface TransferTable {
  transfer_id: Generated<string>;
  debit_account_id: string;
  credit_account_id: string;
  amount_coins: number;
  kind: MovementKind;
  idempotency_key: string;
  /** Set with the next two columns if the transfer moves a wallet. */
  member_id: string | null;
  balance_after_coins: number | null;
  about: unknown;
  created_at: Generated<Date>;
  /** Id of the writing transaction; checkpoints refer to it. */
  written_by: Generated<number>;
}

interface LedgerCheckTable {
  ledger_check_id: Generated<string>;
  checked_at: Date;
  took_ms: number;
  scope: 'full' | 'incremental';
  faults: unknown;
}

/** Transfers of transactions below `written_before` are verified. At most one row. */
interface LedgerCheckpointTable {
  only_one: Generated<boolean>;
  written_before: number;
  /** Cluster that the transaction ids belong to. */
  cluster: string;
  verified_at: Date;
}

/** Verified sum of an account's transfers. */
interface LedgerCheckpointBalanceTable {
  account_id: string;
  balance_coins: number;
}
