import type { ErrorCode } from '@sangwian/contract/errors/codes';

/** What a code says of itself, as its row has it. */
export interface CodeFacts {
  readonly kind: 'coin' | 'live';
  readonly program_live_id: string | null;
  readonly starts_at: Date | null;
  readonly expires_at: Date | null;
  readonly disabled_at: Date | null;
  readonly uses_max: number | null;
  readonly used_count: number;
  readonly per_member: 'once' | 'daily';
}

/** The live that a code is to open, as far as it matters here. */
export interface LiveToOpen {
  readonly status: 'not_started' | 'in_progress' | 'ended';
  readonly access: 'free' | 'premium';
}

/** Why a code cannot be used by anybody now; `null` where it can, as far as it says itself. */
export function refusalNow(
  code: Pick<CodeFacts, 'disabled_at' | 'starts_at' | 'expires_at'>,
  now: Date,
): ErrorCode | null {
  if (code.disabled_at !== null) return 'redeem_unusable';
  if (code.expires_at !== null && code.expires_at <= now) return 'redeem_expired';
  if (code.starts_at !== null && code.starts_at > now) return 'redeem_unusable';
  return null;
}

/**
 * Where a code is used, against what it is for. A coin code is no key to a live. A live code opens the live that it is
 * used at; in the wallet the one that it names, and is of no use there where it names none.
 *
 * @param asked the live that it is used at; `null`: in the wallet
 */
export function refusalOfPlace(
  code: Pick<CodeFacts, 'kind' | 'program_live_id'>,
  asked: string | null,
): ErrorCode | null {
  if (code.kind === 'coin') return asked === null ? null : 'redeem_unusable_for_live';
  if (asked === null) return code.program_live_id === null ? 'redeem_unusable_for_coin' : null;
  const isOther = code.program_live_id !== null && code.program_live_id !== asked;
  return isOther ? 'redeem_unusable_for_live' : null;
}

/** A code is not spent on what is open to everybody, or over. */
export const refusalOfLive = ({ access, status }: LiveToOpen): ErrorCode | null =>
  access === 'free' || status === 'ended' ? 'redeem_unusable_for_live' : null;

/** Why a member who has used it may not again. */
export const refusalOfMember = ({ per_member }: Pick<CodeFacts, 'per_member'>): ErrorCode =>
  per_member === 'once' ? 'redeem_already_used' : 'redeem_limit_reached';

/** Why a code that is used up is: of a one-time code somebody has used it already. */
export function refusalOfCount(code: CodeFacts, now: Date): ErrorCode {
  const isUsedUp = code.uses_max !== null && code.used_count >= code.uses_max;
  if (isUsedUp) return code.uses_max === 1 ? 'redeem_already_used' : 'redeem_limit_reached';
  return refusalNow(code, now) ?? 'redeem_limit_reached';
}
