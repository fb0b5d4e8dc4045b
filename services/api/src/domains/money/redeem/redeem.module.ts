import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { FastifyInstance } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import { z } from 'zod';
import type { Bus } from '../../../platform/bus/bus.ts';
import { OperatorName, OperatorReason } from '../../../platform/http/audit-note.ts';
import type { ApiModule } from '../../../platform/http/handler.ts';
import { parseValue } from '../../../platform/http/parse-value.ts';
import { exportPages } from '../../../platform/http/read-pages.ts';
import type { Idempotency } from '../../../platform/idempotency/idempotency.module.ts';
import type { Guesses } from '../../../platform/limits/guesses/guesses.module.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { Wallet } from '../wallet/wallet.module.ts';
import { type CodeBatches, createCodeBatches } from './code-batches.ts';
import { normaliseCode } from './code-text.ts';
import { countWrongCode, requireGuessesLeft } from './guess-limits.ts';
import { CodeOrder, type MakeCodesDeps, makeCodes } from './make-codes.ts';
import { RedeemStore } from './redeem.store.ts';
import type { CodeHolders, LiveUnlocks, PastPhones, RedeemableLives } from './redeem-ports.ts';
import { applyCode } from './use-code.ts';

export type { CodeBatches } from './code-batches.ts';
export { ensureCodes } from './make-codes.ts';

const SHOWN_CODES_MAX = 10_000;
const EXPORT_ROWS_MAX = 10_000;
type UseExportRow = Awaited<ReturnType<RedeemStore['findUsesOfMember']>>[number];

const CodeFilter = z.object({
  code: z.string().trim().min(1).max(64).optional(),
  batch: z.string().trim().min(1).max(64).optional(),
});
const Disabling = CodeFilter.extend({
  reason: OperatorReason,
  by: OperatorName,
})
  .strict()
  .refine(({ code, batch }) => (code === undefined) !== (batch === undefined), {
    path: ['code'],
    message: 'either a code or a batch',
  });

export interface RedeemModuleDeps {
  readonly db: Kysely<Database>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly guesses: Guesses;
  readonly idempotency: Idempotency;
  readonly members: CodeHolders;
  readonly pastPhones: PastPhones;
  readonly wallet: Wallet;
  readonly live: RedeemableLives;
  readonly unlocks: LiveUnlocks;
}

export interface RedeemModule extends ApiModule {
  /** Makes the codes that unlocked a cancelled live usable again. Returns the number of restored uses. */
  restoreUses(trx: Transaction<Database>, programLiveId: string): Promise<number>;
  /** Batches of codes for operators. */
  readonly batches: CodeBatches;
  /** Returns a member's used codes for the data export. */
  exportOf(memberId: MemberId): Promise<Record<string, unknown>>;
}

const codeFilterOf = ({ code, batch }: z.infer<typeof CodeFilter>) =>
  code === undefined ? { batch: batch ?? null } : { code: normaliseCode(code) };

function registerRoutes(app: FastifyInstance, deps: MakeCodesDeps): void {
  const { store, clock } = deps;
  app.get('/codes', async (request) => ({
    codes: (
      await store.findForOperator(
        codeFilterOf(parseValue(CodeFilter, request.query)),
        SHOWN_CODES_MAX,
      )
    ).map(({ amount_coins: coins, ...code }) => ({ ...code, coins })),
  }));
  app.post('/codes', async (request) => ({
    codes: await makeCodes(deps, parseValue(CodeOrder, request.body)),
  }));
  app.post('/codes/disable', async (request) => {
    const { code, batch = '', reason, by } = parseValue(Disabling, request.body);
    const disabled = await store.disable(
      code === undefined ? { batch } : { code: normaliseCode(code) },
      { disabledAt: clock(), actor: by, reason },
    );
    return { disabled };
  });
}

/** Creates the module of redeem codes: members use them, operators make and disable them on the internal listener. */
export function createRedeemModule(options: RedeemModuleDeps): RedeemModule {
  const deps = { ...options, store: new RedeemStore(options.db) };
  const { guesses } = options;
  return {
    handlers: {
      'POST /redeem/useRedeem': async ({ body, bearer, idempotencyKey, device, ip }) => {
        const { memberId } = bearer;
        const caller = { memberId, device, ip };
        // Only unknown codes count: in an arena thousands use the same valid code at once from one address.
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
            // Wrong codes of concurrent calls have been counted by now.
            await requireGuessesLeft(options, caller, trx);
            return used;
          },
        );
        if (data.coins > 0) options.bus.publish('wallet:changed', { memberId });
        // The stored answer of a repeated call has an old balance, but pages show it as the current one.
        return { data: { ...data, balance: await options.wallet.readBalance(memberId) } };
      },
    },
    registerInternal: (app) => registerRoutes(app, deps),
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
