import { ApiError } from '@sangwian/node-kit/api-error';
import type { Bearer } from '../../../platform/http/handler.ts';
import type { PasswordDeps } from './password-deps.ts';
import { parsePin } from './pin-rules.ts';
import { verifySecret } from './verify-secret.ts';

export interface OwnerSecrets {
  readonly password: string | undefined;
  readonly pin: string | undefined;
}

/**
 * Records a proof of ownership in the current session, which is valid for some minutes, after a correct password or
 * PIN. Without a secret in the request it only returns the current state.
 *
 * @returns until when the proof is valid; a time in the past if a new proof is needed
 * @throws {ApiError} `password_incorrect`, `pin_incorrect`, also if the member has not set that secret; `rate_limited`,
 *   with the end of the lock
 */
export async function confirmOwner(
  { members, sessions, limits }: PasswordDeps,
  bearer: Bearer,
  { password, pin }: OwnerSecrets,
): Promise<Date> {
  if (password === undefined && pin === undefined) return sessions.findFreshUntil(bearer);
  const { memberId, sessionId } = bearer;
  const row = await members.find({ memberId });
  if (row === undefined) throw new ApiError('member_not_found');
  const guess = { account: memberId, caller: `session ${sessionId}` } as const;
  if (password !== undefined) {
    await verifySecret(
      limits,
      { secret: 'password', ...guess },
      { hash: row.password_hash, secret: password, refusal: 'password_incorrect' },
    );
  }
  if (pin !== undefined) {
    await verifySecret(
      limits,
      { secret: 'pin', ...guess },
      { hash: row.pin_hash, secret: parsePin(pin) ?? '', refusal: 'pin_incorrect' },
    );
  }
  await sessions.confirm(bearer);
  return sessions.requireFresh(bearer);
}
