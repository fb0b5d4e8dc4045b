import { LIMITS } from '@sangwian/contract/limits';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely, Transaction } from 'kysely';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/database.ts';
import type { Bearer } from '../../http/handler.ts';
import type { OtpSettings } from '../../otp-settings.ts';
import type { Proofs } from '../proofs/proofs.module.ts';
import type { OtpStore } from './otp.store.ts';
import { isCode } from './otp-hash.ts';
import type { OtpLimits } from './otp-limits.ts';
import type { OtpMetrics } from './otp-metrics.ts';
import { readCode, readReference } from './otp-rules.ts';

export interface VerifyOtpDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly proofs: Pick<Proofs, 'issue'>;
  readonly settings: OtpSettings;
  readonly store: OtpStore;
  readonly limits: OtpLimits;
  readonly metrics: OtpMetrics;
}

export interface VerifyOtpInput {
  readonly otp_ref: string;
  readonly otp: string;
  readonly bearer: Bearer | null;
  readonly ip: string;
}

export interface VerifiedOtp {
  readonly otp_token: string;
  readonly expires_at: string;
}

type Outcome = VerifiedOtp | 'otp_invalid' | 'otp_expired';

/** The try is counted whatever comes of it, so a wrong code is an outcome and no exception, which would undo it. */
async function tryCode(
  { clock, proofs, settings, store, metrics }: VerifyOtpDeps,
  trx: Transaction<Database>,
  { reference, code, memberId }: { reference: string; code: string; memberId: string | null },
): Promise<Outcome> {
  const now = clock();
  const triesMax = LIMITS.otpTriesMax;
  const row = await store.countTry(trx, reference, { memberId, now, triesMax });
  if (row === undefined) {
    return (await store.exists(trx, reference)) ? 'otp_expired' : 'otp_invalid';
  }
  const { purpose, phone } = row;
  if (!isCode(settings.secret, { reference, purpose, phone }, row.code_hash, code)) {
    return 'otp_invalid';
  }
  await store.verify(trx, reference, now);
  const { token, expiresAt } = await proofs.issue(trx, {
    purpose,
    phone,
    ...(row.member_id === null ? {} : { memberId: row.member_id }),
  });
  metrics.verified(purpose);
  return { otp_token: token, expires_at: expiresAt.toISOString() };
}

/**
 * Changes an OTP for a token of its purpose and phone, once; for linking and deleting only the member who asked gets it.
 *
 * @throws {ApiError} `otp_invalid`: not these six digits; `otp_expired`: too late, tried too often, used, or followed by
 *   a newer one; `rate_limited`
 */
export async function verifyOtp(deps: VerifyOtpDeps, input: VerifyOtpInput): Promise<VerifiedOtp> {
  const { db, limits } = deps;
  const reference = readReference(input.otp_ref);
  const code = readCode(input.otp);
  // What cannot be an OTP is no try at one.
  if (reference === null || code === null) throw new ApiError('otp_invalid');
  await limits.beginTry(input.ip);
  const memberId = input.bearer?.memberId ?? null;
  const outcome = await db
    .transaction()
    .execute((trx) => tryCode(deps, trx, { reference, code, memberId }));
  if (typeof outcome === 'string') throw new ApiError(outcome);
  await limits.endTry(input.ip);
  return outcome;
}
