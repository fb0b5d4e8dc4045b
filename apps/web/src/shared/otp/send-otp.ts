import type { RequestOf, ResponseOf } from '@sangwian/contract/contract';
import { LIMITS } from '@sangwian/contract/limits';
import { ApiError, ConnectionError } from '../api/api-error.ts';
import { callApi } from '../api/call-api.ts';

type Answer = ResponseOf<'POST /auth/member/send-otp'>['data'];
export type OtpPurpose = RequestOf<'POST /auth/member/send-otp'>['body']['purpose'];

/** An OTP that was sent. */
export interface SentOtp {
  readonly phone: string;
  readonly purpose: OtpPurpose;
  /** A reference that the text message also contains, to identify the OTP. */
  readonly otpRef: string;
  /** When another OTP can be requested, by this device's clock. */
  readonly resendAtMs: number;
  /** The token of the session that requested the OTP, if it is not the browser's session. */
  readonly bearer?: string | undefined;
}

const OTP_MS = LIMITS.otpMinutes * 60_000;

/**
 * Returns the time at which another OTP can be requested, by this device's clock. This clock may be wrong, so only the
 * length of the wait is taken from the server.
 */
export function resendTime(
  { expires_at, resend_after }: Pick<Answer, 'expires_at' | 'resend_after'>,
  now_ms: number,
): number {
  const sentAtMs = Date.parse(expires_at) - OTP_MS;
  return now_ms + Math.max(0, Date.parse(resend_after) - sentAtMs);
}

const detailOf = (error: ApiError, name: string): string =>
  error.body.details?.find(({ path }) => path === name)?.message ?? '';

/** Requests an OTP. If the server requires a proof of work, solves it and repeats the request. */
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
 * Sends an OTP by SMS.
 *
 * @param bearer the token of another session; by default this browser's
 * @throws {ApiError} as `POST /auth/member/send-otp`; `otp_connection` without a network
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
  const resendAtMs = resendTime(data, Date.now());
  return { phone, purpose, otpRef: data.otp_ref, resendAtMs, bearer };
}
