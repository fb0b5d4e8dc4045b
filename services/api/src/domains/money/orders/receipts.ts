import type { MemberId } from '@sangwian/contract/ids';
import { toBahtText } from '@sangwian/money/satang';
import type { Transaction } from 'kysely';
import type { Mail } from '../../../platform/mail/mail.module.ts';
import type { Database } from '../../../schema/database.ts';
import type { Buyers } from './buyers.ts';
import type { OrderRow } from './orders.store.ts';
import { type ReceiptKind, writeReceipt } from './receipt-text.ts';

/** Sends receipts of orders to members with an e-mail address. */
export interface Receipts {
  /**
   * Queues a receipt in the transaction that changes the order. An order gets one receipt of each kind, even
   * if a step is repeated. Members of partners get no receipts, because the partner sends them.
   */
  queue(
    trx: Transaction<Database>,
    order: OrderRow,
    receipt: { readonly kind: ReceiptKind; readonly satang: number; readonly at: Date },
  ): Promise<void>;
}

/** Sends no receipts, for example for the orders of the sample season. */
export const NO_RECEIPTS: Receipts = { queue: async () => {} };

export interface ReceiptsDeps {
  readonly mail: Mail;
  readonly members: Pick<Buyers, 'find'>;
  readonly publicUrl: string;
}

export const createReceipts = ({ mail, members, publicUrl }: ReceiptsDeps): Receipts => ({
  queue: async (trx, order, { kind, satang, at }) => {
    if (!mail.isOn) return;
    const memberId = order.member_id as MemberId;
    const member = await members.find({ memberId }, trx);
    if (member === undefined || member.email === null || member.map_system_id !== null) return;
    await mail.queue(trx, {
      key: `receipt:${kind}:${order.coin_order_id}`,
      to: member.email,
      content: writeReceipt(member.language, {
        kind,
        number: order.number,
        baht: toBahtText(satang),
        baseCoins: order.base_coins,
        bonusCoins: order.bonus_coins,
        at,
        url: `${publicUrl}/profile/coin-history`,
      }),
    });
  },
});
