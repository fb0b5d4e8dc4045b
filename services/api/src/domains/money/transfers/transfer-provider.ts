import type { PaymentOption } from '@sangwian/contract/endpoints/orders';
import { buildPromptPayPayload } from '@sangwian/money/promptpay';
import type { Clock } from '../../../platform/time/clock.ts';
import {
  type AttemptToBegin,
  NO_VIEW,
  type PaymentProvider,
  type ProviderView,
} from '../orders/orders.module.ts';
import type { TransferSettings } from './transfer-settings.ts';

/** A baht, and two hundred thousand of them: more than any order costs. */
const SATANG_MIN = 100;
const SATANG_MAX = 20_000_000;

/** Nobody says by itself that a transfer came: a slip does, and then an operator. */
const WAITING: ProviderView = { ...NO_VIEW, state: 'pending' };

/** What the member is shown to transfer with. */
function show(settings: TransferSettings, attempt: AttemptToBegin): ProviderView {
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
 * Transfers that the member makes in the bank's own app and shows a slip of: to an account of ours, or to our PromptPay
 * id. It gives nothing back by itself, so a refund is done by hand.
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
    begin: async (attempt) => show(settings, attempt),
    look: async ({ expiresAt }) =>
      clock() < expiresAt ? WAITING : { ...WAITING, state: 'expired' },
  };
}
