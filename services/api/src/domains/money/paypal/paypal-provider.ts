import { toBahtText } from '@sangwian/money/satang';
import type { Logger } from '@sangwian/node-kit/logger';
import { ProviderRefusalError } from '../../../platform/http-client/call-provider.ts';
import {
  type AttemptRef,
  CURRENCY,
  NO_VIEW,
  namedAtProvider,
  type PaymentProvider,
  type ProviderView,
} from '../orders/orders.module.ts';
import {
  captureOf,
  disputedOf,
  isOrderOf,
  issueOf,
  orderFor,
  refundViewOf,
  unitOf,
  viewOf,
} from './order-rules.ts';
import type { PayPalClient, PayPalOrder } from './paypal-client.ts';

/** What one payment may be; PayPal itself allows about ten thousand US dollars. */
const SATANG_MIN = 2_000;
const SATANG_MAX = 20_000_000;

const isWaiting = ({ status }: AttemptRef): boolean => status === 'created' || status === 'pending';

interface ProviderDeps {
  readonly client: PayPalClient;
  readonly logger: Logger;
}

/** Takes payments that their payers approved, and reads what became of them. */
function createLook({ client, logger }: ProviderDeps) {
  /** The order of an attempt. Nobody can have approved one whose address nobody ever heard. */
  const findOrder = async (
    attempt: AttemptRef,
    signal: AbortSignal,
  ): Promise<PayPalOrder | null> => {
    const { providerRef } = attempt;
    const order = providerRef === null ? null : await client.findOrder(providerRef, signal);
    return order !== null && isOrderOf(order, namedAtProvider(attempt)) ? order : null;
  };

  /** Takes it, once: PayPal gives the first answer again to whoever asks for the same. */
  async function take(
    order: PayPalOrder,
    attempt: AttemptRef,
    signal: AbortSignal,
  ): Promise<ProviderView> {
    const { attemptId } = attempt;
    try {
      return viewOf(await client.captureOrder(`capture-${attemptId}`, order.id, signal));
    } catch (error) {
      if (!(error instanceof ProviderRefusalError)) throw error;
      const issue = issueOf(error.body);
      logger.warn({ attemptId, issue }, 'PayPal does not take an approved payment');
      // Somebody took it a moment ago, or it is not approved any more.
      const now = await client.findOrder(order.id, signal);
      if (now === null) return { ...NO_VIEW, state: 'expired', providerRef: order.id };
      if (now.status !== 'APPROVED') return viewOf(now);
      return { ...NO_VIEW, state: 'failed', providerRef: order.id, reason: 'declined' };
    }
  }

  const look = async (attempt: AttemptRef, signal: AbortSignal): Promise<ProviderView | null> => {
    const order = await findOrder(attempt, signal);
    if (order === null) return null;
    // What ended here is not taken any more, so its payer keeps the money; nor is a second payment of the same.
    const isFirst = namedAtProvider(attempt) === attempt.attemptId;
    if (order.status === 'APPROVED' && isWaiting(attempt) && isFirst)
      return take(order, attempt, signal);
    const view = viewOf(order);
    const capture = captureOf(order);
    if (view.state !== 'succeeded' || capture === undefined || isWaiting(attempt)) return view;
    return { ...view, disputed: disputedOf(await client.findDisputes(capture.id, signal)) };
  };
  return { findOrder, look };
}

/** PayPal as a way to be paid (Orders v2). */
export function createPayPalProvider(deps: ProviderDeps): PaymentProvider {
  const { client, logger } = deps;
  const { findOrder, look } = createLook(deps);
  return {
    name: 'paypal',
    options: () => [
      { method: 'paypal', satang_min: SATANG_MIN, satang_max: SATANG_MAX, tokeniser: null },
    ],
    begin: async (attempt, signal) => {
      try {
        return viewOf(await client.createOrder(attempt.attemptId, orderFor(attempt), signal));
      } catch (error) {
        if (!(error instanceof ProviderRefusalError)) throw error;
        const issue = issueOf(error.body);
        logger.error({ status: error.status, issue }, 'PayPal makes no order');
        return { ...NO_VIEW, state: 'failed', reason: 'declined' };
      }
    },
    look,
    refund: async (attempt, { refundId, satang }, signal) => {
      const order = await findOrder(attempt, signal);
      const capture = order === null ? undefined : captureOf(order);
      if (order === null || capture === undefined) return { state: 'failed', providerRef: null };
      // PayPal forgets its request ids after some hours, but not what it gave back.
      const done = unitOf(order)?.payments.refunds.find((one) => one.custom_id === refundId);
      if (done !== undefined) return refundViewOf(done);
      try {
        const amount = { currency_code: CURRENCY, value: toBahtText(satang) };
        const wanted = { amount, custom_id: refundId };
        return refundViewOf(await client.refundCapture(refundId, capture.id, wanted, signal));
      } catch (error) {
        if (!(error instanceof ProviderRefusalError)) throw error;
        const issue = issueOf(error.body);
        logger.warn({ attemptId: attempt.attemptId, issue }, 'PayPal gives nothing back');
        return { state: 'failed', providerRef: null };
      }
    },
  };
}
