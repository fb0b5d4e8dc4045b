import { randomInt } from 'node:crypto';
import { ProgramLiveId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely, Transaction } from 'kysely';
import { z } from 'zod';
import { OperatorName } from '../../../platform/http/audit-note.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { AloneCoins } from '../alone-coins/alone-coins.module.ts';
import type { Person } from './batches.store.ts';
import { isCodeText, makeCode, normaliseCode } from './code-text.ts';
import { type NewBatch, type NewCode, RedeemStore } from './redeem.store.ts';
import type { RedeemableLives } from './redeem-ports.ts';

const CODES_AT_ONCE_MAX = 10_000;
const COINS_MAX = 1_000_000;
const USES_MAX = 1_000_000_000;

const time = z.iso.datetime({ offset: true });

/** An operator's request for one named code or many generated codes. */
export const CodeOrder = z
  .strictObject({
    /** The named code. For generated codes, `prefix` and `count` are given instead. */
    code: z.string().trim().min(1).max(64).optional(),
    prefix: z
      .string()
      .regex(/^[A-Z0-9]{1,16}$/)
      .optional(),
    count: z.number().int().min(1).max(CODES_AT_ONCE_MAX).optional(),
    /** The name of the batch in lists. The default is the prefix or the code. */
    batch: z.string().trim().min(1).max(64).optional(),
    kind: z.enum(['coin', 'live']),
    coins: z.number().int().min(1).max(COINS_MAX).optional(),
    /** The live that a live code unlocks. By default the code unlocks any premium live. */
    program_live_id: z.string().optional(),
    starts_at: time.optional(),
    expires_at: time.optional(),
    uses_max: z.number().int().min(1).max(USES_MAX).optional(),
    uses_per_day_max: z.number().int().min(1).max(USES_MAX).optional(),
    per_member: z.enum(['once', 'daily']).default('once'),
    note: z.string().trim().max(500).default(''),
    by: OperatorName,
  })
  .refine(({ code, prefix, count }) => (code === undefined) === (prefix !== undefined && !!count), {
    path: ['code'],
    message: 'either a code, or a prefix and a count',
  })
  .refine(({ code, prefix, count }) => code === undefined || (prefix ?? count) === undefined, {
    path: ['code'],
    message: 'either a code, or a prefix and a count',
  })
  .refine(({ code }) => code === undefined || isCodeText(normaliseCode(code)), {
    path: ['code'],
    message: 'from 4 letters or digits',
  })
  .refine(({ kind, coins }) => (kind === 'coin') === (coins !== undefined), {
    path: ['coins'],
    message: 'a coin code has coins, a live code has none',
  })
  .refine(({ kind, program_live_id: live }) => kind === 'live' || live === undefined, {
    path: ['program_live_id'],
    message: 'a coin code opens no live',
  })
  .refine(
    ({ starts_at: from, expires_at: to }) =>
      from === undefined || to === undefined || Date.parse(from) < Date.parse(to),
    { path: ['expires_at'], message: 'has to be after the start' },
  );
export type CodeOrder = z.infer<typeof CodeOrder>;

export interface MakeCodesDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly store: RedeemStore;
  readonly live: RedeemableLives;
  readonly aloneCoins: Pick<AloneCoins, 'fits'>;
}

/** Returns the maximum coins that the codes of an order can give; `null` if there is no maximum. */
export function worthOf({ kind, coins = 0, count = 1, uses_max: uses }: CodeOrder): number | null {
  if (kind === 'live') return 0;
  return uses === undefined ? null : coins * count * uses;
}

/** Finds the live of the codes. @throws {ApiError} `live_not_found` */
async function requireLive(
  live: MakeCodesDeps['live'],
  id: string | undefined,
): Promise<string | null> {
  if (id === undefined) return null;
  const programLiveId = ProgramLiveId.safeParse(id);
  const found = programLiveId.success ? await live.findLive(programLiveId.data) : null;
  if (found === null) throw new ApiError('live_not_found');
  return found.programLiveId;
}

const toDate = (text: string | undefined): Date | null =>
  text === undefined ? null : new Date(text);

const nameOf = ({ batch, code, prefix = '' }: CodeOrder): string => batch ?? code ?? prefix;

/** Returns the rows of a code order. */
function rowsOf(order: CodeOrder, programLiveId: string | null, now: Date): NewCode[] {
  const { code, prefix = '', count = 1 } = order;
  const shown =
    code === undefined ? Array.from({ length: count }, () => makeCode(prefix, randomInt)) : [code];
  return shown.map((one) => ({
    code: normaliseCode(one),
    shown_code: one,
    batch: nameOf(order),
    kind: order.kind,
    amount_coins: order.coins ?? null,
    program_live_id: programLiveId,
    starts_at: toDate(order.starts_at),
    expires_at: toDate(order.expires_at),
    uses_max: order.uses_max ?? null,
    uses_per_day_max: order.uses_per_day_max ?? null,
    per_member: order.per_member,
    day_on: null,
    note: order.note,
    created_by: order.by,
    created_at: now,
    disabled_at: null,
    disabled_by: null,
    disabled_reason: null,
  }));
}

/** Returns the row of an order's batch. */
const batchOf = (order: CodeOrder, isExported: boolean, now: Date): NewBatch => ({
  name: nameOf(order),
  worth_coins: worthOf(order),
  created_by: order.by,
  created_at: now,
  exported_by: isExported ? order.by : null,
  exported_at: isExported ? now : null,
});

/** Returns the author of a batch, and whether the batch fits into the coins that the author may give alone. */
async function authorOf(
  aloneCoins: Pick<AloneCoins, 'fits'>,
  trx: Transaction<Database>,
  order: CodeOrder,
  { staffId }: Person,
) {
  const worth = worthOf(order);
  const alone = worth === 0 || (worth !== null && (await aloneCoins.fits(trx, staffId, worth)));
  if (!alone && order.note === '') {
    throw new ApiError('request_invalid', {
      details: [{ path: 'note', message: 'a second person approves: say what the codes are for' }],
    });
  }
  return { created_by_staff_id: staffId, alone };
}

/**
 * Creates a new batch with all codes of a request, or nothing. Generated codes can be exported once, later.
 *
 * @throws {ApiError} `live_not_found`, `code_exists`, `code_batch_exists`; `request_invalid` if a second person
 *   must approve and there is no note
 */
export async function makeCodes(
  { db, clock, store, live, aloneCoins }: MakeCodesDeps,
  order: CodeOrder,
  author: Person,
): Promise<void> {
  const now = clock();
  const codes = rowsOf(order, await requireLive(live, order.program_live_id), now);
  await db.transaction().execute(async (trx) => {
    // A named code counts as exported, because the operator already knows it.
    const batch = batchOf(order, order.code !== undefined, now);
    const by = await authorOf(aloneCoins, trx, order, author);
    if (!(await store.addBatch(trx, { ...batch, ...by }))) throw new ApiError('code_batch_exists');
    const added = await store.addCodes(trx, codes);
    if (added < codes.length) throw new ApiError('code_exists');
  });
}

/** Adds the missing codes. Existing codes are not changed, even if they are used or disabled. */
export async function ensureCodes(
  db: Kysely<Database>,
  orders: readonly CodeOrder[],
  now: Date,
): Promise<void> {
  const codes = orders.flatMap((order) => rowsOf(order, order.program_live_id ?? null, now));
  await db.transaction().execute(async (trx) => {
    const store = new RedeemStore(trx);
    for (const order of orders) await store.addBatch(trx, batchOf(order, true, now));
    await store.addCodes(trx, codes);
  });
}
