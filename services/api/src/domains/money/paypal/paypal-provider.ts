import { toBahtText } from '@sangwian/money/satang';
import type { Logger } from '@sangwian/node-kit/logger';
import { ProviderRefusalError } from '../../../platform/http-client/call-provider.ts';
import {
  type AttemptRef,
  CURRENCY,
  EMPTY_SNAPSHOT,
  type PaymentProvider,
  type ProviderSnapshot,
  providerAttemptIdOf,
} from '../orders/orders.module.ts';
import type { PayPalClient, PayPalOrder } from './paypal-client.ts';
import {
  captureOf,
  disputedOf,
  isOrderOf,
  issueOf,
  orderFor,
  refundResultOf,
  snapshotOf,
  unitOf,
} from './paypal-snapshots.ts';

/** The limits of one payment. PayPal itself allows about ten thousand US dollars. */
const SATANG_MIN = 2_000;
const SATANG_MAX = 20_000_000;

const isWaiting = ({ status }: AttemptRef): boolean => status === 'created' || status === 'pending';

interface ProviderDeps {
  readonly client: PayPalClient;
  readonly logger: Logger;
}

/** Creates the function that polls an order and captures an approved payment. */
function createPolling({ client, logger }: ProviderDeps) {
  /** Finds the PayPal order of an attempt. An order whose reference was lost cannot have been approved. */
  const findOrder = async (
    attempt: AttemptRef,
    signal: AbortSignal,
  ): Promise<PayPalOrder | null> => {
    const { providerRef } = attempt;
    const order = providerRef === null ? null : await client.findOrder(providerRef, signal);
    return order !== null && isOrderOf(order, providerAttemptIdOf(attempt)) ? order : null;
  };

  /** Captures an approved payment. Idempotent by the request id. */
  async function capture(
    order: PayPalOrder,
    attempt: AttemptRef,
    signal: AbortSignal,
  ): Promise<ProviderSnapshot> {
    const { attemptId } = attempt;
    try {
      return snapshotOf(await client.captureOrder(`capture-${attemptId}`, order.id, signal));
    } catch (error) {
      if (!(error instanceof ProviderRefusalError)) throw error;
      const issue = issueOf(error.body);
      logger.warn({ attemptId, issue }, 'PayPal refused the capture');
      // The payment may already be captured, or the approval may have ended.
      const now = await client.findOrder(order.id, signal);
      if (now === null) return { ...EMPTY_SNAPSHOT, state: 'expired', providerRef: order.id };
      if (now.status !== 'APPROVED') return snapshotOf(now);
      return { ...EMPTY_SNAPSHOT, state: 'failed', providerRef: order.id, reason: 'declined' };
    }
  }

  const poll = async (
    attempt: AttemptRef,
    signal: AbortSignal,
  ): Promise<ProviderSnapshot | null> => {
    const order = await findOrder(attempt, signal);
    if (order === null) return null;
    // An approval for a closed attempt or a second payment is not captured, so the payer keeps the money.
    const isFirst = providerAttemptIdOf(attempt) === attempt.attemptId;
    if (order.status === 'APPROVED' && isWaiting(attempt) && isFirst)
      return capture(order, attempt, signal);
    const snapshot = snapshotOf(order);
    const captured = captureOf(order);
    if (snapshot.state !== 'succeeded' || captured === undefined || isWaiting(attempt)) {
      return snapshot;
    }
    return { ...snapshot, disputed: disputedOf(await client.findDisputes(captured.id, signal)) };
  };
  return { findOrder, poll };
}

/** Creates the provider for PayPal (Orders v2). */
export function createPayPalProvider(deps: ProviderDeps): PaymentProvider {
  const { client, logger } = deps;
  const { findOrder, poll } = createPolling(deps);
  return {
    name: 'paypal',
    options: () => [
      { method: 'paypal', satang_min: SATANG_MIN, satang_max: SATANG_MAX, tokeniser: null },
    ],
    begin: async (attempt, signal) => {
      try {
        return snapshotOf(await client.createOrder(attempt.attemptId, orderFor(attempt), signal));
      } catch (error) {
        if (!(error instanceof ProviderRefusalError)) throw error;
        const issue = issueOf(error.body);
        logger.error({ status: error.status, issue }, 'PayPal refused the order');
        return { ...EMPTY_SNAPSHOT, state: 'failed', reason: 'declined' };
      }
    },
    poll,
    refund: async (attempt, { refundId, satang }, signal) => {
      const order = await findOrder(attempt, signal);
      const capture = order === null ? undefined : captureOf(order);
      if (order === null || capture === undefined) return { state: 'failed', providerRef: null };
      // PayPal forgets request ids after some hours, so this first searches for an earlier refund.
      const done = unitOf(order)?.payments.refunds.find((one) => one.custom_id === refundId);
      if (done !== undefined) return refundResultOf(done);
      try {
        const amount = { currency_code: CURRENCY, value: toBahtText(satang) };
        const wanted = { amount, custom_id: refundId };
        return refundResultOf(await client.refundCapture(refundId, capture.id, wanted, signal));
      } catch (error) {
        if (!(error instanceof ProviderRefusalError)) throw error;
        const issue = issueOf(error.body);
        logger.warn({ attemptId: attempt.attemptId, issue }, 'PayPal refused the refund');
        return { state: 'failed', providerRef: null };
      }
    },
  };
}
