import { z } from 'zod';
import { endpoints } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { Member } from './member.ts';
import { SignedIn } from './registration.ts';

const token = z.string().min(1).max(200);
const code = z.string().min(1).max(2_048);
const nonce = z.string().min(16).max(200);
const redirectUri = z.string().min(1).max(500);

/** The result of LINE's authorization flow in the browser: an authorization code with PKCE. */
const lineCode = z.strictObject({
  code,
  code_verifier: z.string().min(43).max(128),
  nonce,
  redirect_uri: redirectUri,
});

/**
 * Apple posts its response to the API (`response_mode=form_post`), and the API stores the response under `state`.
 * `state` is the SHA-256 of a random `state_verifier`, as base64url. Only the browser that started the flow knows the
 * verifier, so no other browser can use the stored response.
 */
const appleState = z.strictObject({ state_verifier: z.string().min(43).max(128), nonce });

/** For a linked account of the provider, the signed-in member. For another account, what a registration needs. */
const SignedInOrNew = z.union([
  SignedIn,
  z.object({
    registration_token: z.string(),
    /** Data of the provider's account, to prefill the registration form. */
    profile: z.object({
      first_name: z.string().nullable(),
      last_name: z.string().nullable(),
      email: z.string().nullable(),
      /** URL of the account's image at the provider. Pages show the image. The API does not store the URL. */
      picture: z.string().nullable(),
    }),
  }),
]);

export const providerEndpoints = endpoints({
  'GET /auth/member/providers': {
    summary: 'Authorization URLs of LINE and Apple; null for a provider that is not configured',
    tag: 'Member',
    caller: 'browser',
    identity: 'visitor',
    data: z.object({
      line: z
        .object({ authorize_url: z.string(), client_id: z.string(), redirect_uri: z.string() })
        .nullable(),
      apple: z
        .object({ authorize_url: z.string(), client_id: z.string(), redirect_uri: z.string() })
        .nullable(),
    }),
    errors: [],
    cache: { maxAgeS: 60, staleS: 300 },
  },
  'POST /auth/member/login': {
    summary: 'Sign in with LINE',
    tag: 'Member',
    caller: 'browser',
    identity: 'visitor',
    body: lineCode,
    data: SignedInOrNew,
    errors: [
      'provider_failed',
      'provider_return_invalid',
      'redirect_uri_invalid',
      'member_banned',
      'member_suspended',
      'member_closed',
    ],
  },
  'POST /auth/member/login-v3': {
    summary: 'Sign in with Apple',
    tag: 'Member',
    caller: 'browser',
    identity: 'visitor',
    body: appleState,
    data: SignedInOrNew,
    errors: [
      'provider_failed',
      'provider_return_invalid',
      'member_banned',
      'member_suspended',
      'member_closed',
    ],
  },
  'POST /auth/member/link/line': {
    summary: 'Link a LINE account',
    tag: 'Member',
    caller: 'browser',
    identity: 'member',
    body: lineCode,
    data: Member,
    errors: [
      'link_failed',
      'link_invalid',
      'line_linked',
      'link_taken',
      'redirect_uri_invalid',
      'proof_needed',
    ],
  },
  'POST /auth/member/link/apple': {
    summary: 'Link an Apple account',
    tag: 'Member',
    caller: 'browser',
    identity: 'member',
    body: appleState,
    data: Member,
    errors: ['link_failed', 'link_invalid', 'apple_linked', 'link_taken', 'proof_needed'],
  },
  'POST /auth/member/link/phone': {
    summary:
      'Link a phone number that an OTP has proven; also set a password if the member has none',
    tag: 'Member',
    caller: 'browser',
    identity: 'member',
    body: z.strictObject({
      phone: z.string().min(1).max(LIMITS.phoneCharsMax),
      /** From `POST /auth/member/verify-otp` with the purpose `link`. */
      otp_token: token,
      password: z.string().max(LIMITS.passwordCharsMax).optional(),
      confirm_password: z.string().max(LIMITS.passwordCharsMax).optional(),
    }),
    data: Member,
    errors: [
      'link_failed',
      'link_taken',
      'phone_invalid',
      'phone_exists',
      'phone_linked',
      'phone_linked_line',
      'phone_linked_apple',
      'otp_token_invalid',
      'password_weak',
      'password_common',
      'password_mismatch',
      'proof_needed',
    ],
  },
  'PUT /auth/member/phone': {
    summary: 'Change the phone number to a number that an OTP has proven',
    tag: 'Member',
    caller: 'browser',
    identity: 'member',
    body: z.strictObject({
      phone: z.string().min(1).max(LIMITS.phoneCharsMax),
      /** From `POST /auth/member/verify-otp` with the purpose `link`. */
      otp_token: token,
    }),
    data: Member,
    errors: ['phone_invalid', 'phone_exists', 'link_missing', 'otp_token_invalid', 'proof_needed'],
  },
  'DELETE /auth/member/link/{link}': {
    summary: 'Unlink LINE, Apple or the phone number; the last way to sign in cannot be unlinked',
    tag: 'Member',
    caller: 'browser',
    identity: 'member',
    params: z.object({ link: z.enum(['line', 'apple', 'phone']) }),
    data: Member,
    errors: ['link_last', 'link_missing', 'proof_needed'],
  },
});
