import { randomInt } from 'node:crypto';
import { ProgramLiveId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import { isCodeText, makeCode, normaliseCode } from './code-text.ts';
import { type NewCode, RedeemStore } from './redeem.store.ts';
import type { RedeemableLives } from './redeem-ports.ts';

const CODES_AT_ONCE_MAX = 10_000;
const COINS_MAX = 1_000_000;
const USES_MAX = 1_000_000_000;

const time = z.iso.datetime({ offset: true });

/** What an operator asks for: one code that is named, or many that are made. */
export const CodeOrder = z
  .strictObject({
    /** Of the one code; else `prefix` and `count`. */
    code: z.string().trim().min(1).max(64).optional(),
    prefix: z
      .string()
      .regex(/^[A-Z0-9]{1,16}$/)
      .optional(),
    count: z.number().int().min(1).max(CODES_AT_ONCE_MAX).optional(),
    /** What they have in common in lists; of codes that are made the prefix, else the code. */
    batch: z.string().trim().min(1).max(64).optional(),
    kind: z.enum(['coin', 'live']),
    coins: z.number().int().min(1).max(COINS_MAX).optional(),
    /** Of live codes; without it any premium live. */
    program_live_id: z.string().optional(),
    starts_at: time.optional(),
    expires_at: time.optional(),
    uses_max: z.number().int().min(1).max(USES_MAX).optional(),
    uses_per_day_max: z.number().int().min(1).max(USES_MAX).optional(),
    per_member: z.enum(['once', 'daily']).default('once'),
    note: z.string().trim().max(500).default(''),
    /** Who asks. */
    by: z.string().trim().min(1).max(100),
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

/** The live that codes are for. @throws {ApiError} `live_not_found` */
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

/** The rows of an order; `programLiveId` is known to be there. */
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

/**
 * Makes codes, all or none.
 *
 * @returns them as they are given out
 * @throws {ApiError} `live_not_found`; `request_invalid` where the code is there already
 */
export async function makeCodes(
  { db, clock, store, live }: MakeCodesDeps,
  order: CodeOrder,
): Promise<readonly string[]> {
  const codes = rowsOf(order, await requireLive(live, order.program_live_id), clock());
  return db.transaction().execute(async (trx) => {
    const added = await store.addCodes(trx, codes);
    if (added.length < codes.length) {
      throw new ApiError('request_invalid', {
        details: [{ path: 'code', message: 'is there already' }],
      });
    }
    return added;
  });
}

/** Sees to it that codes are there; one that is there already stays as it is, used or ended. */
export async function ensureCodes(
  db: Kysely<Database>,
  orders: readonly CodeOrder[],
  now: Date,
): Promise<void> {
  const codes = orders.flatMap((order) => rowsOf(order, order.program_live_id ?? null, now));
  await db.transaction().execute((trx) => new RedeemStore(trx).addCodes(trx, codes));
}
