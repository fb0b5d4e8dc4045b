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
  /** Whose balance stands in the row; that of the house is the sum of its transfers. */
  holder: Generated<'house' | 'member' | 'receivable'>;
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
  kind: MovementKind;
  idempotency_key: string;
  /** Of a transfer that moves a wallet: whose, what it held then, and what it was for. */
  member_id: string | null;
  balance_after_coins: number | null;
  about: unknown;
  created_at: Generated<Date>;
  /** The writing transaction: what a checkpoint counts in. */
  written_by: Generated<number>;
}

interface LedgerCheckTable {
  ledger_check_id: Generated<string>;
  checked_at: Date;
  took_ms: number;
  scope: 'full' | 'incremental';
  faults: unknown;
}

/** Transfers of transactions below `written_before` are verified. One row at most. */
interface LedgerCheckpointTable {
  only_one: Generated<boolean>;
  written_before: number;
  /** The cluster whose transactions are meant. */
  cluster: string;
  verified_at: Date;
}

/** What the verified transfers of an account sum to. */
interface LedgerCheckpointBalanceTable {
  account_id: string;
  balance_coins: number;
}
