import { createHmac, timingSafeEqual } from 'node:crypto';
import type { OtpPurpose } from '@sangwian/contract/endpoints/registration';

export interface OtpIdentity {
  readonly reference: string;
  readonly purpose: OtpPurpose;
  /** E.164. */
  readonly phone: string;
}

/** Hashes a code together with its reference, purpose and phone. */
export const hashCode = (secret: string, otp: OtpIdentity, code: string): Buffer =>
  createHmac('sha256', secret)
    .update([otp.reference, otp.purpose, otp.phone, code].join('\n'))
    .digest();

export const isCode = (
  secret: string,
  otp: OtpIdentity,
  storedHash: Buffer,
  code: string,
): boolean => timingSafeEqual(hashCode(secret, otp, code), storedHash);
