import type { PaymentMethod } from '@sangwian/contract/endpoints/orders';
import {
  type AttemptRef,
  type AttemptToBegin,
  NO_VIEW,
  type PaymentProvider,
  type ProviderName,
  type ProviderView,
  type RefundView,
} from '../payment-provider.ts';

/** A view of a payment that waits, but for what a test says of it. */
export const viewOf = (parts: Partial<ProviderView> = {}): ProviderView => ({
  ...NO_VIEW,
  state: 'pending',
  ...parts,
});

/** One charge at the double. */
export interface DoubleCharge {
  readonly attempt: AttemptToBegin;
  view: ProviderView;
}

/** What goes wrong with the next call. */
export type Mishap = 'no_answer' | 'answer_lost';

/** A provider in memory: it keeps charges by attempt, as a real one does by its idempotency key. */
export interface ProviderDouble extends PaymentProvider {
  readonly charges: ReadonlyMap<string, DoubleCharge>;
  /** How often a charge was asked for, answered or not. */
  readonly begun: readonly string[];
  /** Refunds that were made, by their id. */
  readonly refunds: ReadonlyMap<string, number>;
  /** The provider goes on with a charge. Returns its view. */
  turn(attemptId: string, parts: Partial<ProviderView>): ProviderView;
  /** Somebody pays it, the right amount unless told. */
  pay(attemptId: string, parts?: Partial<ProviderView>): ProviderView;
  /** What the next `begin` does instead of answering. */
  beginMishap: Mishap | 'declined' | null;
  /** What the next refund does instead of answering. */
  refundMishap: Mishap | null;
  /** What a refund is answered with. */
  refundState: RefundView['state'];
  /** Nobody is reached. */
  isDown: boolean;
  /** Runs while a `begin` is under way. */
  onBegin: (() => Promise<void>) | null;
}

interface DoubleOptions {
  readonly name: ProviderName;
  readonly methods: readonly PaymentMethod[];
  readonly canRefund?: boolean;
  readonly canEnd?: boolean;
}

/** A provider in memory, which tests drive. */
export function createProviderDouble({
  name,
  methods,
  canRefund = true,
  canEnd = true,
}: DoubleOptions): ProviderDouble {
  const charges = new Map<string, DoubleCharge>();
  const refunds = new Map<string, number>();
  const begun: string[] = [];
  const chargeOf = (attemptId: string): DoubleCharge => {
    const charge = charges.get(attemptId);
    if (charge === undefined) throw new Error(`${name} knows no charge of ${attemptId}`);
    return charge;
  };
  const reach = (): void => {
    if (double.isDown) throw new Error(`${name} is not reached`);
  };
  const double: ProviderDouble = {
    name,
    charges,
    begun,
    refunds,
    beginMishap: null,
    refundMishap: null,
    refundState: 'done',
    isDown: false,
    onBegin: null,
    options: () =>
      methods.map((method) => ({
        method,
        satang_min: 2_000,
        satang_max: 15_000_000,
        tokeniser:
          method === 'card' ? { script_url: '/sandbox/omise.js', public_key: 'pkey_test_1' } : null,
      })),
    begin: async (attempt) => {
      reach();
      begun.push(attempt.attemptId);
      await double.onBegin?.();
      const mishap = double.beginMishap;
      double.beginMishap = null;
      if (mishap === 'no_answer') throw new Error(`${name} did not take it`);
      const known = charges.get(attempt.attemptId);
      if (known !== undefined) return known.view;
      const view = viewOf({
        providerRef: `chrg_${attempt.attemptId}`,
        authorizeUrl: `https://pay.example/${attempt.attemptId}`,
      });
      charges.set(attempt.attemptId, { attempt, view });
      if (mishap === 'declined') {
        return double.turn(attempt.attemptId, { state: 'failed', reason: 'declined' });
      }
      if (mishap === 'answer_lost') throw new Error(`${name} took it, and its answer was lost`);
      return view;
    },
    look: async ({ attemptId }) => {
      reach();
      return charges.get(attemptId)?.view ?? null;
    },
    turn: (attemptId, parts) => {
      const charge = chargeOf(attemptId);
      charge.view = { ...charge.view, ...parts };
      return charge.view;
    },
    pay: (attemptId, parts = {}) =>
      double.turn(attemptId, {
        state: 'succeeded',
        satang: chargeOf(attemptId).attempt.satang,
        currency: 'THB',
        ...parts,
      }),
  };
  const refund = async (
    { attemptId }: AttemptRef,
    { refundId, satang }: { refundId: string; satang: number },
  ): Promise<RefundView> => {
    reach();
    const mishap = double.refundMishap;
    double.refundMishap = null;
    if (mishap === 'no_answer') throw new Error(`${name} did not take it`);
    if (double.refundState === 'done' && !refunds.has(refundId)) {
      refunds.set(refundId, satang);
      const charge = chargeOf(attemptId);
      double.turn(attemptId, { refundedSatang: charge.view.refundedSatang + satang });
    }
    if (mishap === 'answer_lost') throw new Error(`${name} took it, and its answer was lost`);
    return { state: double.refundState, providerRef: `rfnd_${refundId}` };
  };
  const end = async ({ attemptId }: AttemptRef): Promise<ProviderView | null> => {
    reach();
    const charge = charges.get(attemptId);
    if (charge === undefined) return null;
    return charge.view.state === 'pending'
      ? double.turn(attemptId, { state: 'expired' })
      : charge.view;
  };
  return Object.assign(double, canRefund ? { refund } : {}, canEnd ? { end } : {});
}
