import type { MovementKind } from '@sangwian/contract/endpoints/coins';
import type { Generated } from 'kysely';

/** The tables of the ledger. */
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
  /** The kind of owner. Balances of the house are not stored but summed from the transfers. */
  holder: Generated<'house' | 'member' | 'receivable'>;
  balance_coins: Generated<number>;
  /** Set for the wallet of a deleted member. Later credits are forfeited. */
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
  /** Set together with `balance_after_coins` if the transfer changes a wallet. */
  member_id: string | null;
  balance_after_coins: number | null;
  about: unknown;
  created_at: Generated<Date>;
  /** The id of the writing transaction, to which checkpoints refer. */
  written_by: Generated<number>;
}

interface LedgerCheckTable {
  ledger_check_id: Generated<string>;
  checked_at: Date;
  took_ms: number;
  scope: 'full' | 'incremental';
  faults: unknown;
}

/** The checkpoint: transfers of transactions below `written_before` are verified. The table has at most one row. */
interface LedgerCheckpointTable {
  only_one: Generated<boolean>;
  written_before: number;
  /** The cluster to which the transaction ids belong. */
  cluster: string;
  verified_at: Date;
}

/** The verified sum of an account's transfers. */
interface LedgerCheckpointBalanceTable {
  account_id: string;
  balance_coins: number;
}
