import { createHmac, timingSafeEqual } from 'node:crypto';
import type { OtpPurpose } from '@sangwian/contract/endpoints/registration';

export interface OtpIdentity {
  readonly reference: string;
  readonly purpose: OtpPurpose;
  /** E.164. */
  readonly phone: string;
}

/** What is kept of a code; worth nothing for another message, purpose or phone. */
export const hashCode = (secret: string, otp: OtpIdentity, code: string): Buffer =>
  createHmac('sha256', secret)
    .update([otp.reference, otp.purpose, otp.phone, code].join('\n'))
    .digest();

/** Whether this is the code that was sent. */
export const isCode = (secret: string, otp: OtpIdentity, kept: Buffer, code: string): boolean =>
  timingSafeEqual(hashCode(secret, otp, code), kept);
