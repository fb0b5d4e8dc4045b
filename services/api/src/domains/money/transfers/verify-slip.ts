import type { Logger } from '@sangwian/node-kit/logger';
import type { Orders, TransferAccount } from '../orders/orders.module.ts';
import type { TakenSlip } from './send-slip.ts';
import type { SlipVerifier } from './slip-verifier.ts';

const VERIFY_MS_MAX = 20_000;

export interface VerifySlipDeps {
  readonly orders: Pick<Orders, 'confirm'>;
  /** Ours, that a transfer has to come to. */
  readonly accounts: readonly TransferAccount[];
  readonly logger: Logger;
}

/** Asks the verifier about a slip; whatever it does not confirm stays for an operator. */
export async function verifySlip(
  { orders, accounts, logger }: VerifySlipDeps,
  verifier: SlipVerifier,
  { order, slip }: TakenSlip,
): Promise<void> {
  if (slip.qr === null || order.status !== 'awaiting_confirmation') return;
  const { bankCode, reference } = slip.qr;
  try {
    const isReceived = await verifier.isReceived(
      { bankCode, reference, satang: order.satang, accounts },
      AbortSignal.timeout(VERIFY_MS_MAX),
    );
    if (!isReceived) return;
    const why = `transfer ${reference} of bank ${bankCode} was received`;
    await orders.confirm({ order: order.order_id, slip: slip.fileHash, by: verifier.name, why });
  } catch (err) {
    logger.warn({ err, order: order.order_id }, 'a slip could not be verified');
  }
}
