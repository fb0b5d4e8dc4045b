import type { ErrorCode } from '@sangwian/contract/errors/codes';
import { ApiError } from '@sangwian/node-kit/api-error';
import { verifyPassword } from '../members/members.module.ts';
import type { Guess, GuessLimits } from './guess-limits.ts';

/**
 * Verifies a PIN or password within the limits on guesses. Without a hash it takes the same time and always fails.
 *
 * @throws {ApiError} `refusal` if it is wrong; `rate_limited`; `unavailable` if too many callers wait
 */
export async function verifySecret(
  limits: GuessLimits,
  guess: Guess,
  { hash, secret, refusal }: { hash: string | null; secret: string; refusal: ErrorCode },
): Promise<void> {
  await limits.begin(guess);
  const isCorrect = await verifyPassword(hash, secret, guess.account).catch(
    async (error: unknown) => {
      await limits.giveBack(guess);
      throw error;
    },
  );
  if (!isCorrect) throw new ApiError(refusal);
  await limits.succeed(guess);
}
