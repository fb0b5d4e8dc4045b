import { randomUUID } from 'node:crypto';
import type { ResponseOf } from '@sangwian/contract/contract';
import { type MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Transaction } from 'kysely';
import { bangkokDay } from '../../../platform/time/bangkok-day.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { Wallet } from '../wallet/wallet.module.ts';
import { normaliseCode } from './code-text.ts';
import type { CodeRow, NewUse, RedeemStore } from './redeem.store.ts';
import type { CodeHolder, CodeHolders, LiveUnlocks, PastHolders } from './redeem-ports.ts';
import {
  refusalNow,
  refusalOfCount,
  refusalOfLive,
  refusalOfMember,
  refusalOfPlace,
} from './redeem-rules.ts';

export interface UseCodeDeps {
  readonly clock: Clock;
  readonly store: RedeemStore;
  readonly members: CodeHolders;
  readonly pastPhones: PastHolders;
  readonly wallet: Pick<Wallet, 'credit'>;
  readonly unlocks: LiveUnlocks;
}

export interface AskedUse {
  readonly memberId: MemberId;
  /** As it was typed. */
  readonly code: string;
  /** `null`: used in the wallet. */
  readonly programLiveId: string | null;
}

type Used = Omit<ResponseOf<'POST /redeem/useRedeem'>['data'], 'balance'>;

const refuse = (code: ConstructorParameters<typeof ApiError>[0] | null): void => {
  if (code !== null) throw new ApiError(code);
};

/** What tells a member from others beyond this account: the phone, or the id that its partner knows it by. */
function holderOf({ phone, map_system_id: system, map_member_id: id }: CodeHolder): string | null {
  if (phone !== null) return phone;
  return system === null || id === null ? null : `partner:${system}:${id}`;
}

/**
 * Takes one of the code's uses for this member.
 *
 * @throws {ApiError} `redeem_already_used`, `redeem_limit_reached`, and whatever the code has become meanwhile
 */
async function takeUse(
  { store, members, pastPhones, clock }: UseCodeDeps,
  trx: Transaction<Database>,
  code: CodeRow,
  { memberId, programLiveId }: Pick<AskedUse, 'memberId' | 'programLiveId'>,
): Promise<NewUse> {
  const now = clock();
  const day = bangkokDay(now);
  const row = await members.find({ memberId }, trx);
  if (row === undefined) throw new ApiError('token_invalid');
  const holder = holderOf(row);
  const hash = holder === null ? null : pastPhones.hashOf(holder);
  const use: NewUse = {
    redeem_use_id: randomUUID(),
    redeem_code_id: code.redeem_code_id,
    member_id: memberId,
    holder_hash: hash,
    period: code.per_member === 'once' ? 'once' : day,
    amount_coins: code.amount_coins ?? 0,
    program_live_id: programLiveId,
    used_at: now,
  };
  // Whoever had this phone before, under an account that is deleted or has another phone now.
  const earlier = hash === null ? [] : await pastPhones.whoHad(trx, hash);
  const isUsed = await store.hasUse(trx, use, [memberId, ...earlier]);
  if (isUsed || !(await store.addUse(trx, use))) refuse(refusalOfMember(code));
  return use;
}

/** Counts the use where the code has a limit: last, since everybody else who uses it waits from here to the commit. */
async function countUse(
  { store, clock }: UseCodeDeps,
  trx: Transaction<Database>,
  code: CodeRow,
): Promise<void> {
  if (code.uses_max === null && code.uses_per_day_max === null) return;
  const now = clock();
  if (await store.count(trx, code.redeem_code_id, { now, day: bangkokDay(now) })) return;
  const latest = (await store.findCode(trx, code.code)) ?? code;
  refuse(refusalOfCount(latest, now));
}

async function giveCoins(
  deps: UseCodeDeps,
  trx: Transaction<Database>,
  code: CodeRow,
  memberId: MemberId,
): Promise<number> {
  const coins = code.amount_coins ?? 0;
  const use = await takeUse(deps, trx, code, { memberId, programLiveId: null });
  await deps.wallet.credit(trx, {
    memberId,
    coins,
    from: 'granted',
    kind: 'coin_code',
    about: { type: 'code', id: code.shown_code },
    idempotencyKey: `code:${use.redeem_use_id}`,
  });
  await countUse(deps, trx, code);
  return coins;
}

/** Opens a live; one that is open to the member already does not use the code up. */
async function openLive(
  deps: UseCodeDeps,
  trx: Transaction<Database>,
  code: CodeRow,
  { memberId, programLiveId }: { memberId: MemberId; programLiveId: ProgramLiveId },
): Promise<void> {
  const live = await deps.unlocks.findLive(trx, programLiveId);
  if (live === null) throw new ApiError('live_not_found');
  refuse(refusalOfLive(live));
  if (!(await deps.unlocks.unlockByCode(trx, programLiveId, memberId))) return;
  await takeUse(deps, trx, code, { memberId, programLiveId });
  await countUse(deps, trx, code);
}

/**
 * Uses a redeem code, inside the caller's transaction: coins come into the wallet, or a live is opened. Whatever is
 * thrown has to roll it back.
 *
 * @throws {ApiError} `redeem_not_found`, `redeem_unusable`, `redeem_expired`, `redeem_unusable_for_live`,
 *   `redeem_unusable_for_coin`, `redeem_already_used`, `redeem_limit_reached`, `live_not_found`
 */
export async function applyCode(
  deps: UseCodeDeps,
  trx: Transaction<Database>,
  { memberId, code: typed, programLiveId }: AskedUse,
): Promise<Used> {
  const code = await deps.store.findCode(trx, normaliseCode(typed));
  if (code === undefined) throw new ApiError('redeem_not_found');
  const asked = programLiveId?.toLowerCase() ?? null;
  refuse(refusalNow(code, deps.clock()));
  refuse(refusalOfPlace(code, asked));
  if (code.kind === 'coin') {
    const coins = await giveCoins(deps, trx, code, memberId);
    return { kind: 'coin', coins, program_live_id: null };
  }
  const live = ProgramLiveId.safeParse(asked ?? code.program_live_id);
  if (!live.success) throw new ApiError('live_not_found');
  await openLive(deps, trx, code, { memberId, programLiveId: live.data });
  return { kind: 'live', coins: 0, program_live_id: live.data };
}
