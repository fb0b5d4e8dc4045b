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
import { applyView } from './apply-view.ts';
import { NOBODY_PAID, refOf, settleAttempts } from './ask-provider.ts';
import type { AttemptRow } from './attempts.store.ts';
import { type MakeDeps, priceChanged, requireActive } from './make-order.ts';
import { log, type Moved, moveOrder, tell } from './move-order.ts';
import { judgePay } from './order-rules.ts';
import type { OrderRow } from './orders.store.ts';
import type { OrdersDeps } from './orders-deps.ts';
import type { PaymentProvider, ProviderView } from './payment-provider.ts';

/** Longer than a provider is waited for, and shorter than a caller waits for us. */
const BEGIN_MS_MAX = 20_000;
/** What was begun before is settled within a part of that. */
const SETTLE_MS_MAX = 5_000;
/** Longer than asking, ending and beginning take; where a node was killed meanwhile, its member waits so long to go on. */
const LEASE_MS = BEGIN_MS_MAX + 2 * SETTLE_MS_MAX + 5_000;

/** Reasons of a provider that takes no baht, as against those of an attempt that ended otherwise. */
const DECLINED: ReadonlySet<OrderReason> = new Set([
  'declined',
  'insufficient_funds',
  'not_authorised',
]);

export interface PayDeps extends MakeDeps {
  readonly publicUrl: string;
}

export interface PayWish {
  readonly method: PaymentMethod;
  readonly card_token?: string | undefined;
  readonly return_path: string;
  readonly expected_satang: number;
}

/** The methods that are available now, with who provides them. */
export const optionsOf = ({ providers }: Pick<OrdersDeps, 'providers'>) =>
  [...providers.values()].flatMap((provider) =>
    provider.options().map((option) => ({ provider, option })),
  );

/** @throws {ApiError} `payment_method_unavailable` */
function findProvider(deps: OrdersDeps, wish: PayWish, satang: number): PaymentProvider {
  const fits = ({ method, satang_min: min, satang_max: max }: PaymentOption) =>
    method === wish.method && satang >= min && satang <= max;
  const found = optionsOf(deps).find(({ option }) => fits(option));
  if (found === undefined) throw new ApiError('payment_method_unavailable');
  if (found.option.tokeniser !== null && wish.card_token === undefined) {
    throw new ApiError('request_invalid', {
      details: [{ path: 'body.card_token', message: 'is needed for a card' }],
    });
  }
  return found.provider;
}

/** Where the provider's page leads back to. @throws {ApiError} `target_invalid` */
function makeReturnUrl(publicUrl: string, path: string, orderId: string): string {
  if (!isSitePath(path)) throw new ApiError('target_invalid');
  const url = new URL(path, publicUrl);
  url.searchParams.set('order', orderId);
  return url.href;
}

/** A member's own order, locked. @throws {ApiError} `order_not_found` */
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

/** The row of an attempt, and the order that is being paid by it. */
async function addAttempt(
  deps: PayDeps,
  trx: Transaction<Database>,
  order: OrderRow,
  wish: PayWish,
): Promise<{ readonly attemptId: string; readonly moved: Moved }> {
  const { attempts, orders, clock, publicUrl } = deps;
  const now = clock();
  const refusal = judgePay(
    { status: order.status, reason: order.reason, expiresAt: order.expires_at },
    now,
  );
  if (refusal !== null) throw new ApiError(refusal);
  if (wish.expected_satang !== order.amount_satang) throw priceChanged(order.amount_satang);
  const provider = findProvider(deps, wish, order.amount_satang);
  const returnUrl = makeReturnUrl(publicUrl, wish.return_path, order.coin_order_id);
  const [latest] = await attempts.findOfOrder(order.coin_order_id, trx);
  // Another call is on its way to a provider: whether it has been paid by that one is not known yet.
  if (latest?.status === 'created' && latest.begin_until !== null && latest.begin_until > now) {
    throw new ApiError('idempotency_in_progress');
  }
  const attemptId = await attempts.insert(trx, {
    coin_order_id: order.coin_order_id,
    provider: provider.name,
    method: wish.method,
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
  await orders.set(trx, order.coin_order_id, { method: wish.method });
  const paying = { ...order, method: wish.method };
  const moved = await moveOrder(deps, trx, paying, { status: 'pending', reason: null });
  await log(deps, trx, moved.after, {
    who: 'member',
    what: 'attempt_created',
    attemptId,
    details: { method: wish.method },
  });
  return { attemptId, moved };
}

interface Claimed {
  readonly order: OrderRow;
  readonly attempt: AttemptRow;
  /** Somebody called the provider before, and no answer was kept. */
  readonly isAgain: boolean;
}

/**
 * Makes this call the only one that begins an attempt. `null`: it has begun, or its order needs it no more.
 *
 * @throws {ApiError} `idempotency_in_progress` while another call does
 */
async function claimBegin(
  { db, orders, attempts, clock }: OrdersDeps,
  attemptId: string,
): Promise<Claimed | null> {
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
    return { order, attempt, isAgain: attempt.begin_until !== null };
  });
}

/** What the provider says of an attempt that begins, or that has begun when nobody heard the answer. */
async function callProvider(
  { providers }: OrdersDeps,
  { order, attempt, isAgain }: Claimed,
  cardToken: string | null,
): Promise<ProviderView> {
  const provider = providers.get(attempt.provider);
  if (provider === undefined) throw new ApiError('payment_method_unavailable');
  const signal = AbortSignal.timeout(BEGIN_MS_MAX);
  const known = isAgain
    ? await provider.look(refOf({ ...attempt, number: order.number }), signal)
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

/** Where the order was cancelled while its provider was called, what was begun meanwhile ends again. */
async function endUnwanted(deps: OrdersDeps, orderId: string): Promise<void> {
  const order = await deps.orders.find(orderId);
  if (order?.status === 'cancelled') {
    await settleAttempts(deps, order, { withinMs: SETTLE_MS_MAX });
  }
}

/** Begins an attempt at its provider, unless it has begun, and keeps what it says. */
async function beginAttempt(
  deps: OrdersDeps,
  attemptId: string,
  cardToken: string | null,
): Promise<void> {
  const claimed = await claimBegin(deps, attemptId);
  if (claimed === null) return;
  // Whatever was begun before is asked about and ended first: somebody may have paid by it.
  await settleAttempts(deps, claimed.order, { except: attemptId, withinMs: SETTLE_MS_MAX });
  const now = await deps.orders.find(claimed.order.coin_order_id);
  if (now?.status !== 'pending') {
    if (!claimed.isAgain) await applyView(deps, attemptId, NOBODY_PAID, 'answer');
    return;
  }
  try {
    const view = await callProvider(deps, claimed, cardToken);
    await applyView(deps, attemptId, view, 'answer');
    await endUnwanted(deps, claimed.order.coin_order_id);
  } catch (cause) {
    deps.logger.warn({ err: cause, attemptId }, 'an attempt to pay has no answer yet');
    // Whoever comes next asks the provider first what became of it.
    await deps.attempts.releaseBegin(attemptId);
    if (cause instanceof ApiError) throw cause;
    const isQr = claimed.attempt.method === 'promptpay';
    throw new ApiError(isQr ? 'qr_failed' : 'purchase_failed', { cause });
  }
}

/**
 * Begins to pay an order. The attempt's row is committed before the provider is called, so that a crash in between
 * leaves nothing that cannot be found. The same key again goes on with the same attempt, and never makes a second
 * charge. A refusal of the provider is the order's own `failed`, with its reason, and refuses this call.
 *
 * @throws {ApiError} `order_not_found`, `order_closed`, `order_awaiting_confirmation`, `order_paid`,
 *   `payment_method_unavailable`, `price_changed`, `target_invalid`; `purchase_unsuccessful` where the provider declines; `purchase_failed`, `qr_failed` where the provider did not answer; those of the idempotency key
 */
export async function payOrder(
  deps: PayDeps,
  memberId: MemberId,
  idempotencyKey: string,
  { orderId, wish }: { readonly orderId: string; readonly wish: PayWish },
): Promise<void> {
  /** Of this call; empty where the key was used before. */
  const moves: Moved[] = [];
  const { attempt_id: attemptId } = await deps.idempotency.once(
    {
      memberId,
      operation: 'POST /order/{order_id}/pay',
      idempotencyKey,
      request: { orderId, wish },
    },
    async (trx) => {
      await requireActive(deps, trx, memberId);
      const order = await lockOwnOrder(deps, trx, memberId, orderId);
      const added = await addAttempt(deps, trx, order, wish);
      moves.push(added.moved);
      return { attempt_id: added.attemptId };
    },
  );
  for (const moved of moves) {
    deps.metrics.attempted(wish.method, 'created');
    tell(deps, moved);
  }
  await beginAttempt(deps, attemptId, wish.card_token ?? null);
  const attempt = await deps.attempts.find({ attemptId });
  // The order says so, too; it may be paid by another method.
  if (attempt?.status === 'failed' && attempt.reason !== null && DECLINED.has(attempt.reason)) {
    throw new ApiError('purchase_unsuccessful');
  }
}
