import { randomInt } from 'node:crypto';
import { ProgramLiveId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { OperatorName } from '../../../platform/http/audit-note.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
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
    /** The named code; otherwise `prefix` and `count` are given. */
    code: z.string().trim().min(1).max(64).optional(),
    prefix: z
      .string()
      .regex(/^[A-Z0-9]{1,16}$/)
      .optional(),
    count: z.number().int().min(1).max(CODES_AT_ONCE_MAX).optional(),
    /** Name of the batch in lists; by default the prefix or the code. */
    batch: z.string().trim().min(1).max(64).optional(),
    kind: z.enum(['coin', 'live']),
    coins: z.number().int().min(1).max(COINS_MAX).optional(),
    /** Live that a live code unlocks; any premium live by default. */
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

/** Returns the rows of a code order. */
function rowsOf(order: CodeOrder, programLiveId: string | null, now: Date): NewCode[] {
  const { code, prefix = '', count = 1 } = order;
  const shown =
    code === undefined ? Array.from({ length: count }, () => makeCode(prefix, randomInt)) : [code];
  return shown.map((one) => ({
    code: normaliseCode(one),
    shown_code: one,
    batch: order.batch ?? code ?? prefix,
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

/** Returns the row of an order's batch. Codes that the caller gets are exported with that. */
const batchOf = (order: CodeOrder, isExported: boolean, now: Date): NewBatch => ({
  name: order.batch ?? order.code ?? order.prefix ?? '',
  created_by: order.by,
  created_at: now,
  exported_by: isExported ? order.by : null,
  exported_at: isExported ? now : null,
});

/**
 * Makes all codes of an order or none.
 *
 * @param isNewBatch refuse a batch that exists, and keep generated codes for one later export; without it, the codes are
 *   added to the batch, and the caller hands them out
 * @returns the codes in their display form
 * @throws {ApiError} `live_not_found`, `code_exists`, `code_batch_exists`
 */
export async function makeCodes(
  { db, clock, store, live }: MakeCodesDeps,
  order: CodeOrder,
  isNewBatch = false,
): Promise<readonly string[]> {
  const now = clock();
  const codes = rowsOf(order, await requireLive(live, order.program_live_id), now);
  return db.transaction().execute(async (trx) => {
    // Whoever names a code knows it.
    const isExported = !isNewBatch || order.code !== undefined;
    const isAdded = await store.addBatch(trx, batchOf(order, isExported, now));
    if (isNewBatch && !isAdded) throw new ApiError('code_batch_exists');
    const added = await store.addCodes(trx, codes);
    if (added.length < codes.length) throw new ApiError('code_exists');
    return added;
  });
}

/** Adds the codes that are missing. Existing codes are left unchanged, even if used or disabled. */
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
