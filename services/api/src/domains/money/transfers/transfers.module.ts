import type { ApiModule } from '../../../platform/http/handler.ts';
import { createLimit } from '../../../platform/http/rate-limits.ts';
import type { SharedCounters } from '../../../platform/limits/shared-counters.ts';
import { type SendSlipDeps, type StoredSlip, sendSlip } from './send-slip.ts';
import type { SlipVerifier } from './slip-verifier.ts';
import { type VerifySlipDeps, verifySlip } from './verify-slip.ts';

export { createTransferProvider } from './transfer-provider.ts';

/** Limit of sent slips per member, since reading a slip is expensive. */
const PER_MEMBER = { points: 20, seconds: 600 } as const;

export interface TransfersDeps extends SendSlipDeps, VerifySlipDeps {
  readonly orders: SendSlipDeps['orders'] & VerifySlipDeps['orders'];
  /** `null` if an operator checks every slip. */
  readonly verifier: SlipVerifier | null;
  /** `null` if each node counts alone. */
  readonly counters: SharedCounters | null;
}

/** Creates the module that receives the slips of transfers. */
export function createTransfersModule(deps: TransfersDeps): ApiModule {
  const { counters } = deps;
  const limit = createLimit(PER_MEMBER.points, PER_MEMBER.seconds, { name: 'slip', counters });
  const verifying = new Set<Promise<void>>();
  const verify = (stored: StoredSlip): void => {
    if (deps.verifier === null) return;
    const done = verifySlip(deps, deps.verifier, stored).finally(() => verifying.delete(done));
    verifying.add(done);
  };
  return {
    handlers: {
      'POST /order/{order_id}/slip': async ({ params, upload, bearer, idempotencyKey }) => {
        const { memberId } = bearer;
        await limit.take(memberId);
        const stored = await sendSlip(deps, {
          memberId,
          orderId: params.order_id,
          idempotencyKey,
          bytes: upload.bytes,
        });
        verify(stored);
        return { data: stored.order };
      },
    },
    stop: async () => {
      await Promise.all(verifying);
    },
  };
}
