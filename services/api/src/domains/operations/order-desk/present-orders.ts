import type {
  OrderAttention,
  OrderLine,
  OrderProvider,
  SlipCase,
} from '@sangwian/contract/endpoints/operator/orders';
import type { PaymentMethod } from '@sangwian/contract/endpoints/orders';
import { findThaiBank } from '@sangwian/money/thai-banks';
import type { SlipRow } from '../../money/slips/slips.module.ts';
import { type OrderLineRow, PROVIDER_METHODS } from './order-search.store.ts';

const PROVIDERS = Object.entries(PROVIDER_METHODS) as [OrderProvider, readonly PaymentMethod[]][];

function providerOf({ method, is_partner: isPartner }: OrderLineRow): OrderProvider | null {
  if (isPartner) return 'partner';
  if (method === null) return null;
  return PROVIDERS.find(([, methods]) => methods.includes(method))?.[0] ?? null;
}

function attentionOf(row: OrderLineRow): OrderAttention[] {
  const isWaiting = row.status === 'awaiting_confirmation';
  const isWrong = isWaiting && row.reason === 'wrong_amount';
  return [
    ...(row.has_slip ? (['slip'] as const) : []),
    ...(isWrong ? (['wrong_amount'] as const) : []),
    ...(isWaiting && !row.has_slip && !isWrong ? (['unconfirmed'] as const) : []),
    ...(row.has_refund_by_hand ? (['refund_by_hand'] as const) : []),
    ...(row.has_second_payment ? (['second_payment'] as const) : []),
    ...(row.is_disputed ? (['disputed'] as const) : []),
  ];
}

/** Presents an order of a list. */
export const presentLine = (row: OrderLineRow): OrderLine => ({
  order_id: row.order_id,
  number: row.number,
  status: row.status,
  reason: row.reason,
  satang: row.satang,
  base_coins: row.base_coins,
  bonus_coins: row.bonus_coins,
  method: row.method,
  provider: providerOf(row),
  member: { member_id: row.member_id, name: row.member_name },
  attention: attentionOf(row),
  created_at: row.created_at.toISOString(),
  paid_at: row.paid_at?.toISOString() ?? null,
});

function bankOf(code: string | null): SlipCase['bank'] {
  if (code === null) return null;
  const bank = findThaiBank(code);
  return { code, name_th: bank?.th ?? code, name_en: bank?.en ?? code };
}

/** Presents a slip without its order. */
export const presentSlip = (row: SlipRow): Omit<SlipCase, 'order' | 'first_use' | 'buyer'> => ({
  slip_id: row.payment_slip_id,
  status: row.status,
  sent_at: row.sent_at.toISOString(),
  bank: bankOf(row.bank_code),
  reference: row.reference,
  decided_at: row.decided_at?.toISOString() ?? null,
  decided_by: row.decided_by,
  decided_reason: row.decided_reason,
});
