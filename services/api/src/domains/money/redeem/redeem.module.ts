import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely, Transaction } from 'kysely';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { ApiModule } from '../../../platform/http/handler.ts';
import { exportPages } from '../../../platform/http/read-pages.ts';
import type { Idempotency } from '../../../platform/idempotency/idempotency.module.ts';
import type { Guesses } from '../../../platform/limits/guesses/guesses.module.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { AloneCoins } from '../alone-coins/alone-coins.module.ts';
import type { Wallet } from '../wallet/wallet.module.ts';
import { type CodeBatches, createCodeBatches } from './code-batches.ts';
import { normaliseCode } from './code-text.ts';
import { countWrongCode, requireGuessesLeft } from './guess-limits.ts';
import { RedeemStore } from './redeem.store.ts';
import type { CodeHolders, LiveUnlocks, PastPhones, RedeemableLives } from './redeem-ports.ts';
import { applyCode } from './use-code.ts';

export { type CodeBatches, isWaiting } from './code-batches.ts';
export { ensureCodes } from './make-codes.ts';

const EXPORT_ROWS_MAX = 10_000;
type UseExportRow = Awaited<ReturnType<RedeemStore['findUsesOfMember']>>[number];

export interface RedeemModuleDeps {
  readonly db: Kysely<Database>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly guesses: Guesses;
  readonly idempotency: Idempotency;
  readonly members: CodeHolders;
  readonly pastPhones: PastPhones;
  readonly wallet: Wallet;
  readonly aloneCoins: AloneCoins;
  readonly live: RedeemableLives;
  readonly unlocks: LiveUnlocks;
}

export interface RedeemModule extends ApiModule {
  /**
   * Deletes the uses of codes that unlocked a cancelled live, so that the codes can be used again. Returns
   * the number of deleted uses.
   */
  restoreUses(trx: Transaction<Database>, programLiveId: string): Promise<number>;
  /** The operators' view of batches of codes. */
  readonly batches: CodeBatches;
  /** Returns a member's used codes for the data export. */
  exportOf(memberId: MemberId): Promise<Record<string, unknown>>;
}

/** Creates the module of redeem codes, which members use and operators make and disable in batches. */
export function createRedeemModule(options: RedeemModuleDeps): RedeemModule {
  const deps = { ...options, store: new RedeemStore(options.db) };
  const { guesses } = options;
  return {
    handlers: {
      'POST /redeem/useRedeem': async ({ body, bearer, idempotencyKey, device, ip }) => {
        const { memberId } = bearer;
        const caller = { memberId, device, ip };
        // Only unknown codes count, because in an arena thousands of fans use the same valid code from one IP
        // address.
        if ((await deps.store.findCode(options.db, normaliseCode(body.code))) === undefined) {
          await countWrongCode(guesses, caller);
          throw new ApiError('redeem_not_found');
        }
        const call = { memberId, idempotencyKey, request: body } as const;
        const data = await options.idempotency.once(
          { ...call, operation: 'POST /redeem/useRedeem' },
          async (trx) => {
            await requireGuessesLeft(options, caller, trx);
            const programLiveId = body.program_live_id ?? null;
            const used = await applyCode(deps, trx, { memberId, code: body.code, programLiveId });
            // Checked again, because wrong codes of concurrent requests have been counted by now.
            await requireGuessesLeft(options, caller, trx);
            return used;
          },
        );
        if (data.coins > 0) options.bus.publish('wallet:changed', { memberId });
        // The stored response to a repeated request would have an old balance, which pages would show as the
        // current balance.
        return { data: { ...data, balance: await options.wallet.readBalance(memberId) } };
      },
    },
    batches: createCodeBatches(deps),
    restoreUses: (trx, programLiveId) => deps.store.restoreUses(trx, programLiveId),
    exportOf: async (memberId) => ({
      redeemed_codes: exportPages(
        (last: UseExportRow | undefined, limit) =>
          deps.store.findUsesOfMember(memberId, last?.redeem_use_id, limit),
        { rowsMax: EXPORT_ROWS_MAX, show: ({ redeem_use_id: _, ...row }) => row },
      ),
    }),
  };
}
