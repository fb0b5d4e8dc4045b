import { OrderStatus } from '@sangwian/contract/endpoints/orders';
import { describe, expect, test } from 'vitest';
import {
  type AttemptFacts,
  evaluateSnapshot,
  type OrderPaymentFacts,
  type Outcome,
} from './evaluate-snapshot.ts';
import type { ProviderSnapshot } from './payment-provider.ts';
import { snapshotOf } from './testing/provider-double.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const LATER = new Date('2026-11-21T13:00:00Z');

const attempt = (parts: Partial<AttemptFacts> = {}): AttemptFacts => ({
  attemptId: 'a',
  status: 'pending',
  reason: null,
  satang: 30_000,
  paidSatang: null,
  paidCurrency: null,
  refundedSatang: 0,
  disputed: null,
  ...parts,
});
const taken = (parts: Partial<AttemptFacts> = {}) =>
  attempt({ status: 'succeeded', paidSatang: 30_000, paidCurrency: 'THB', ...parts });
const order = (status: OrderStatus, parts: Partial<OrderPaymentFacts> = {}): OrderPaymentFacts => ({
  status,
  reason: null,
  expiresAt: LATER,
  paidAttemptId: status === 'paid' ? 'a' : null,
  latestAttemptId: 'a',
  ...parts,
});
const paid = (parts: Partial<ProviderSnapshot> = {}) =>
  snapshotOf({ state: 'succeeded', satang: 30_000, currency: 'THB', ...parts });
const evaluate = (
  one: OrderPaymentFacts,
  before: AttemptFacts,
  snapshot: ProviderSnapshot,
  others: readonly AttemptFacts[] = [],
): Outcome => evaluateSnapshot(one, before, others, snapshot, NOW);

describe('a success', () => {
  test.each([
    ['waiting', 'paid', null, true],
    ['pending', 'paid', null, true],
    ['failed', 'paid', null, true],
    ['awaiting_confirmation', 'paid', null, true],
    ['expired', 'paid', 'paid_late', true],
    ['cancelled', 'paid', 'paid_late', true],
    ['refunded', 'refunded', null, false],
    ['charged_back', 'charged_back', null, false],
  ] as const)('finds an order %s and leaves it %s', (before, status, reason, creditsCoins) => {
    const outcome = evaluate(order(before), attempt(), paid());
    expect(outcome).toMatchObject({ order: { status, reason }, creditsCoins });
    expect(outcome.refunds).toEqual(creditsCoins ? [] : [{ attemptId: 'a', satang: 30_000 }]);
  });

  test('that is already known changes nothing', () => {
    const outcome = evaluate(order('paid'), taken(), paid());
    expect(outcome).toMatchObject({ events: [], creditsCoins: false, refunds: [], clawback: null });
  });

  test('of a second attempt is refunded', () => {
    const outcome = evaluate(order('paid', { paidAttemptId: 'b' }), attempt(), paid());
    expect(outcome).toMatchObject({
      order: { status: 'paid', paidAttemptId: 'b' },
      events: ['paid_again'],
      creditsCoins: false,
      refunds: [{ attemptId: 'a', satang: 30_000 }],
    });
  });

  test('of a second attempt that was already refunded is not refunded again', () => {
    const snapshot = paid({ refundedSatang: 30_000 });
    expect(evaluate(order('paid', { paidAttemptId: 'b' }), attempt(), snapshot).refunds).toEqual(
      [],
    );
  });

  test.each(['failed', 'expired'] as const)(
    'counts after the attempt was reported %s',
    (status) => {
      expect(evaluate(order('failed'), attempt({ status }), paid()).creditsCoins).toBe(true);
    },
  );

  test.each([
    [{ satang: 29_999 }],
    [{ satang: 30_001 }],
    [{ satang: null }],
    [{ currency: 'USD' }],
    [{ currency: null }],
  ])('of %j credits nothing and awaits confirmation', (parts) => {
    const outcome = evaluate(order('pending'), attempt(), paid(parts));
    expect(outcome).toMatchObject({
      order: { status: 'awaiting_confirmation', reason: 'wrong_amount', paidAttemptId: null },
      attempt: { status: 'succeeded' },
      events: ['wrong_amount'],
      creditsCoins: false,
    });
  });

  test('of the right amount after a wrong amount credits the coins, and the wrong amount is refunded', () => {
    const wrong = taken({ attemptId: 'b', paidSatang: 20_000 });
    const before = order('awaiting_confirmation', { reason: 'wrong_amount' });
    const outcome = evaluate(before, attempt(), paid(), [wrong]);
    expect(outcome).toMatchObject({
      order: { status: 'paid', reason: null, paidAttemptId: 'a' },
      creditsCoins: true,
      refunds: [{ attemptId: 'b', satang: 20_000 }],
    });
  });
});

describe('an unpaid end', () => {
  test.each([
    ['failed', 'declined', { status: 'failed', reason: 'declined' }],
    ['failed', null, { status: 'failed', reason: 'declined' }],
    ['expired', null, { status: 'failed', reason: 'closed_by_provider' }],
  ] as const)('%s (%s) lets the member try again', (state, reason, due) => {
    expect(
      evaluate(order('pending'), attempt(), snapshotOf({ state, reason })).order,
    ).toMatchObject(due);
  });

  test('of an attempt that expires with its order expires the order', () => {
    const over = order('pending', { expiresAt: NOW });
    expect(evaluate(over, attempt(), snapshotOf({ state: 'expired' })).order.status).toBe(
      'expired',
    );
  });

  test('of an attempt replaced by another method does not change the order', () => {
    const switched = order('pending', { latestAttemptId: 'b' });
    const outcome = evaluate(switched, attempt(), snapshotOf({ state: 'failed' }));
    expect(outcome).toMatchObject({ attempt: { status: 'failed' }, order: { status: 'pending' } });
  });

  test.each(OrderStatus.options.filter((status) => status !== 'pending'))(
    'does not change an order that is %s',
    (status) => {
      const outcome = evaluate(order(status), attempt(), snapshotOf({ state: 'failed' }));
      expect(outcome.order.status).toBe(status);
    },
  );

  test.each(['pending', 'failed', 'expired'] as const)(
    'or %s, reported after a payment, is ignored',
    (state) => {
      const outcome = evaluate(order('paid'), taken(), snapshotOf({ state }));
      expect(outcome).toMatchObject({ attempt: { status: 'succeeded' }, events: [] });
    },
  );

  test('is not undone by a later pending snapshot', () => {
    const outcome = evaluate(order('failed'), attempt({ status: 'failed' }), snapshotOf());
    expect(outcome).toMatchObject({ attempt: { status: 'failed' }, events: [] });
  });
});

describe('a refund', () => {
  test('takes the coins back', () => {
    expect(evaluate(order('paid'), taken(), paid({ refundedSatang: 30_000 }))).toMatchObject({
      order: { status: 'refunded' },
      attempt: { status: 'refunded' },
      clawback: { kind: 'purchase_refund', beforeSatang: 0, nowSatang: 30_000 },
    });
  });

  test('in parts takes back a share of the coins each time, and no coins twice', () => {
    const first = evaluate(order('paid'), taken(), paid({ refundedSatang: 10_000 }));
    expect(first).toMatchObject({
      order: { status: 'paid' },
      events: ['baht_partly_returned'],
      clawback: { beforeSatang: 0, nowSatang: 10_000 },
    });
    const again = evaluate(order('paid'), first.attempt, paid({ refundedSatang: 10_000 }));
    expect(again).toMatchObject({ events: [], clawback: null });
    const rest = evaluate(order('paid'), first.attempt, paid({ refundedSatang: 30_000 }));
    expect(rest).toMatchObject({
      order: { status: 'refunded' },
      clawback: { beforeSatang: 10_000, nowSatang: 30_000 },
    });
  });

  test('total never decreases because of an older snapshot', () => {
    const partly = taken({ refundedSatang: 10_000 });
    expect(evaluate(order('paid'), partly, paid()).attempt.refundedSatang).toBe(10_000);
  });

  test('of an already refunded order takes no coins again', () => {
    const refunded = order('refunded', { paidAttemptId: 'a' });
    expect(evaluate(refunded, taken(), paid({ refundedSatang: 30_000 }))).toMatchObject({
      order: { status: 'refunded' },
      clawback: null,
    });
  });

  test('reported together with the payment credits and takes back the coins at once', () => {
    expect(evaluate(order('pending'), attempt(), paid({ refundedSatang: 30_000 }))).toMatchObject({
      order: { status: 'refunded' },
      creditsCoins: true,
      clawback: { nowSatang: 30_000 },
    });
  });

  test('of a wrong amount ends the wait for confirmation', () => {
    const wrong = taken({ paidSatang: 20_000 });
    const before = order('awaiting_confirmation', { reason: 'wrong_amount' });
    expect(evaluate(before, wrong, paid({ refundedSatang: 20_000 })).order).toMatchObject({
      status: 'failed',
      reason: 'closed_by_provider',
    });
  });
});

describe('a dispute', () => {
  test.each([
    ['open', 'paid', 'dispute_open', null],
    ['won', 'paid', 'dispute_won', null],
    ['lost', 'charged_back', 'charged_back', { kind: 'chargeback' }],
  ] as const)('that is %s leaves the order %s', (disputed, status, event, clawback) => {
    const outcome = evaluate(order('paid'), taken(), paid({ disputed }));
    expect(outcome).toMatchObject({ order: { status }, events: [event] });
    if (clawback === null) expect(outcome.clawback).toBeNull();
    else expect(outcome.clawback).toMatchObject({ ...clawback, nowSatang: 30_000 });
  });

  test('lost after a partial refund takes the remaining coins', () => {
    const partly = taken({ refundedSatang: 10_000 });
    const snapshot = paid({ disputed: 'lost', refundedSatang: 10_000 });
    expect(evaluate(order('paid'), partly, snapshot).clawback).toEqual({
      kind: 'chargeback',
      beforeSatang: 10_000,
      nowSatang: 30_000,
    });
  });

  test('that is already known changes nothing', () => {
    const lost = taken({ disputed: 'lost' });
    const outcome = evaluate(
      order('charged_back', { paidAttemptId: 'a' }),
      lost,
      paid({ disputed: 'lost' }),
    );
    expect(outcome).toMatchObject({ events: [], clawback: null });
  });

  test('of an already refunded payment takes no coins', () => {
    const refunded = order('refunded', { paidAttemptId: 'a' });
    expect(evaluate(refunded, taken(), paid({ disputed: 'lost' })).clawback).toBeNull();
  });

  test('that is won after a loss restores the coins once, and an appeal alone changes nothing', () => {
    const lost = taken({ disputed: 'lost', refundedSatang: 10_000 });
    const of = order('charged_back', { paidAttemptId: 'a' });
    const won = evaluate(of, lost, paid({ disputed: 'won', refundedSatang: 10_000 }));
    expect(won).toMatchObject({
      order: { status: 'paid', reason: null, paidAttemptId: 'a' },
      events: ['chargeback_undone'],
      restoration: { beforeSatang: 10_000, nowSatang: 30_000 },
      creditsCoins: false,
      clawback: null,
    });
    const again = evaluate(
      order('paid', { paidAttemptId: 'a' }),
      won.attempt,
      paid({ disputed: 'won' }),
    );
    expect([again.events, again.restoration]).toEqual([[], null]);
    const appealed = evaluate(of, lost, paid({ disputed: 'open' }));
    expect([appealed.events, appealed.attempt.disputed]).toEqual([[], 'lost']);
    // An attempt that did not pay the order restores no coins.
    const other = evaluate(
      order('charged_back', { paidAttemptId: 'b' }),
      lost,
      paid({ disputed: 'won' }),
    );
    expect([other.order.status, other.restoration]).toEqual(['charged_back', null]);
  });
});
