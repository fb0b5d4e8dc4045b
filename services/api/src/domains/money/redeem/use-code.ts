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
import type { CodeHolder, CodeHolders, LiveUnlocks, PastPhones } from './redeem-ports.ts';
import {
  codeErrorOf,
  limitErrorOf,
  liveErrorOf,
  placeErrorOf,
  repeatedUseErrorOf,
} from './redeem-rules.ts';

export interface UseCodeDeps {
  readonly clock: Clock;
  readonly store: RedeemStore;
  readonly members: CodeHolders;
  readonly pastPhones: PastPhones;
  readonly wallet: Pick<Wallet, 'credit'>;
  readonly unlocks: LiveUnlocks;
}

export interface CodeUseRequest {
  readonly memberId: MemberId;
  /** As typed by the member. */
  readonly code: string;
  /** The live on whose page the code is used; `null` for the wallet. */
  readonly programLiveId: string | null;
}

type RedeemResult = Omit<ResponseOf<'POST /redeem/useRedeem'>['data'], 'balance'>;

const refuse = (code: ConstructorParameters<typeof ApiError>[0] | null): void => {
  if (code !== null) throw new ApiError(code);
};

/** Returns the text that identifies a person across accounts: the phone number, or the partner's member id. */
function holderOf({ phone, map_system_id: system, map_member_id: id }: CodeHolder): string | null {
  if (phone !== null) return phone;
  return system === null || id === null ? null : `partner:${system}:${id}`;
}

/**
 * Adds a member's use of a code.
 *
 * @throws {ApiError} `redeem_already_used`, `redeem_limit_reached`
 */
async function addUse(
  { store, members, pastPhones, clock }: UseCodeDeps,
  trx: Transaction<Database>,
  code: CodeRow,
  { memberId, programLiveId }: Pick<CodeUseRequest, 'memberId' | 'programLiveId'>,
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
  // Earlier accounts with this phone number count as the same person.
  const earlier = hash === null ? [] : await pastPhones.findEarlierOwners(trx, hash);
  const isUsed = await store.hasUse(trx, use, [memberId, ...earlier]);
  if (isUsed || !(await store.addUse(trx, use))) refuse(repeatedUseErrorOf(code));
  return use;
}

/** Counts the use if the code has a limit. Call this last, since it locks the code until the commit. */
async function countUse(
  { store, clock }: UseCodeDeps,
  trx: Transaction<Database>,
  code: CodeRow,
): Promise<void> {
  if (code.uses_max === null && code.uses_per_day_max === null) return;
  const now = clock();
  if (await store.count(trx, code.redeem_code_id, { now, day: bangkokDay(now) })) return;
  const latest = (await store.findCode(trx, code.code)) ?? code;
  refuse(limitErrorOf(latest, now));
}

async function creditCoins(
  deps: UseCodeDeps,
  trx: Transaction<Database>,
  code: CodeRow,
  memberId: MemberId,
): Promise<number> {
  const coins = code.amount_coins ?? 0;
  const use = await addUse(deps, trx, code, { memberId, programLiveId: null });
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

/** Unlocks a live. The code is not used up if the member has already unlocked the live. */
async function unlockLive(
  deps: UseCodeDeps,
  trx: Transaction<Database>,
  code: CodeRow,
  { memberId, programLiveId }: { memberId: MemberId; programLiveId: ProgramLiveId },
): Promise<void> {
  const live = await deps.unlocks.findLive(trx, programLiveId);
  if (live === null) throw new ApiError('live_not_found');
  refuse(liveErrorOf(live));
  if (!(await deps.unlocks.unlockByCode(trx, programLiveId, memberId))) return;
  await addUse(deps, trx, code, { memberId, programLiveId });
  await countUse(deps, trx, code);
}

/**
 * Uses a redeem code in the caller's transaction: credits coins or unlocks a live. The caller must roll back on an error.
 *
 * @throws {ApiError} `redeem_not_found`, `redeem_unusable`, `redeem_expired`, `redeem_unusable_for_live`,
 *   `redeem_unusable_for_coin`, `redeem_already_used`, `redeem_limit_reached`, `live_not_found`
 */
export async function applyCode(
  deps: UseCodeDeps,
  trx: Transaction<Database>,
  { memberId, code: typed, programLiveId }: CodeUseRequest,
): Promise<RedeemResult> {
  const code = await deps.store.findCode(trx, normaliseCode(typed));
  if (code === undefined) throw new ApiError('redeem_not_found');
  const asked = programLiveId?.toLowerCase() ?? null;
  refuse(codeErrorOf(code, deps.clock()));
  refuse(placeErrorOf(code, asked));
  if (code.kind === 'coin') {
    const coins = await creditCoins(deps, trx, code, memberId);
    return { kind: 'coin', coins, program_live_id: null };
  }
  const live = ProgramLiveId.safeParse(asked ?? code.program_live_id);
  if (!live.success) throw new ApiError('live_not_found');
  await unlockLive(deps, trx, code, { memberId, programLiveId: live.data });
  return { kind: 'live', coins: 0, program_live_id: live.data };
}
