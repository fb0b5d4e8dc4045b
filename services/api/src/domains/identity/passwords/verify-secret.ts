import type { ErrorCode } from '@sangwian/contract/errors/codes';
import { ApiError } from '@sangwian/node-kit/api-error';
import { verifyPassword } from '../members/members.module.ts';
import type { Guess, GuessLimits } from './guess-limits.ts';

/**
 * Whether a PIN or password is the one behind the hash, within the limits on guessing. Without a hash it costs the
 * same and is never right.
 *
 * @throws {ApiError} `refusal` where it is not; `rate_limited`, whether it is or not
 */
export async function verifySecret(
  limits: GuessLimits,
  guess: Guess,
  { hash, secret, refusal }: { hash: string | null; secret: string; refusal: ErrorCode },
): Promise<void> {
  await limits.begin(guess);
  if (!(await verifyPassword(hash, secret, guess.whose))) throw new ApiError(refusal);
  await limits.succeed(guess);
}
