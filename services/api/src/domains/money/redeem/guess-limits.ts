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

/** Codes that nobody gave out. A code that is made has 59 bits, so these keep off who tries words. */
export const REDEEM_GUESS_LIMITS = {
  perMember: { guessesMax: 10, minutes: QUARTER },
  perDevice: { guessesMax: 20, minutes: QUARTER },
  /** An address may be that of thousands of fans who mistype. A full one refuses only who has mistyped often too. */
  perAddress: { guessesMax: 300, minutes: QUARTER },
  /** What a member has at a full address: strangers' guesses leave everybody a few of their own. */
  perMemberAtFullAddress: { guessesMax: 3, minutes: QUARTER },
} as const;

export interface Trier {
  readonly memberId: string;
  readonly device: Pick<Device, 'hash'>;
  readonly ip: string;
}

const countOf = (
  name: keyof typeof REDEEM_GUESS_LIMITS,
  who: string,
  kept: keyof typeof REDEEM_GUESS_LIMITS = name,
): GuessCount => ({ ...REDEEM_GUESS_LIMITS[name], of: ['redeem', kept, who] });

/** Counts of those who guess themselves, by what nobody else can use up. */
const ownCountsOf = ({ memberId, device }: Trier): GuessCount[] => [
  countOf('perMember', memberId),
  ...(device.hash === null ? [] : [countOf('perDevice', device.hash.toString('base64url'))]),
];

/** The same row as `perMember`, held against the smaller limit. */
const atFullAddress = ({ memberId }: Trier): GuessCount =>
  countOf('perMemberAtFullAddress', memberId, 'perMember');

/**
 * Refuses who has guessed too often, without counting.
 *
 * @throws {ApiError} `rate_limited`
 */
export async function refuseGuesser(
  { guesses, clock }: { readonly guesses: Guesses; readonly clock: Clock },
  trier: Trier,
  on: Kysely<Database>,
): Promise<void> {
  const address = countOf('perAddress', addressKey(trier.ip));
  const asked = [address, atFullAddress(trier), ...ownCountsOf(trier)];
  const [addressFull = null, fewLeft = null, ...own] = await guesses.findFull(asked, on);
  const until = own.find((date) => date !== null) ?? (addressFull === null ? null : fewLeft);
  if (until !== null) throw lockedFor(until, clock());
}

/**
 * Counts a wrong code.
 *
 * @throws {ApiError} `rate_limited`
 */
export async function countGuess(guesses: Guesses, trier: Trier): Promise<void> {
  const isAddressFull = await guesses
    .begin([countOf('perAddress', addressKey(trier.ip))])
    .then(() => false, isLimit);
  const [member, ...others] = ownCountsOf(trier);
  const own = isAddressFull || member === undefined ? atFullAddress(trier) : member;
  await guesses.begin([own, ...others]);
}

/** Whether a limit refused; any other failure is thrown on. */
function isLimit(error: unknown): boolean {
  if (error instanceof ApiError && error.code === 'rate_limited') return true;
  throw error;
}
