import { PaymentMethod } from '@sangwian/contract/endpoints/orders';
import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Handlers } from '../../../platform/http/handler.ts';
import { createLimit } from '../../../platform/http/rate-limits.ts';
import type { SharedCounters } from '../../../platform/limits/shared-counters.ts';
import { cancelOrder } from './cancel-order.ts';
import { makeOrder } from './make-order.ts';
import type { OrderRow } from './orders.store.ts';
import { type PayDeps, paymentOptionsOf, payOrder } from './pay-order.ts';
import { attemptRefOf, pollProvider } from './poll-provider.ts';
import { listOrders, presentOrder } from './present-order.ts';

/** Minimum interval between polls of a pending order that are triggered by the member's page. */
const POLL_MS = 5_000;
const POLL_WAIT_MS = 4_000;
/** Rate limit for requests that may reach a provider. A fan with a bad connection may need some retries. */
const PER_MEMBER = {
  orders: { points: 100, seconds: 600 },
  payments: { points: 100, seconds: 600 },
} as const;

/** Finds an order of the bearer. @throws {ApiError} `order_not_found` */
async function findOwn(deps: PayDeps, memberId: MemberId, orderId: string): Promise<OrderRow> {
  const order = await deps.orders.find(orderId);
  if (order?.member_id !== memberId) throw new ApiError('order_not_found');
  return order;
}

/** Polls the provider of a pending order, unless it was polled very recently. */
async function pollOpenOrder(deps: PayDeps, order: OrderRow): Promise<void> {
  if (order.status !== 'pending') return;
  const latest = (await deps.attempts.findLatest([order.coin_order_id])).get(order.coin_order_id);
  const now = deps.clock();
  const before = new Date(now.getTime() - POLL_MS);
  if (
    latest === undefined ||
    !(await deps.attempts.claimPoll(latest.payment_attempt_id, before, now))
  ) {
    return;
  }
  // The member gets the order even if the provider does not respond. The reconciliation job polls again.
  await pollProvider(
    deps,
    attemptRefOf({ ...latest, number: order.number }),
    'poll',
    POLL_WAIT_MS,
  ).catch((err: unknown) => deps.logger.warn({ err }, 'payment provider did not answer'));
}

/**
 * Creates the handlers of the members' requests.
 *
 * @param counters `null` if each node counts the requests alone
 */
export function createOrderHandlers(deps: PayDeps, counters: SharedCounters | null): Handlers {
  const limitOf = (name: keyof typeof PER_MEMBER) =>
    createLimit(PER_MEMBER[name].points, PER_MEMBER[name].seconds, { name, counters });
  const [perOrder, perPayment] = [limitOf('orders'), limitOf('payments')];
  const answer = async (memberId: MemberId, orderId: string) => ({
    data: await presentOrder(deps, await findOwn(deps, memberId, orderId)),
  });
  return {
    'GET /payment/option': async () => {
      const options = paymentOptionsOf(deps).map(({ option }) => option);
      const order = PaymentMethod.options;
      return {
        data: options.sort((a, b) => order.indexOf(a.method) - order.indexOf(b.method)),
      };
    },
    'POST /order': async ({ body, bearer, idempotencyKey }) => {
      await perOrder.take(bearer.memberId);
      const orderId = await makeOrder(deps, bearer.memberId, idempotencyKey, body);
      return answer(bearer.memberId, orderId);
    },
    'GET /order': ({ query, bearer }) => listOrders(deps, bearer.memberId, query),
    'GET /order/{order_id}': async ({ params, bearer }) => {
      await pollOpenOrder(deps, await findOwn(deps, bearer.memberId, params.order_id));
      return answer(bearer.memberId, params.order_id);
    },
    'POST /order/{order_id}/pay': async ({ params, body, bearer, idempotencyKey }) => {
      await perPayment.take(bearer.memberId);
      const call = { orderId: params.order_id, request: body };
      await payOrder(deps, bearer.memberId, idempotencyKey, call);
      return answer(bearer.memberId, params.order_id);
    },
    'POST /order/{order_id}/cancel': async ({ params, bearer }) => {
      await perPayment.take(bearer.memberId);
      await cancelOrder(deps, bearer.memberId, params.order_id);
      return answer(bearer.memberId, params.order_id);
    },
  };
}
