import type {
  OrderReason,
  PaymentMethod,
  PaymentOption,
} from '@sangwian/contract/endpoints/orders';
import type { MemberId } from '@sangwian/contract/ids';
import { isSitePath } from '@sangwian/contract/rules/site-path';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import { applySnapshot } from './apply-snapshot.ts';
import type { AttemptRow } from './attempts.store.ts';
import { type MakeOrderDeps, priceChangedError, requireActive } from './make-order.ts';
import { orderFactsOf, payErrorOf } from './order-rules.ts';
import type { OrderRow } from './orders.store.ts';
import type { OrdersDeps } from './orders-deps.ts';
import type { PaymentProvider, ProviderSnapshot } from './payment-provider.ts';
import { attemptRefOf, closeWaitingAttempts, UNPAID_SNAPSHOT } from './poll-provider.ts';
import {
  addOrderEvent,
  type OrderTransition,
  publishTransition,
  transitionOrder,
} from './transition-order.ts';

/**
 * Timeout of the request that begins an attempt. Longer than providers usually take, shorter than the timeout
 * of our callers.
 */
const BEGIN_MS_MAX = 20_000;
/** Timeout of each request that closes an earlier attempt. */
const CLOSE_MS_MAX = 5_000;
/**
 * Longer than it takes to close earlier attempts and begin an attempt. If a node is killed, the member can
 * retry after this time.
 */
const LEASE_MS = BEGIN_MS_MAX + 2 * CLOSE_MS_MAX + 5_000;

/** Reasons that mean the provider declined the payment. */
const DECLINED: ReadonlySet<OrderReason> = new Set([
  'declined',
  'insufficient_funds',
  'not_authorised',
]);

export interface PayDeps extends MakeOrderDeps {
  readonly publicUrl: string;
}

export interface PayRequest {
  readonly method: PaymentMethod;
  readonly card_token?: string | undefined;
  readonly return_path: string;
  readonly expected_satang: number;
}

/** Returns the available payment methods with their providers. */
export const paymentOptionsOf = ({ providers }: Pick<OrdersDeps, 'providers'>) =>
  [...providers.values()].flatMap((provider) =>
    provider.options().map((option) => ({ provider, option })),
  );

/** @throws {ApiError} `payment_method_unavailable` */
function selectProvider(deps: OrdersDeps, request: PayRequest, satang: number): PaymentProvider {
  const fits = ({ method, satang_min: min, satang_max: max }: PaymentOption) =>
    method === request.method && satang >= min && satang <= max;
  const found = paymentOptionsOf(deps).find(({ option }) => fits(option));
  if (found === undefined) throw new ApiError('payment_method_unavailable');
  if (found.option.tokeniser !== null && request.card_token === undefined) {
    throw new ApiError('request_invalid', {
      details: [{ path: 'body.card_token', message: 'is needed for a card' }],
    });
  }
  return found.provider;
}

/** Builds the URL to which the provider's page redirects the member. @throws {ApiError} `target_invalid` */
function makeReturnUrl(publicUrl: string, path: string, orderId: string): string {
  if (!isSitePath(path)) throw new ApiError('target_invalid');
  const url = new URL(path, publicUrl);
  url.searchParams.set('order', orderId);
  return url.href;
}

/** Locks a member's order. @throws {ApiError} `order_not_found`, also for the order of another member */
export async function lockOwnOrder(
  { orders }: OrdersDeps,
  trx: Transaction<Database>,
  memberId: MemberId,
  orderId: string,
): Promise<OrderRow> {
  const order = await orders.lock(trx, orderId);
  if (order?.member_id !== memberId) throw new ApiError('order_not_found');
  return order;
}

/** Adds an attempt and sets its order to pending. */
async function addAttempt(
  deps: PayDeps,
  trx: Transaction<Database>,
  order: OrderRow,
  request: PayRequest,
): Promise<{ readonly attemptId: string; readonly transition: OrderTransition }> {
  const { attempts, orders, clock, publicUrl } = deps;
  const now = clock();
  const refusal = payErrorOf(orderFactsOf(order), now);
  if (refusal !== null) throw new ApiError(refusal);
  if (request.expected_satang !== order.amount_satang) throw priceChangedError(order.amount_satang);
  const provider = selectProvider(deps, request, order.amount_satang);
  const returnUrl = makeReturnUrl(publicUrl, request.return_path, order.coin_order_id);
  const [latest] = await attempts.findOfOrder(order.coin_order_id, trx);
  // Another request to a provider is in progress, so the order may already be paid.
  if (latest?.status === 'created' && latest.begin_until !== null && latest.begin_until > now) {
    throw new ApiError('idempotency_in_progress');
  }
  const attemptId = await attempts.insert(trx, {
    coin_order_id: order.coin_order_id,
    provider: provider.name,
    method: request.method,
    reason: null,
    amount_satang: order.amount_satang,
    provider_ref: null,
    return_url: returnUrl,
    authorize_url: null,
    qr_payload: null,
    begin_until: null,
    paid_satang: null,
    paid_currency: null,
    disputed: null,
    created_at: now,
    expires_at: order.expires_at,
    looked_at: null,
  });
  await orders.set(trx, order.coin_order_id, { method: request.method });
  const paying = { ...order, method: request.method };
  const transition = await transitionOrder(deps, trx, paying, { status: 'pending', reason: null });
  await addOrderEvent(deps, trx, transition.after, {
    actor: 'member',
    what: 'attempt_created',
    attemptId,
    details: { method: request.method },
  });
  return { attemptId, transition };
}

interface ClaimedAttempt {
  readonly order: OrderRow;
  readonly attempt: AttemptRow;
  /** Whether an earlier request to the provider may have been sent whose response was not saved. */
  readonly isRetry: boolean;
}

/**
 * Takes the lease for beginning an attempt. Returns `null` if the attempt has already begun or the order no
 * longer needs it.
 *
 * @throws {ApiError} `idempotency_in_progress` while another call holds the lease
 */
async function claimAttempt(
  { db, orders, attempts, clock }: OrdersDeps,
  attemptId: string,
): Promise<ClaimedAttempt | null> {
  return db.transaction().execute(async (trx) => {
    const found = await attempts.find({ attemptId }, trx);
    const order = found && (await orders.lock(trx, found.coin_order_id));
    if (order === undefined) return null;
    const rows = await attempts.findOfOrder(order.coin_order_id, trx);
    const attempt = rows.find((row) => row.payment_attempt_id === attemptId);
    const latest = rows.find((row) => row.second_of === null);
    const isWanted = order.status === 'pending' && latest === attempt;
    if (attempt?.status !== 'created' || !isWanted) return null;
    const now = clock();
    if (attempt.begin_until !== null && attempt.begin_until > now) {
      throw new ApiError('idempotency_in_progress');
    }
    await attempts.set(trx, attemptId, { begin_until: new Date(now.getTime() + LEASE_MS) });
    return { order, attempt, isRetry: attempt.begin_until !== null };
  });
}

/** Begins an attempt at its provider. A retry polls first, because the earlier request may have begun the attempt. */
async function callProvider(
  { providers }: OrdersDeps,
  { order, attempt, isRetry }: ClaimedAttempt,
  cardToken: string | null,
): Promise<ProviderSnapshot> {
  const provider = providers.get(attempt.provider);
  if (provider === undefined) throw new ApiError('payment_method_unavailable');
  const signal = AbortSignal.timeout(BEGIN_MS_MAX);
  const known = isRetry
    ? await provider.poll(attemptRefOf({ ...attempt, number: order.number }), signal)
    : null;
  if (known !== null) return known;
  return provider.begin(
    {
      attemptId: attempt.payment_attempt_id,
      orderId: order.coin_order_id,
      orderNumber: order.number,
      method: attempt.method,
      satang: attempt.amount_satang,
      cardToken,
      returnUrl: attempt.return_url,
      createdAt: attempt.created_at,
      orderExpiresAt: order.expires_at,
    },
    signal,
  );
}

/** Closes the attempts of an order that was cancelled during the request to the provider. */
async function cancelIfOrderCancelled(deps: OrdersDeps, orderId: string): Promise<void> {
  const order = await deps.orders.find(orderId);
  if (order?.status === 'cancelled') {
    await closeWaitingAttempts(deps, order, { withinMs: CLOSE_MS_MAX });
  }
}

/** Begins an attempt at its provider, unless it has already begun, and applies the response. */
async function beginAttempt(
  deps: OrdersDeps,
  attemptId: string,
  cardToken: string | null,
): Promise<void> {
  const claimed = await claimAttempt(deps, attemptId);
  if (claimed === null) return;
  // An earlier attempt may have been paid, so earlier attempts are polled and closed first.
  await closeWaitingAttempts(deps, claimed.order, { except: attemptId, withinMs: CLOSE_MS_MAX });
  const now = await deps.orders.find(claimed.order.coin_order_id);
  if (now?.status !== 'pending') {
    if (!claimed.isRetry) await applySnapshot(deps, attemptId, UNPAID_SNAPSHOT, 'answer');
    return;
  }
  try {
    const snapshot = await callProvider(deps, claimed, cardToken);
    await applySnapshot(deps, attemptId, snapshot, 'answer');
    await cancelIfOrderCancelled(deps, claimed.order.coin_order_id);
  } catch (cause) {
    deps.logger.warn({ err: cause, attemptId }, 'payment attempt has no answer yet');
    // The next request polls the provider before it begins the attempt.
    await deps.attempts.releaseLease(attemptId);
    if (cause instanceof ApiError) throw cause;
    const isQr = claimed.attempt.method === 'promptpay';
    throw new ApiError(isQr ? 'qr_failed' : 'purchase_failed', { cause });
  }
}

/**
 * Begins to pay an order. The row of the attempt is committed before the request to the provider, so that
 * reconciliation finds the attempt after a crash. The same key continues the same attempt and never creates a
 * second charge. If the provider declines the payment, the order becomes `failed` with the reason, and this
 * throws.
 *
 * @throws {ApiError} `payments_off`, `order_not_found`, `order_closed`, `order_awaiting_confirmation`,
 *   `order_paid`, `payment_method_unavailable`, `price_changed`, `target_invalid`; `purchase_unsuccessful` if the
 *   provider declines; `purchase_failed`, `qr_failed` if the provider does not respond; the errors of the
 *   idempotency key
 */
export async function payOrder(
  deps: PayDeps,
  memberId: MemberId,
  idempotencyKey: string,
  { orderId, request }: { readonly orderId: string; readonly request: PayRequest },
): Promise<void> {
  /** The transitions made by this call; empty if the key was used before. */
  const transitions: OrderTransition[] = [];
  const off = await deps.switches.refusal('payments');
  const { attempt_id: attemptId } = await deps.idempotency.once(
    {
      memberId,
      operation: 'POST /order/{order_id}/pay',
      idempotencyKey,
      request: { orderId, wish: request },
    },
    async (trx) => {
      // Checked here, so that a retry can continue the payment that it began.
      if (off !== null) throw off;
      await requireActive(deps, trx, memberId);
      await deps.spending.requireNotExcluded(memberId, trx);
      const order = await lockOwnOrder(deps, trx, memberId, orderId);
      const added = await addAttempt(deps, trx, order, request);
      transitions.push(added.transition);
      return { attempt_id: added.attemptId };
    },
  );
  for (const transition of transitions) {
    deps.metrics.countAttempt(request.method, 'created');
    publishTransition(deps, transition);
  }
  await beginAttempt(deps, attemptId, request.card_token ?? null);
  const attempt = await deps.attempts.find({ attemptId });
  // The member can still pay the order with another method.
  if (attempt?.status === 'failed' && attempt.reason !== null && DECLINED.has(attempt.reason)) {
    throw new ApiError('purchase_unsuccessful');
  }
}
