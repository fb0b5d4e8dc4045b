import type { OtpPurpose } from '@sangwian/contract/endpoints/registration';
import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely, Transaction } from 'kysely';
import type { OtpSettings } from '../../../config/otp-settings.ts';
import type { Device } from '../../../platform/http/caller-cookies.ts';
import type { Bearer } from '../../../platform/http/handler.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { Members } from '../members/members.module.ts';
import type { Proofs } from '../proofs/proofs.module.ts';
import type { Sessions } from '../sessions/sessions.module.ts';
import type { OtpStore } from './otp.store.ts';
import { isCode } from './otp-hash.ts';
import type { OtpLimits } from './otp-limits.ts';
import type { OtpMetrics } from './otp-metrics.ts';
import { readCode, readReference } from './otp-rules.ts';
import { recipientKindOf } from './send-otp.ts';

export interface VerifyOtpDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly proofs: Pick<Proofs, 'issue'>;
  readonly members: Pick<Members, 'find'>;
  readonly sessions: Pick<Sessions, 'isOwnDevice' | 'saveDevice'>;
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
  readonly device: Device;
}

export interface VerifiedOtp {
  readonly otp_token: string;
  readonly expires_at: string;
}

interface VerifiedPhone {
  readonly verified: VerifiedOtp;
  readonly purpose: OtpPurpose;
  readonly phone: string;
}

type Outcome = VerifiedPhone | 'otp_invalid' | 'otp_expired' | 'unknown';

interface OtpTry {
  readonly reference: string;
  readonly code: string;
  readonly memberId: string | null;
  readonly triesMax: number;
}

/** Checks a code. A wrong code is a return value, because an exception would roll back the counted try. */
async function tryCode(
  { clock, proofs, settings, store, metrics }: VerifyOtpDeps,
  trx: Transaction<Database>,
  { reference, code, memberId, triesMax }: OtpTry,
): Promise<Outcome> {
  const now = clock();
  const row = await store.countTry(trx, reference, { memberId, now, triesMax });
  if (row === undefined) {
    return (await store.exists(trx, reference)) ? 'otp_expired' : 'unknown';
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
  return { verified: { otp_token: token, expires_at: expiresAt.toISOString() }, purpose, phone };
}

/**
 * Removes the verified message and the correct try from the counters. If the phone belongs to a member, saves the
 * device as one of that member's own devices, so that strangers' guesses cannot lock the device out.
 */
async function rewardVerification(
  { db, members, sessions, limits }: VerifyOtpDeps,
  { purpose, phone }: VerifiedPhone,
  { ip, device }: VerifyOtpInput,
): Promise<void> {
  await limits.uncountTry(ip);
  // Messages that were requested on one of the owner's devices were not counted.
  if (await sessions.isOwnDevice(phone, device)) return;
  await limits.uncountVerified({ phone, ip }, recipientKindOf(purpose));
  const owner = await members.find({ phone });
  if (owner === undefined) return;
  await sessions.saveDevice(db, owner.member_id as MemberId, device.remember());
}

/**
 * Exchanges an OTP for a proof token of its purpose and phone, once. An OTP for linking or deleting works only for the
 * member who requested it.
 *
 * @throws {ApiError} `otp_invalid`: wrong code; `otp_expired`: expired, tried too often, used or replaced;
 *   `rate_limited`
 */
export async function verifyOtp(deps: VerifyOtpDeps, input: VerifyOtpInput): Promise<VerifiedOtp> {
  const { db, limits } = deps;
  const reference = readReference(input.otp_ref);
  const code = readCode(input.otp);
  // A malformed code does not count as a try.
  if (reference === null || code === null) throw new ApiError('otp_invalid');
  const { triesMax, refusal } = await limits.countTry(input.ip);
  const memberId = input.bearer?.memberId ?? null;
  const outcome = await db
    .transaction()
    .execute((trx) => tryCode(deps, trx, { reference, code, memberId, triesMax }));
  if (typeof outcome === 'string') {
    if (refusal !== null && outcome !== 'otp_invalid') throw refusal;
    throw new ApiError(outcome === 'unknown' ? 'otp_invalid' : outcome);
  }
  await rewardVerification(deps, outcome, input);
  return outcome.verified;
}
