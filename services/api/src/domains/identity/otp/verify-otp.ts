import type { OtpPurpose } from '@sangwian/contract/endpoints/registration';
import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely, Transaction } from 'kysely';
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
import type { OtpSettings } from './otp-settings.ts';
import { recipientKindOf } from './send-otp.ts';

export interface VerifyOtpDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly proofs: Pick<Proofs, 'issue'>;
  readonly members: Pick<Members, 'find'>;
  readonly sessions: Pick<Sessions, 'isOwnDevice' | 'keepDevice'>;
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

/** What a right code proved. */
interface Proven {
  readonly verified: VerifiedOtp;
  readonly purpose: OtpPurpose;
  readonly phone: string;
}

type Outcome = Proven | 'otp_invalid' | 'otp_expired' | 'unknown';

interface OtpTry {
  readonly reference: string;
  readonly code: string;
  readonly memberId: string | null;
  readonly triesMax: number;
}

/** The try is counted whatever comes of it, so a wrong code is an outcome and no exception, which would undo it. */
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
 * Gives the message back to the limits, which hold against pumps, and gives the device a budget of its own where the
 * phone is a member's: from now on no stranger's guesses lock it out.
 */
async function rewardProof(
  { db, members, sessions, limits }: VerifyOtpDeps,
  { purpose, phone }: Proven,
  { ip, device }: VerifyOtpInput,
): Promise<void> {
  await limits.endTry(ip);
  // The owner's own device was never counted.
  if (await sessions.isOwnDevice(phone, device)) return;
  await limits.endSending({ phone, ip }, recipientKindOf(purpose));
  const owner = await members.find({ phone });
  if (owner === undefined) return;
  await sessions.keepDevice(db, owner.member_id as MemberId, device.remember());
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
  const { triesMax, refusal } = await limits.beginTry(input.ip);
  const memberId = input.bearer?.memberId ?? null;
  const outcome = await db
    .transaction()
    .execute((trx) => tryCode(deps, trx, { reference, code, memberId, triesMax }));
  if (typeof outcome === 'string') {
    if (refusal !== null && outcome !== 'otp_invalid') throw refusal;
    throw new ApiError(outcome === 'unknown' ? 'otp_invalid' : outcome);
  }
  await rewardProof(deps, outcome, input);
  return outcome.verified;
}
