import type { RequestOf, ResponseOf } from '@sangwian/contract/contract';
import { LIMITS } from '@sangwian/contract/limits';
import { ApiError, ConnectionError } from '../api/api-error.ts';
import { callApi } from '../api/call-api.ts';

type Answer = ResponseOf<'POST /auth/member/send-otp'>['data'];
export type OtpPurpose = RequestOf<'POST /auth/member/send-otp'>['body']['purpose'];

/** An OTP that is on its way. */
export interface SentOtp {
  readonly phone: string;
  readonly purpose: OtpPurpose;
  /** Stands in the message too, so that the fan knows which one is meant. */
  readonly otpRef: string;
  /** When another one may be asked for, by this device's clock. */
  readonly resendAt_ms: number;
  /** Of a session that is not this browser's, where one asked. */
  readonly bearer?: string | undefined;
}

const OTP_MS = LIMITS.otpMinutes * 60_000;

/**
 * When another OTP may be asked for, by this device's clock, which may be wrong: only the length of the wait is the
 * server's.
 */
export function resendTime(
  { expires_at, resend_after }: Pick<Answer, 'expires_at' | 'resend_after'>,
  now_ms: number,
): number {
  const sentAt_ms = Date.parse(expires_at) - OTP_MS;
  return now_ms + Math.max(0, Date.parse(resend_after) - sentAt_ms);
}

const detailOf = (error: ApiError, name: string): string =>
  error.body.details?.find(({ path }) => path === name)?.message ?? '';

/** Asks for an OTP; where the server wants a proof of work first, once more with that. */
async function requestOtp(
  phone: string,
  purpose: OtpPurpose,
  bearer: string | undefined,
): Promise<Answer> {
  const body = { phone, purpose };
  const options = bearer === undefined ? {} : { bearer };
  try {
    return (await callApi('POST /auth/member/send-otp', { body }, options)).data;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 'otp_work_needed') throw error;
    const { solveWork } = await import('./solve-work.ts');
    const work = await solveWork(detailOf(error, 'challenge'), Number(detailOf(error, 'bits')));
    return (await callApi('POST /auth/member/send-otp', { body: { ...body, work } }, options)).data;
  }
}

/**
 * Has an OTP sent by SMS.
 *
 * @param bearer of a session that is not this browser's; without it the browser's own, where there is one
 * @throws {ApiError} as `POST /auth/member/send-otp`; without a network `otp_connection`, which the catalogue has for it
 */
export async function sendOtp(
  phone: string,
  purpose: OtpPurpose,
  bearer?: string,
): Promise<SentOtp> {
  const data = await requestOtp(phone, purpose, bearer).catch((error: unknown) => {
    throw error instanceof ConnectionError
      ? new ApiError({ status: 'otp_connection', message: 'Connection error.' }, 503)
      : error;
  });
  const resendAt_ms = resendTime(data, Date.now());
  return { phone, purpose, otpRef: data.otp_ref, resendAt_ms, bearer };
}
