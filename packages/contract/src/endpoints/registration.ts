import { z } from 'zod';
import { endpoints } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { Member } from './member.ts';

const phone = z.string().min(1).max(LIMITS.phoneCharsMax);
const password = z.string().max(LIMITS.passwordCharsMax);
/** Longer than a valid name, so that the name rule reports the error instead of the schema. */
const name = z.string().max(LIMITS.nameCharsMax * 8);

export const OtpPurpose = z.enum(['register', 'reset', 'link', 'delete']);
export type OtpPurpose = z.infer<typeof OtpPurpose>;

/** The response of a sign-in. */
export const SignedIn = z.object({ access_token: z.string(), member: Member });
export type SignedIn = z.infer<typeof SignedIn>;

const registration = {
  first_name: name,
  last_name: name,
  email: z
    .string()
    .max(LIMITS.emailCharsMax * 2)
    .optional(),
  birth_day: z.number().int(),
  birth_month: z.number().int(),
  /** Gregorian. */
  birth_year: z.number().int(),
  phone,
  gender: z.enum(['male', 'female', 'unspecified']),
  agree_terms: z.boolean(),
  /** From `verify-otp`, purpose `register`, for this phone; single use. */
  otp_token: z.string().min(1).max(200),
};

const registrationErrors = [
  'name_invalid',
  'email_invalid',
  'birth_date_invalid',
  'age_too_young',
  'phone_invalid',
  'phone_exists_log_in',
  'password_weak',
  'password_common',
  'password_mismatch',
  'terms_not_agreed',
  'otp_token_invalid',
  'registration_off',
] as const;

export const registrationEndpoints = endpoints({
  'POST /auth/member/register-v2': {
    summary: 'Register by phone, or complete a first sign-in with LINE',
    tag: 'Member',
    caller: 'browser',
    identity: 'visitor',
    body: z.strictObject({
      ...registration,
      /** Both are optional with a `registration_token`: the member signs in with LINE instead. */
      password: password.optional(),
      confirm_password: password.optional(),
      /** From `POST /auth/member/login`. */
      registration_token: z.string().min(1).max(200).optional(),
    }),
    data: SignedIn,
    status: 201,
    errors: [...registrationErrors, 'registration_token_invalid', 'line_linked'],
  },
  'POST /auth/member/register': {
    summary: 'Register after a first sign-in with Apple',
    tag: 'Member',
    caller: 'browser',
    identity: 'visitor',
    body: z.strictObject({
      ...registration,
      password: password.optional(),
      confirm_password: password.optional(),
      /** From `POST /auth/member/login-v3`. */
      registration_token: z.string().min(1).max(200),
    }),
    data: SignedIn,
    status: 201,
    errors: [...registrationErrors, 'registration_token_invalid', 'apple_linked'],
  },
  'POST /auth/member/send-otp': {
    summary: 'Send a one-time password by SMS',
    tag: 'Member',
    caller: 'browser',
    identity: 'visitor',
    body: z.strictObject({
      phone,
      purpose: OtpPurpose,
      /**
       * Proof of work after `otp_work_needed`: SHA-256 of `challenge.nonce` starts with as many zero bits as the
       * error's details demand. Valid once, for this phone, for five minutes.
       */
      work: z
        .strictObject({
          challenge: z.string().max(LIMITS.otpChallengeCharsMax),
          nonce: z.string().regex(/^\d{1,16}$/),
        })
        .optional(),
    }),
    data: z.object({
      /** Also part of the SMS, so that the fan recognises the right message. */
      otp_ref: z.string(),
      expires_at: z.iso.datetime(),
      /** When another one may be requested. */
      resend_after: z.iso.datetime(),
    }),
    errors: [
      'phone_invalid',
      'phone_country_unserved',
      'phone_not_found',
      'phone_exists_log_in',
      'otp_user_not_found',
      'otp_connection',
      'otp_unknown',
      'otp_work_needed',
      'token_missing',
      'token_invalid',
      'member_banned',
      'member_suspended',
      'member_closed',
      'registration_off',
    ],
  },
  'POST /auth/member/verify-otp': {
    summary: 'Exchange a one-time password for a token of its purpose',
    tag: 'Member',
    caller: 'browser',
    identity: 'visitor',
    body: z.strictObject({
      otp_ref: z.string().min(1).max(64),
      otp: z.string().min(1).max(32),
    }),
    data: z.object({ otp_token: z.string(), expires_at: z.iso.datetime() }),
    errors: ['otp_invalid', 'otp_expired'],
  },
});
