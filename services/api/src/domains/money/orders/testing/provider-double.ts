import type { PaymentMethod } from '@sangwian/contract/endpoints/orders';
import {
  type AttemptRef,
  type AttemptToBegin,
  EMPTY_SNAPSHOT,
  type PaymentProvider,
  type ProviderName,
  type ProviderSnapshot,
  type RefundResult,
} from '../payment-provider.ts';

/** Returns a snapshot of a pending payment with the given changes. */
export const snapshotOf = (parts: Partial<ProviderSnapshot> = {}): ProviderSnapshot => ({
  ...EMPTY_SNAPSHOT,
  state: 'pending',
  ...parts,
});

export interface DoubleCharge {
  readonly attempt: AttemptToBegin;
  snapshot: ProviderSnapshot;
}

export type CallFailure = 'no_answer' | 'answer_lost';

/** An in-memory provider that stores one charge per attempt, like a real provider does per idempotency key. */
export interface ProviderDouble extends PaymentProvider {
  readonly charges: ReadonlyMap<string, DoubleCharge>;
  /** The attempt ids of all `begin` calls, with or without a response. */
  readonly begun: readonly string[];
  /** Refunded satang by refund id. */
  readonly refunds: ReadonlyMap<string, number>;
  /** Changes a charge and returns its snapshot. */
  update(attemptId: string, parts: Partial<ProviderSnapshot>): ProviderSnapshot;
  /** Pays a charge. The amount is the full amount unless `parts` changes it. */
  pay(attemptId: string, parts?: Partial<ProviderSnapshot>): ProviderSnapshot;
  /** Failure of the next `begin`. */
  beginFailure: CallFailure | 'declined' | null;
  /** Failure of the next refund. */
  refundFailure: CallFailure | null;
  refundState: RefundResult['state'];
  isDown: boolean;
  /** Runs during each `begin`. */
  onBegin: (() => Promise<void>) | null;
}

interface DoubleOptions {
  readonly name: ProviderName;
  readonly methods: readonly PaymentMethod[];
  readonly canRefund?: boolean;
  readonly canCancel?: boolean;
}

export function createProviderDouble({
  name,
  methods,
  canRefund = true,
  canCancel = true,
}: DoubleOptions): ProviderDouble {
  const charges = new Map<string, DoubleCharge>();
  const refunds = new Map<string, number>();
  const begun: string[] = [];
  const chargeOf = (attemptId: string): DoubleCharge => {
    const charge = charges.get(attemptId);
    if (charge === undefined) throw new Error(`${name} has no charge for ${attemptId}`);
    return charge;
  };
  const requireUp = (): void => {
    if (double.isDown) throw new Error(`${name} cannot be reached`);
  };
  const double: ProviderDouble = {
    name,
    charges,
    begun,
    refunds,
    beginFailure: null,
    refundFailure: null,
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
      requireUp();
      begun.push(attempt.attemptId);
      await double.onBegin?.();
      const failure = double.beginFailure;
      double.beginFailure = null;
      if (failure === 'no_answer') throw new Error(`${name} did not take it`);
      const known = charges.get(attempt.attemptId);
      if (known !== undefined) return known.snapshot;
      const snapshot = snapshotOf({
        providerRef: `chrg_${attempt.attemptId}`,
        authorizeUrl: `https://pay.example/${attempt.attemptId}`,
      });
      charges.set(attempt.attemptId, { attempt, snapshot });
      if (failure === 'declined') {
        return double.update(attempt.attemptId, { state: 'failed', reason: 'declined' });
      }
      if (failure === 'answer_lost') throw new Error(`${name} took it, and its answer was lost`);
      return snapshot;
    },
    poll: async ({ attemptId }) => {
      requireUp();
      return charges.get(attemptId)?.snapshot ?? null;
    },
    update: (attemptId, parts) => {
      const charge = chargeOf(attemptId);
      charge.snapshot = { ...charge.snapshot, ...parts };
      return charge.snapshot;
    },
    pay: (attemptId, parts = {}) =>
      double.update(attemptId, {
        state: 'succeeded',
        satang: chargeOf(attemptId).attempt.satang,
        currency: 'THB',
        ...parts,
      }),
  };
  const refund = async (
    { attemptId }: AttemptRef,
    { refundId, satang }: { refundId: string; satang: number },
  ): Promise<RefundResult> => {
    requireUp();
    const failure = double.refundFailure;
    double.refundFailure = null;
    if (failure === 'no_answer') throw new Error(`${name} did not take it`);
    if (double.refundState === 'done' && !refunds.has(refundId)) {
      refunds.set(refundId, satang);
      const charge = chargeOf(attemptId);
      double.update(attemptId, { refundedSatang: charge.snapshot.refundedSatang + satang });
    }
    if (failure === 'answer_lost') throw new Error(`${name} took it, and its answer was lost`);
    return { state: double.refundState, providerRef: `rfnd_${refundId}` };
  };
  const cancel = async ({ attemptId }: AttemptRef): Promise<ProviderSnapshot | null> => {
    requireUp();
    const charge = charges.get(attemptId);
    if (charge === undefined) return null;
    return charge.snapshot.state === 'pending'
      ? double.update(attemptId, { state: 'expired' })
      : charge.snapshot;
  };
  return Object.assign(double, canRefund ? { refund } : {}, canCancel ? { cancel } : {});
}
