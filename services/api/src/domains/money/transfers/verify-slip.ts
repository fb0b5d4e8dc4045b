import type { Logger } from '@sangwian/node-kit/logger';
import type { Orders, TransferAccount } from '../orders/orders.module.ts';
import type { StoredSlip } from './send-slip.ts';
import type { SlipVerifier } from './slip-verifier.ts';

const VERIFY_MS_MAX = 20_000;

export interface VerifySlipDeps {
  readonly orders: Pick<Orders, 'confirm'>;
  /** Our accounts. */
  readonly accounts: readonly TransferAccount[];
  readonly logger: Logger;
}

/** Confirms an order if the verifier finds its transfer. Otherwise the slip waits for an operator. */
export async function verifySlip(
  { orders, accounts, logger }: VerifySlipDeps,
  verifier: SlipVerifier,
  { order, slip }: StoredSlip,
): Promise<void> {
  if (slip.qr === null || order.status !== 'awaiting_confirmation') return;
  const { bankCode, reference } = slip.qr;
  try {
    const isReceived = await verifier.isReceived(
      { bankCode, reference, satang: order.satang, accounts },
      AbortSignal.timeout(VERIFY_MS_MAX),
    );
    if (!isReceived) return;
    const reason = `transfer ${reference} of bank ${bankCode} was received`;
    const actor = verifier.name;
    await orders.confirm({ order: order.order_id, slip: slip.fileHash, actor, reason });
  } catch (err) {
    logger.warn({ err, order: order.order_id }, 'slip verification failed');
  }
}
