import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { FastifyInstance } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import { z } from 'zod';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { ApiModule } from '../../../platform/http/handler.ts';
import { parseValue } from '../../../platform/http/parse-value.ts';
import { exportPages } from '../../../platform/http/read-pages.ts';
import type { Idempotency } from '../../../platform/idempotency/idempotency.module.ts';
import type { Guesses } from '../../../platform/limits/guesses/guesses.module.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { Wallet } from '../wallet/wallet.module.ts';
import { normaliseCode } from './code-text.ts';
import { countGuess, refuseGuesser } from './guess-limits.ts';
import { CodeOrder, type MakeCodesDeps, makeCodes } from './make-codes.ts';
import { RedeemStore } from './redeem.store.ts';
import type { CodeHolders, LiveUnlocks, PastHolders, RedeemableLives } from './redeem-ports.ts';
import { applyCode } from './use-code.ts';

export { ensureCodes } from './make-codes.ts';

const SHOWN_CODES_MAX = 10_000;
const EXPORT_ROWS_MAX = 10_000;
type UseExportRow = Awaited<ReturnType<RedeemStore['findUsesOfMember']>>[number];

const Which = z.object({
  code: z.string().trim().min(1).max(64).optional(),
  batch: z.string().trim().min(1).max(64).optional(),
});
const Disabling = Which.extend({
  reason: z.string().trim().min(1).max(500),
  /** Who asks. */
  by: z.string().trim().min(1).max(100),
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
  readonly pastPhones: PastHolders;
  readonly wallet: Wallet;
  readonly live: RedeemableLives;
  readonly unlocks: LiveUnlocks;
}

export interface RedeemModule extends ApiModule {
  /** The live was called off: codes that opened it can be used again. Returns how many uses there were. */
  giveBack(trx: Transaction<Database>, programLiveId: string): Promise<number>;
  /** What is held of a member here, for its export. */
  exportOf(memberId: MemberId): Promise<Record<string, unknown>>;
}

const whichOf = ({ code, batch }: z.infer<typeof Which>) =>
  code === undefined ? { batch: batch ?? null } : { code: normaliseCode(code) };

function registerRoutes(app: FastifyInstance, deps: MakeCodesDeps): void {
  const { store, clock } = deps;
  app.get('/codes', async (request) => ({
    codes: (
      await store.findForOperator(whichOf(parseValue(Which, request.query)), SHOWN_CODES_MAX)
    ).map(({ amount_coins: coins, ...code }) => ({ ...code, coins })),
  }));
  app.post('/codes', async (request) => ({
    codes: await makeCodes(deps, parseValue(CodeOrder, request.body)),
  }));
  app.post('/codes/disable', async (request) => {
    const { code, batch = '', reason, by } = parseValue(Disabling, request.body);
    const disabled = await store.disable(
      code === undefined ? { batch } : { code: normaliseCode(code) },
      { disabledAt: clock(), disabledBy: by, reason },
    );
    return { disabled };
  });
}

/** Redeem codes: members use them, operators make and end them on the internal listener. */
export function createRedeemModule(options: RedeemModuleDeps): RedeemModule {
  const deps = { ...options, store: new RedeemStore(options.db) };
  const { guesses } = options;
  return {
    handlers: {
      'POST /redeem/useRedeem': async ({ body, bearer, idempotencyKey, device, ip }) => {
        const { memberId } = bearer;
        const trier = { memberId, device, ip };
        // Only what is wrong is counted: in an arena thousands use the same right code at once, from one address.
        if ((await deps.store.findCode(options.db, normaliseCode(body.code))) === undefined) {
          await countGuess(guesses, trier);
          throw new ApiError('redeem_not_found');
        }
        const call = { memberId, idempotencyKey, request: body } as const;
        const data = await options.idempotency.once(
          { ...call, operation: 'POST /redeem/useRedeem' },
          async (trx) => {
            await refuseGuesser(options, trier, trx);
            const programLiveId = body.program_live_id ?? null;
            const used = await applyCode(deps, trx, { memberId, code: body.code, programLiveId });
            // Wrong ones that were tried at the same moment have been counted by now.
            await refuseGuesser(options, trier, trx);
            return used;
          },
        );
        if (data.coins > 0) options.bus.publish('wallet:changed', { memberId });
        // The kept answer of a repeated call has the balance of its time; pages show the balance as the present one.
        return { data: { ...data, balance: await options.wallet.readBalance(memberId) } };
      },
    },
    registerInternal: (app) => registerRoutes(app, deps),
    giveBack: (trx, programLiveId) => deps.store.giveBack(trx, programLiveId),
    exportOf: async (memberId) => ({
      redeemed_codes: exportPages(
        (last: UseExportRow | undefined, limit) =>
          deps.store.findUsesOfMember(memberId, last?.redeem_use_id, limit),
        { rowsMax: EXPORT_ROWS_MAX, show: ({ redeem_use_id: _, ...row }) => row },
      ),
    }),
  };
}
