import { ApiError } from '@sangwian/node-kit/api-error';
import type { Bearer } from '../../../platform/http/handler.ts';
import type { PasswordDeps } from './password-deps.ts';
import { parsePin } from './pin-rules.ts';
import { verifySecret } from './verify-secret.ts';

export interface ShownSecrets {
  readonly password: string | undefined;
  readonly pin: string | undefined;
}

/**
 * Takes whoever is signed in for the owner for some minutes, for a password or PIN that is right; without either it
 * only looks, and an old sign-in is no error.
 *
 * @returns until when, in the past where a proof is needed
 * @throws {ApiError} `password_incorrect`, `pin_incorrect`, also of who has none; `rate_limited`, with the time when
 *   the lock ends
 */
export async function confirmOwner(
  { members, sessions, limits }: PasswordDeps,
  bearer: Bearer,
  { password, pin }: ShownSecrets,
): Promise<Date> {
  if (password === undefined && pin === undefined) return sessions.findFreshUntil(bearer);
  const { memberId, sessionId } = bearer;
  const row = await members.find({ memberId });
  if (row === undefined) throw new ApiError('member_not_found');
  const guess = { whose: memberId, trier: `session ${sessionId}` } as const;
  if (password !== undefined) {
    await verifySecret(
      limits,
      { what: 'password', ...guess },
      { hash: row.password_hash, secret: password, refusal: 'password_incorrect' },
    );
  }
  if (pin !== undefined) {
    await verifySecret(
      limits,
      { what: 'pin', ...guess },
      { hash: row.pin_hash, secret: parsePin(pin) ?? '', refusal: 'pin_incorrect' },
    );
  }
  await sessions.confirm(bearer);
  return sessions.requireFresh(bearer);
}
