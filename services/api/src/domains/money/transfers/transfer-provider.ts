import type { PaymentOption } from '@sangwian/contract/endpoints/orders';
import { buildPromptPayPayload } from '@sangwian/money/promptpay';
import type { TransferSettings } from '../../../config/transfer-settings.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import {
  type AttemptToBegin,
  EMPTY_SNAPSHOT,
  type PaymentProvider,
  type ProviderSnapshot,
} from '../orders/orders.module.ts';

/** From 1 to 200 000 baht, which is more than any order costs. */
const SATANG_MIN = 100;
const SATANG_MAX = 20_000_000;

/** A transfer stays pending until an operator or a verifier confirms its slip. */
const WAITING: ProviderSnapshot = { ...EMPTY_SNAPSHOT, state: 'pending' };

/** Returns the accounts or the QR code for a transfer. */
function beginTransfer(settings: TransferSettings, attempt: AttemptToBegin): ProviderSnapshot {
  const { method, satang, orderNumber, orderExpiresAt: expiresAt } = attempt;
  if (method === 'bank_transfer' && settings.accounts.length > 0) {
    return { ...WAITING, accounts: settings.accounts, expiresAt };
  }
  if (method === 'promptpay_slip' && settings.promptPay !== null) {
    const reference = orderNumber.replace(/[^0-9A-Za-z]/g, '').toUpperCase();
    const qrPayload = buildPromptPayPayload({ target: settings.promptPay, satang, reference });
    return { ...WAITING, qrPayload, expiresAt };
  }
  throw new RangeError(`${method} is not paid by transfer`);
}

/**
 * Creates the provider for transfers from the member's banking app to our account or PromptPay id. Slips
 * prove the transfers. This provider cannot refund, so operators refund by hand.
 */
export function createTransferProvider(settings: TransferSettings, clock: Clock): PaymentProvider {
  const available = [
    ...(settings.promptPay === null ? [] : ['promptpay_slip' as const]),
    ...(settings.accounts.length === 0 ? [] : ['bank_transfer' as const]),
  ];
  const options: readonly PaymentOption[] = available.map((method) => ({
    method,
    satang_min: SATANG_MIN,
    satang_max: SATANG_MAX,
    tokeniser: null,
  }));
  return {
    name: 'transfer',
    options: () => options,
    begin: async (attempt) => beginTransfer(settings, attempt),
    poll: async ({ expiresAt }) =>
      clock() < expiresAt ? WAITING : { ...WAITING, state: 'expired' },
  };
}
