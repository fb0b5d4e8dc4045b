import { randomInt } from 'node:crypto';
import type { Language } from '@sangwian/contract/endpoints/member';
import type { OtpPurpose } from '@sangwian/contract/endpoints/registration';
import { LIMITS } from '@sangwian/contract/limits';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import type { OtpSettings } from '../../../config/otp-settings.ts';
import type { Device } from '../../../platform/http/caller-cookies.ts';
import type { Bearer } from '../../../platform/http/handler.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import { type MemberRow, type Members, parsePhone } from '../members/members.module.ts';
import type { Sessions } from '../sessions/sessions.module.ts';
import type { Sms } from '../sms/sms.module.ts';
import type { OtpStore } from './otp.store.ts';
import { hashCode } from './otp-hash.ts';
import type { OtpCall, OtpLimits, OtpRecipientKind } from './otp-limits.ts';
import { writeOtpMessage } from './otp-message.ts';
import type { OtpMetrics } from './otp-metrics.ts';
import {
  findResendTime,
  isServed,
  makeCode,
  makeReference,
  OWNER_CAPS,
  PHONE_CAPS,
  type PhoneCaps,
} from './otp-rules.ts';
import type { SolvedWork } from './otp-work.ts';

const DAY_MS = 86_400_000;
const REFERENCE_TRIES_MAX = 5;

export interface SendOtpDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly members: Pick<Members, 'find'>;
  readonly sessions: Pick<Sessions, 'isOwnDevice'>;
  readonly sms: Sms;
  readonly settings: OtpSettings;
  readonly store: OtpStore;
  readonly limits: OtpLimits;
  readonly metrics: OtpMetrics;
}

export interface SendOtpInput {
  readonly phone: string;
  readonly purpose: OtpPurpose;
  readonly bearer: Bearer | null;
  /** The error of an invalid bearer token; the handler throws it if the purpose needs a sign-in. */
  readonly bearerRefusal: ApiError | null;
  readonly ip: string;
  readonly device: Device;
  /** The language of the page. */
  readonly language: Language;
  /** The solved challenge of an earlier response. */
  readonly work: SolvedWork | undefined;
}

export interface SentOtp {
  readonly otp_ref: string;
  readonly expires_at: string;
  readonly resend_after: string;
}

interface Recipient {
  /** E.164. */
  readonly phone: string;
  /** The only member who may use the OTP; `null` if anyone with the code may. */
  readonly memberId: string | null;
  readonly language: Language;
}

interface Sending {
  readonly call: OtpCall;
  /** True for a member's phone on one of that member's own devices. Only the limits per phone then apply. */
  readonly isOwner: boolean;
  readonly solvedBits: number;
}

/**
 * Returns the budget that a message counts against. Messages for registering and linking go to phones without a member,
 * and anyone can make up such numbers.
 */
export const recipientKindOf = (purpose: OtpPurpose): OtpRecipientKind =>
  purpose === 'register' || purpose === 'link' ? 'new' : 'member';

/** Returns the signed-in member. @throws {ApiError} `token_missing`, or the error of the bearer token */
async function requireBearer(
  { members }: SendOtpDeps,
  { bearer, bearerRefusal }: SendOtpInput,
): Promise<MemberRow> {
  if (bearer === null) throw bearerRefusal ?? new ApiError('token_missing');
  const row = await members.find({ memberId: bearer.memberId });
  if (row === undefined) throw new ApiError('token_invalid');
  return row;
}

/**
 * Finds the recipient. The responses for registering and resetting reveal whether the phone is registered, as the
 * specification requires, so such lookups have a limit. Linking reveals this only after the phone is proven.
 */
async function findRecipient(
  deps: SendOtpDeps,
  { call, isOwner, solvedBits }: Sending,
  input: SendOtpInput,
): Promise<Recipient> {
  const { purpose, language } = input;
  const { phone } = call;
  if (purpose === 'link' || purpose === 'delete') {
    const row = await requireBearer(deps, input);
    if (purpose === 'delete' && row.phone !== phone) throw new ApiError('otp_user_not_found');
    return { phone, memberId: row.member_id, language: row.language };
  }
  if (!isOwner) await deps.limits.countLookup(call, solvedBits);
  const row = await deps.members.find({ phone });
  if (purpose === 'register' && row !== undefined) throw new ApiError('phone_exists_log_in');
  if (purpose === 'reset' && row === undefined) throw new ApiError('phone_not_found');
  if (!isOwner) await deps.limits.uncountLookup(call);
  return { phone, memberId: null, language: row?.language ?? language };
}

interface SavedOtp {
  readonly reference: string;
  readonly code: string;
  readonly sentAt: Date;
  readonly expiresAt: Date;
}

/**
 * Saves a new OTP and ends the earlier OTPs of its purpose. Locks the phone, so that concurrent requests run one after
 * the other.
 */
async function saveOtp(
  { db, clock, store, settings }: SendOtpDeps,
  purpose: OtpPurpose,
  { phone, memberId }: Recipient,
  caps: PhoneCaps,
): Promise<SavedOtp> {
  return db.transaction().execute(async (trx) => {
    await store.lockPhone(trx, phone);
    const sentAt = clock();
    const dayAgo = new Date(sentAt.getTime() - DAY_MS);
    const before = await store.findSent(trx, phone, dayAgo, caps.perDayMax);
    const due = findResendTime(before, caps, sentAt);
    if (due !== null) {
      throw new ApiError('rate_limited', {
        retryAfterS: (due.getTime() - sentAt.getTime()) / 1000,
      });
    }
    const expiresAt = new Date(sentAt.getTime() + LIMITS.otpMinutes * 60_000);
    const code = makeCode(randomInt);
    for (let tries = 0; tries < REFERENCE_TRIES_MAX; tries += 1) {
      const reference = makeReference(randomInt);
      const codeHash = hashCode(settings.secret, { reference, purpose, phone }, code);
      const otp = { reference, purpose, phone, memberId, codeHash, sentAt, expiresAt };
      if (!(await store.add(trx, otp))) continue;
      await store.endOthers(trx, otp);
      return { reference, code, sentAt, expiresAt };
    }
    throw new Error('no free OTP reference was found');
  });
}

/**
 * Counts the message and then saves the OTP. An owner on one of their own devices shares no budget with strangers.
 *
 * @throws {ApiError} `otp_work_needed`, `rate_limited`
 */
async function saveWithinLimits(
  deps: SendOtpDeps,
  { call, isOwner, solvedBits }: Sending,
  purpose: OtpPurpose,
  recipient: Recipient,
): Promise<SavedOtp> {
  if (isOwner) return saveOtp(deps, purpose, recipient, OWNER_CAPS);
  const kind = recipientKindOf(purpose);
  await deps.limits.countMessage(call, kind, solvedBits);
  return saveOtp(deps, purpose, recipient, PHONE_CAPS).catch(async (error: unknown) => {
    await deps.limits.uncountMessage(call, kind);
    throw error;
  });
}

/**
 * Sends a one-time password by SMS.
 *
 * @throws {ApiError} `phone_invalid`, `phone_country_unserved`, `phone_not_found`, `phone_exists_log_in`,
 *   `otp_user_not_found`, `token_missing`, `token_invalid`, `member_banned`, `member_suspended`, `member_closed`,
 *   `rate_limited`, `otp_connection`, `otp_unknown`, `otp_work_needed` with a challenge
 */
export async function sendOtp(deps: SendOtpDeps, input: SendOtpInput): Promise<SentOtp> {
  const { limits, metrics, settings, sms, store, clock } = deps;
  const { purpose, ip, work } = input;
  const phone = parsePhone(input.phone);
  if (phone === null) throw new ApiError('phone_invalid');
  if (!isServed(phone, settings.countries)) throw new ApiError('phone_country_unserved');
  const call: OtpCall = { phone, ip, work };
  const isOwner = await deps.sessions.isOwnDevice(phone, input.device);
  const solvedBits = isOwner ? 0 : await limits.readWork(call);
  const sending: Sending = { call, isOwner, solvedBits };
  const recipient = await findRecipient(deps, sending, input);
  const otp = await saveWithinLimits(deps, sending, purpose, recipient);
  const { reference, code, sentAt, expiresAt } = otp;
  const { language } = recipient;
  try {
    await sms.send({ phone, text: writeOtpMessage({ code, reference, purpose, language }) });
  } catch (error) {
    metrics.failed();
    await store.fail(reference, clock());
    throw error;
  }
  metrics.sent(purpose);
  return {
    otp_ref: reference,
    expires_at: expiresAt.toISOString(),
    resend_after: new Date(sentAt.getTime() + LIMITS.otpResendS * 1000).toISOString(),
  };
}
