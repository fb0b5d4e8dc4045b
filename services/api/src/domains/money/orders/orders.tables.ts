import type {
  OrderReason,
  OrderStatus,
  PaymentAttempt,
  PaymentMethod,
} from '@sangwian/contract/endpoints/orders';
import type { ColumnType, Generated } from 'kysely';
import type { ProviderName, ProviderSnapshot, TransferAccount } from './payment-provider.ts';

/** The tables of coin orders and their payments. Only the stores of this module write them. */
export interface OrderTables {
  coin_order: CoinOrderTable;
  payment_attempt: PaymentAttemptTable;
  order_event: OrderEventTable;
  order_refund: OrderRefundTable;
}

interface CoinOrderTable {
  coin_order_id: Generated<string>;
  number: string;
  member_id: string;
  status: OrderStatus;
  reason: OrderReason | null;
  coin_package_id: number | null;
  base_coins: number;
  bonus_coins: number;
  amount_satang: number;
  ledger_account: Generated<'sold' | `partner:${string}`>;
  method: PaymentMethod | null;
  paid_attempt_id: string | null;
  created_at: Date;
  expires_at: Date;
  paid_at: Date | null;
}

interface PaymentAttemptTable {
  payment_attempt_id: Generated<string>;
  coin_order_id: string;
  provider: ProviderName;
  method: PaymentMethod;
  status: Generated<PaymentAttempt['status']>;
  reason: OrderReason | null;
  amount_satang: number;
  provider_ref: string | null;
  return_url: string;
  authorize_url: string | null;
  qr_payload: string | null;
  /** Written as JSON text, because the driver would write a JavaScript array as a PostgreSQL array. */
  accounts: ColumnType<readonly TransferAccount[], string | undefined, string>;
  begin_until: Date | null;
  paid_satang: number | null;
  paid_currency: string | null;
  refunded_satang: Generated<number>;
  disputed: ProviderSnapshot['disputed'];
  created_at: Date;
  expires_at: Date;
  looked_at: Date | null;
  /** The attempt that the member began, if this row is a second payment of that attempt. */
  second_of: string | null;
}

interface OrderEventTable {
  order_event_id: Generated<string>;
  coin_order_id: string;
  payment_attempt_id: string | null;
  created_by: string;
  what: string;
  status_after: OrderStatus;
  reason: OrderReason | null;
  details: ColumnType<unknown, string | null, never>;
  created_at: Date;
}

interface OrderRefundTable {
  order_refund_id: Generated<string>;
  coin_order_id: string;
  payment_attempt_id: string;
  kind: 'duplicate' | 'operator';
  status: 'created' | 'pending' | 'by_hand' | 'done';
  amount_satang: number;
  provider_ref: string | null;
  created_by: string;
  reason: string;
  created_at: Date;
  ask_at: Date;
  done_at: Date | null;
}
