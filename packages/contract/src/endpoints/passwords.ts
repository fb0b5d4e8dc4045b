import { z } from 'zod';
import { endpoints } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';

const password = z.string().max(LIMITS.passwordCharsMax);
const pin = z.string().max(32);
const token = z.string().min(1).max(200);

export const passwordEndpoints = endpoints({
  'PUT /auth/member/resetPassword': {
    summary: 'Change the own password; every other session ends',
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
    summary: 'Set a new password by OTP or PIN; every session ends',
    tag: 'Member',
    caller: 'browser',
    identity: 'visitor',
    body: z.strictObject({
      /** Of `verify-otp`, purpose `reset`. One of the two tokens, never both. */
      otp_token: token.optional(),
      /** Of `checkPin`, purpose `reset`. */
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
      'Show to be the owner of the account, by password or PIN; with neither it says until when that is known',
    tag: 'Member',
    caller: 'browser',
    identity: 'member',
    body: z.strictObject({ password: password.optional(), pin: pin.optional() }),
    data: z.object({
      /**
       * Until then ways to sign in may be linked and unlinked, and the account deleted, without another proof. In the
       * past where a proof is needed.
       */
      fresh_until: z.iso.datetime(),
    }),
    errors: ['password_incorrect', 'pin_incorrect'],
  },
  'PUT /auth/member/createPin': {
    summary: 'Set a PIN where there is none',
    tag: 'Member',
    caller: 'browser',
    identity: 'member',
    body: z.strictObject({
      pin,
      confirm_pin: pin,
      /** Of whoever has one: a sign-in left open somewhere must not be enough. */
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
      'Check a PIN: the own one, or on a known device that of a phone, to set a new password',
    tag: 'Member',
    caller: 'browser',
    identity: 'visitor',
    body: z.strictObject({
      /** Without it: the bearer's own. */
      phone: z.string().min(1).max(LIMITS.phoneCharsMax).optional(),
      pin,
      purpose: z.enum(['reset', 'delete']),
      /** Where this device is not known: of `verify-otp`, purpose `reset`, for the same phone. */
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
