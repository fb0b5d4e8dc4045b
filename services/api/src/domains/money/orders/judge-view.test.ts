import { OrderStatus } from '@sangwian/contract/endpoints/orders';
import { describe, expect, test } from 'vitest';
import { type AttemptFacts, judgeView, type OrderOfAttempts, type Outcome } from './judge-view.ts';
import type { ProviderView } from './payment-provider.ts';
import { viewOf } from './testing/provider-double.ts';

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
const order = (status: OrderStatus, parts: Partial<OrderOfAttempts> = {}): OrderOfAttempts => ({
  status,
  reason: null,
  expiresAt: LATER,
  paidAttemptId: status === 'paid' ? 'a' : null,
  latestAttemptId: 'a',
  ...parts,
});
const paid = (parts: Partial<ProviderView> = {}) =>
  viewOf({ state: 'succeeded', satang: 30_000, currency: 'THB', ...parts });
const judge = (
  one: OrderOfAttempts,
  before: AttemptFacts,
  view: ProviderView,
  others: readonly AttemptFacts[] = [],
): Outcome => judgeView(one, before, others, view, NOW);

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
  ] as const)('finds an order %s and leaves it %s', (before, status, reason, credits) => {
    const outcome = judge(order(before), attempt(), paid());
    expect(outcome).toMatchObject({ order: { status, reason }, credits });
    expect(outcome.returns).toEqual(credits ? [] : [{ attemptId: 'a', satang: 30_000 }]);
  });

  test('that was heard before changes nothing', () => {
    const outcome = judge(order('paid'), taken(), paid());
    expect(outcome).toMatchObject({ events: [], credits: false, returns: [], takesBack: null });
  });

  test('of a second attempt goes back', () => {
    const outcome = judge(order('paid', { paidAttemptId: 'b' }), attempt(), paid());
    expect(outcome).toMatchObject({
      order: { status: 'paid', paidAttemptId: 'b' },
      events: ['paid_again'],
      credits: false,
      returns: [{ attemptId: 'a', satang: 30_000 }],
    });
  });

  test('of a second attempt that went back already goes back no second time', () => {
    const view = paid({ refundedSatang: 30_000 });
    expect(judge(order('paid', { paidAttemptId: 'b' }), attempt(), view).returns).toEqual([]);
  });

  test.each(['failed', 'expired'] as const)('counts after the attempt was told %s', (status) => {
    expect(judge(order('failed'), attempt({ status }), paid()).credits).toBe(true);
  });

  test.each([
    [{ satang: 29_999 }],
    [{ satang: 30_001 }],
    [{ satang: null }],
    [{ currency: 'USD' }],
    [{ currency: null }],
  ])('of %j credits nothing, and somebody looks at it', (parts) => {
    const outcome = judge(order('pending'), attempt(), paid(parts));
    expect(outcome).toMatchObject({
      order: { status: 'awaiting_confirmation', reason: 'wrong_amount', paidAttemptId: null },
      attempt: { status: 'succeeded' },
      events: ['wrong_amount'],
      credits: false,
    });
  });

  test('in the right amount after a wrong one credits, and the wrong one goes back', () => {
    const wrong = taken({ attemptId: 'b', paidSatang: 20_000 });
    const before = order('awaiting_confirmation', { reason: 'wrong_amount' });
    const outcome = judge(before, attempt(), paid(), [wrong]);
    expect(outcome).toMatchObject({
      order: { status: 'paid', reason: null, paidAttemptId: 'a' },
      credits: true,
      returns: [{ attemptId: 'b', satang: 20_000 }],
    });
  });
});

describe('an end without money', () => {
  test.each([
    ['failed', 'declined', { status: 'failed', reason: 'declined' }],
    ['failed', null, { status: 'failed', reason: 'declined' }],
    ['expired', null, { status: 'failed', reason: 'closed_by_provider' }],
  ] as const)('%s (%s) lets the member try again', (state, reason, due) => {
    expect(judge(order('pending'), attempt(), viewOf({ state, reason })).order).toMatchObject(due);
  });

  test('expired together with the order ends it', () => {
    const over = order('pending', { expiresAt: NOW });
    expect(judge(over, attempt(), viewOf({ state: 'expired' })).order.status).toBe('expired');
  });

  test('of an attempt that was left for another method says nothing about the order', () => {
    const switched = order('pending', { latestAttemptId: 'b' });
    const outcome = judge(switched, attempt(), viewOf({ state: 'failed' }));
    expect(outcome).toMatchObject({ attempt: { status: 'failed' }, order: { status: 'pending' } });
  });

  test.each(OrderStatus.options.filter((status) => status !== 'pending'))(
    'leaves an order that is %s as it is',
    (status) => {
      const outcome = judge(order(status), attempt(), viewOf({ state: 'failed' }));
      expect(outcome.order.status).toBe(status);
    },
  );

  test.each(['pending', 'failed', 'expired'] as const)(
    'or %s, told after the money, is not believed',
    (state) => {
      const outcome = judge(order('paid'), taken(), viewOf({ state }));
      expect(outcome).toMatchObject({ attempt: { status: 'succeeded' }, events: [] });
    },
  );

  test('stays, whatever waiting is told after it', () => {
    const outcome = judge(order('failed'), attempt({ status: 'failed' }), viewOf());
    expect(outcome).toMatchObject({ attempt: { status: 'failed' }, events: [] });
  });
});

describe('baht that go back', () => {
  test('take the coins with them', () => {
    expect(judge(order('paid'), taken(), paid({ refundedSatang: 30_000 }))).toMatchObject({
      order: { status: 'refunded' },
      attempt: { status: 'refunded' },
      takesBack: { kind: 'purchase_refund', beforeSatang: 0, nowSatang: 30_000 },
    });
  });

  test('in parts take so many coins each time, and nothing twice', () => {
    const first = judge(order('paid'), taken(), paid({ refundedSatang: 10_000 }));
    expect(first).toMatchObject({
      order: { status: 'paid' },
      events: ['baht_partly_returned'],
      takesBack: { beforeSatang: 0, nowSatang: 10_000 },
    });
    const again = judge(order('paid'), first.attempt, paid({ refundedSatang: 10_000 }));
    expect(again).toMatchObject({ events: [], takesBack: null });
    const rest = judge(order('paid'), first.attempt, paid({ refundedSatang: 30_000 }));
    expect(rest).toMatchObject({
      order: { status: 'refunded' },
      takesBack: { beforeSatang: 10_000, nowSatang: 30_000 },
    });
  });

  test('of an older word are not fewer than before', () => {
    const partly = taken({ refundedSatang: 10_000 });
    expect(judge(order('paid'), partly, paid()).attempt.refundedSatang).toBe(10_000);
  });

  test('when the order was refunded already take no coins again', () => {
    const refunded = order('refunded', { paidAttemptId: 'a' });
    expect(judge(refunded, taken(), paid({ refundedSatang: 30_000 }))).toMatchObject({
      order: { status: 'refunded' },
      takesBack: null,
    });
  });

  test('known together with the payment credit and take back at once', () => {
    expect(judge(order('pending'), attempt(), paid({ refundedSatang: 30_000 }))).toMatchObject({
      order: { status: 'refunded' },
      credits: true,
      takesBack: { nowSatang: 30_000 },
    });
  });

  test('of a wrong amount leave nobody anything to look at', () => {
    const wrong = taken({ paidSatang: 20_000 });
    const before = order('awaiting_confirmation', { reason: 'wrong_amount' });
    expect(judge(before, wrong, paid({ refundedSatang: 20_000 })).order).toMatchObject({
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
  ] as const)('that is %s leaves the order %s', (disputed, status, event, takesBack) => {
    const outcome = judge(order('paid'), taken(), paid({ disputed }));
    expect(outcome).toMatchObject({ order: { status }, events: [event] });
    if (takesBack === null) expect(outcome.takesBack).toBeNull();
    else expect(outcome.takesBack).toMatchObject({ ...takesBack, nowSatang: 30_000 });
  });

  test('that was lost after a part went back takes the rest', () => {
    const partly = taken({ refundedSatang: 10_000 });
    const view = paid({ disputed: 'lost', refundedSatang: 10_000 });
    expect(judge(order('paid'), partly, view).takesBack).toEqual({
      kind: 'chargeback',
      beforeSatang: 10_000,
      nowSatang: 30_000,
    });
  });

  test('that was heard of before changes nothing', () => {
    const lost = taken({ disputed: 'lost' });
    const outcome = judge(
      order('charged_back', { paidAttemptId: 'a' }),
      lost,
      paid({ disputed: 'lost' }),
    );
    expect(outcome).toMatchObject({ events: [], takesBack: null });
  });

  test('of a payment that went back already takes no coins', () => {
    const refunded = order('refunded', { paidAttemptId: 'a' });
    expect(judge(refunded, taken(), paid({ disputed: 'lost' })).takesBack).toBeNull();
  });

  test('that was lost and is won after all gives the coins back, once; appealed against it stays lost', () => {
    const lost = taken({ disputed: 'lost', refundedSatang: 10_000 });
    const of = order('charged_back', { paidAttemptId: 'a' });
    const won = judge(of, lost, paid({ disputed: 'won', refundedSatang: 10_000 }));
    expect(won).toMatchObject({
      order: { status: 'paid', reason: null, paidAttemptId: 'a' },
      events: ['chargeback_undone'],
      restores: { beforeSatang: 10_000, nowSatang: 30_000 },
      credits: false,
      takesBack: null,
    });
    const again = judge(
      order('paid', { paidAttemptId: 'a' }),
      won.attempt,
      paid({ disputed: 'won' }),
    );
    expect([again.events, again.restores]).toEqual([[], null]);
    const appealed = judge(of, lost, paid({ disputed: 'open' }));
    expect([appealed.events, appealed.attempt.disputed]).toEqual([[], 'lost']);
    // The baht of another attempt are no order's.
    const other = judge(
      order('charged_back', { paidAttemptId: 'b' }),
      lost,
      paid({ disputed: 'won' }),
    );
    expect([other.order.status, other.restores]).toEqual(['charged_back', null]);
  });
});
