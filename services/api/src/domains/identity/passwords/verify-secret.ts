import type { ErrorCode } from '@sangwian/contract/errors/codes';
import { ApiError } from '@sangwian/node-kit/api-error';
import { verifyPassword } from '../members/members.module.ts';
import type { Guess, GuessLimits } from './guess-limits.ts';

/**
 * Verifies a PIN or password within the limits of guesses. Without a stored hash the check takes the same time and
 * always fails.
 *
 * @throws {ApiError} `refusal` if the secret is wrong; `rate_limited`; `unavailable` if too many requests wait
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
