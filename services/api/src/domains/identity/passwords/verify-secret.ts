import type { ErrorCode } from '@sangwian/contract/errors/codes';
import { ApiError } from '@sangwian/node-kit/api-error';
import { verifyPassword } from '../members/members.module.ts';
import type { Guess, GuessLimits } from './guess-limits.ts';

/**
 * Verifies a PIN or password within the limits on guesses. Without a hash it takes the same time and always fails.
 *
 * @throws {ApiError} `refusal` if it is wrong; `rate_limited`
 */
export async function verifySecret(
  limits: GuessLimits,
  guess: Guess,
  { hash, secret, refusal }: { hash: string | null; secret: string; refusal: ErrorCode },
): Promise<void> {
  await limits.begin(guess);
  if (!(await verifyPassword(hash, secret, guess.account))) throw new ApiError(refusal);
  await limits.succeed(guess);
}
