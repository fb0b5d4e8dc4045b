import type { ErrorCode } from '@sangwian/contract/errors/codes';

/** The columns of a code that the rules use. */
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

/** The fields of a live that the rules use. */
export interface LiveToOpen {
  readonly status: 'not_started' | 'in_progress' | 'ended';
  readonly access: 'free' | 'premium';
}

/** Returns why a code cannot be used now; `null` if it can be used. */
export function codeErrorOf(
  code: Pick<CodeFacts, 'disabled_at' | 'starts_at' | 'expires_at'>,
  now: Date,
): ErrorCode | null {
  if (code.disabled_at !== null) return 'redeem_unusable';
  if (code.expires_at !== null && code.expires_at <= now) return 'redeem_expired';
  if (code.starts_at !== null && code.starts_at > now) return 'redeem_unusable';
  return null;
}

/**
 * Returns why a code cannot be used in the wallet or on a live's page; `null` if it can. A coin code is used
 * in the wallet. A live code unlocks the live on whose page it is used. In the wallet it is accepted only if
 * it is for a specific live.
 *
 * @param asked the live on whose page the code is used; `null` for the wallet
 */
export function placeErrorOf(
  code: Pick<CodeFacts, 'kind' | 'program_live_id'>,
  asked: string | null,
): ErrorCode | null {
  if (code.kind === 'coin') return asked === null ? null : 'redeem_unusable_for_live';
  if (asked === null) return code.program_live_id === null ? 'redeem_unusable_for_coin' : null;
  const isOther = code.program_live_id !== null && code.program_live_id !== asked;
  return isOther ? 'redeem_unusable_for_live' : null;
}

/** Returns why a code cannot unlock a live, because the live is free or over; `null` if it can. */
export const liveErrorOf = ({ access, status }: LiveToOpen): ErrorCode | null =>
  access === 'free' || status === 'ended' ? 'redeem_unusable_for_live' : null;

/** Returns why a member cannot use a code again. */
export const repeatedUseErrorOf = ({ per_member }: Pick<CodeFacts, 'per_member'>): ErrorCode =>
  per_member === 'once' ? 'redeem_already_used' : 'redeem_limit_reached';

/** Returns why a use of a code could not be counted. */
export function limitErrorOf(code: CodeFacts, now: Date): ErrorCode {
  const isUsedUp = code.uses_max !== null && code.used_count >= code.uses_max;
  if (isUsedUp) return code.uses_max === 1 ? 'redeem_already_used' : 'redeem_limit_reached';
  return codeErrorOf(code, now) ?? 'redeem_limit_reached';
}
