import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import type { Device } from '../../../platform/http/caller-cookies.ts';
import { addressKey } from '../../../platform/http/rate-limits.ts';
import {
  type GuessCount,
  type Guesses,
  lockedFor,
} from '../../../platform/limits/guesses/guesses.module.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';

const QUARTER = 15;

/** Limits on unknown codes, against callers who guess named codes. Generated codes have 59 bits. */
export const REDEEM_GUESS_LIMITS = {
  perMember: { guessesMax: 10, minutes: QUARTER },
  perDevice: { guessesMax: 20, minutes: QUARTER },
  /**
   * Thousands of fans may share an IP address. Once its limit is reached, only callers with several wrong
   * codes are refused.
   */
  perAddress: { guessesMax: 300, minutes: QUARTER },
  /** Wrong codes that each member may still try once the limit of the IP address is reached. */
  perMemberAtFullAddress: { guessesMax: 3, minutes: QUARTER },
} as const;

export interface CodeCaller {
  readonly memberId: string;
  readonly device: Pick<Device, 'hash'>;
  readonly ip: string;
}

const counterOf = (
  name: keyof typeof REDEEM_GUESS_LIMITS,
  key: string,
  kept: keyof typeof REDEEM_GUESS_LIMITS = name,
): GuessCount => ({ ...REDEEM_GUESS_LIMITS[name], of: ['redeem', kept, key] });

/** The counters of the member and the device, which other callers cannot use up. */
const ownCountersOf = ({ memberId, device }: CodeCaller): GuessCount[] => [
  counterOf('perMember', memberId),
  ...(device.hash === null ? [] : [counterOf('perDevice', device.hash.toString('base64url'))]),
];

/** The counter of `perMember`, with the smaller limit. */
const memberCounterAtFullAddress = ({ memberId }: CodeCaller): GuessCount =>
  counterOf('perMemberAtFullAddress', memberId, 'perMember');

/**
 * Refuses a caller with too many wrong codes. Does not count the request.
 *
 * @throws {ApiError} `rate_limited`
 */
export async function requireGuessesLeft(
  { guesses, clock }: { readonly guesses: Guesses; readonly clock: Clock },
  caller: CodeCaller,
  on: Kysely<Database>,
): Promise<void> {
  const address = counterOf('perAddress', addressKey(caller.ip));
  const counters = [address, memberCounterAtFullAddress(caller), ...ownCountersOf(caller)];
  const [addressFull = null, fewLeft = null, ...own] = await guesses.findFull(counters, on);
  const until = own.find((date) => date !== null) ?? (addressFull === null ? null : fewLeft);
  if (until !== null) throw lockedFor(until, clock());
}

/**
 * Counts a wrong code.
 *
 * @throws {ApiError} `rate_limited`
 */
export async function countWrongCode(guesses: Guesses, caller: CodeCaller): Promise<void> {
  const isAddressFull = await guesses
    .begin([counterOf('perAddress', addressKey(caller.ip))])
    .then(() => false, isRateLimited);
  const [member, ...others] = ownCountersOf(caller);
  const own = isAddressFull || member === undefined ? memberCounterAtFullAddress(caller) : member;
  await guesses.begin([own, ...others]);
}

/** Returns `true` for a rate limit error. Rethrows any other error. */
function isRateLimited(error: unknown): boolean {
  if (error instanceof ApiError && error.code === 'rate_limited') return true;
  throw error;
}
