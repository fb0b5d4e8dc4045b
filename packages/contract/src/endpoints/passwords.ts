import { z } from 'zod';
import { endpoints } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';

const password = z.string().max(LIMITS.passwordCharsMax);
const pin = z.string().max(32);
const token = z.string().min(1).max(200);

export const passwordEndpoints = endpoints({
  'PUT /auth/member/resetPassword': {
    summary: 'Change the bearer’s password; revokes every other session',
    tag: 'Member',
    caller: 'browser',
    identity: 'member',
    body: z.strictObject({
      old_password: password,
      new_password: password,
      confirm_password: password,
    }),
    data: z.object({}),
    errors: ['old_password_invalid', 'password_weak', 'password_common', 'new_password_mismatch'],
  },
  'PUT /auth/resetPasswordMember': {
    summary: 'Reset a password by OTP or PIN; revokes every session',
    tag: 'Member',
    caller: 'browser',
    identity: 'visitor',
    body: z.strictObject({
      /** From `verify-otp`, purpose `reset`. Exactly one of the two tokens is required. */
      otp_token: token.optional(),
      /** From `checkPin`, purpose `reset`. */
      pin_token: token.optional(),
      new_password: password,
      confirm_password: password,
    }),
    data: z.object({}),
    errors: [
      'otp_token_invalid',
      'pin_token_invalid',
      'password_weak',
      'password_common',
      'new_password_mismatch',
    ],
  },
  'POST /auth/member/confirm': {
    summary:
      'Confirm the ownership of the account by password or PIN; without either, returns how long the last proof is valid',
    tag: 'Member',
    caller: 'browser',
    identity: 'member',
    body: z.strictObject({ password: password.optional(), pin: pin.optional() }),
    data: z.object({
      /**
       * Until then the member can link and unlink ways to sign in and delete the account without another proof. In the
       * past if a proof is needed.
       */
      fresh_until: z.iso.datetime(),
    }),
    errors: ['password_incorrect', 'pin_incorrect'],
  },
  'PUT /auth/member/createPin': {
    summary: 'Create a PIN',
    tag: 'Member',
    caller: 'browser',
    identity: 'member',
    body: z.strictObject({
      pin,
      confirm_pin: pin,
      /** Required if the member has one: an unattended session must not be enough. */
      password: password.optional(),
    }),
    data: z.object({}),
    errors: [
      'pin_invalid',
      'pin_common',
      'pin_mismatch',
      'pin_exists',
      'password_incorrect',
      'proof_needed',
    ],
  },
  'PUT /auth/member/changePin': {
    summary: 'Change the PIN',
    tag: 'Member',
    caller: 'browser',
    identity: 'member',
    body: z.strictObject({ old_pin: pin, new_pin: pin, confirm_pin: pin }),
    data: z.object({}),
    errors: ['pin_incorrect', 'pin_invalid', 'pin_common', 'pin_mismatch', 'pin_missing'],
  },
  'PUT /auth/member/checkPin': {
    summary:
      'Check a PIN: the bearer’s, or on a known device that of a phone number, to reset its password',
    tag: 'Member',
    caller: 'browser',
    identity: 'visitor',
    body: z.strictObject({
      /** Omitted: the bearer's PIN. */
      phone: z.string().min(1).max(LIMITS.phoneCharsMax).optional(),
      pin,
      purpose: z.enum(['reset', 'delete']),
      /** Required on an unknown device: from `verify-otp`, purpose `reset`, for the same phone. */
      otp_token: token.optional(),
    }),
    data: z.object({ pin_token: z.string(), expires_at: z.iso.datetime() }),
    errors: [
      'pin_incorrect',
      'pin_needs_otp',
      'otp_token_invalid',
      'token_missing',
      'token_invalid',
      'member_banned',
      'member_suspended',
      'member_closed',
    ],
  },
});
