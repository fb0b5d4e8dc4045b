import type { ApiModule } from '../../../platform/http/handler.ts';
import { createLimit } from '../../../platform/http/rate-limits.ts';
import { type SendSlipDeps, sendSlip, type TakenSlip } from './send-slip.ts';
import type { SlipVerifier } from './slip-verifier.ts';
import { type VerifySlipDeps, verifySlip } from './verify-slip.ts';

export { createTransferProvider } from './transfer-provider.ts';

/** Reading a slip takes a core for a moment, whatever becomes of it. */
const PER_MEMBER = { points: 20, seconds: 600 } as const;

export interface TransfersDeps extends SendSlipDeps, VerifySlipDeps {
  readonly orders: SendSlipDeps['orders'] & VerifySlipDeps['orders'];
  /** `null`: an operator looks at every slip. */
  readonly verifier: SlipVerifier | null;
}

/** Transfers that members make by themselves: their slips, until somebody confirms them. */
export function createTransfersModule(deps: TransfersDeps): ApiModule {
  const limit = createLimit(PER_MEMBER.points, PER_MEMBER.seconds);
  const verifying = new Set<Promise<void>>();
  const verify = (taken: TakenSlip): void => {
    if (deps.verifier === null) return;
    const done = verifySlip(deps, deps.verifier, taken).finally(() => verifying.delete(done));
    verifying.add(done);
  };
  return {
    handlers: {
      'POST /order/{order_id}/slip': async ({ params, upload, bearer, idempotencyKey }) => {
        const { memberId } = bearer;
        await limit.take(memberId);
        const taken = await sendSlip(deps, {
          memberId,
          orderId: params.order_id,
          idempotencyKey,
          bytes: upload.bytes,
        });
        verify(taken);
        return { data: taken.order };
      },
    },
    stop: async () => {
      await Promise.all(verifying);
    },
  };
}
