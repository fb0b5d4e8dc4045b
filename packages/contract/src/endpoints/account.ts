import { z } from 'zod';
import { endpoints } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { Language, Member } from './member.ts';

/** Accepts any string: the rule "own data only" answers 404 `member_not_found`. */
const memberId = z.string().min(1).max(64);
const name = z.string().max(LIMITS.nameCharsMax * 8);

export const MemberSession = z.object({
  member_session_id: z.uuid(),
  /** The browser's user agent. */
  user_agent: z.string(),
  created_at: z.iso.datetime(),
  last_seen_at: z.iso.datetime(),
  /** Whether this is the session of the request. */
  current: z.boolean(),
});
export type MemberSession = z.infer<typeof MemberSession>;

export const MemberNickname = z.object({
  /** `null`: the first name is shown. */
  nickname: z.string().nullable(),
  /** When the nickname may change; `null`: now. */
  changeable_at: z.iso.datetime().nullable(),
});
export type MemberNickname = z.infer<typeof MemberNickname>;

export const accountEndpoints = endpoints({
  'GET /member/findOne': {
    summary: 'The current data of the bearer: member sync',
    tag: 'Member',
    caller: 'browser',
    identity: 'member',
    query: z.object({ member_id: memberId }),
    data: Member,
    errors: ['member_not_found'],
  },
  'PUT /auth/member/profile/update/{member_id}': {
    summary: 'Change the bearer’s profile; omitted fields keep their values',
    tag: 'Member',
    caller: 'browser',
    identity: 'member',
    params: z.object({ member_id: memberId }),
    body: z.strictObject({
      first_name: name.optional(),
      last_name: name.optional(),
      /** Empty: none. */
      email: z
        .string()
        .max(LIMITS.emailCharsMax * 2)
        .optional(),
      birth_day: z.number().int().optional(),
      birth_month: z.number().int().optional(),
      birth_year: z.number().int().optional(),
      gender: z.enum(['male', 'female', 'unspecified']).optional(),
      language: Language.optional(),
      show_results: z.boolean().optional(),
    }),
    data: Member,
    errors: [
      'member_not_found',
      'name_invalid',
      'email_invalid',
      'birth_date_invalid',
      'age_too_young',
    ],
  },
  'PUT /auth/member/profile/update/{member_id}/avatar': {
    summary: 'Upload a profile picture: JPEG, PNG or WebP up to 5 MiB, re-encoded',
    tag: 'Member',
    caller: 'browser',
    identity: 'member',
    params: z.object({ member_id: memberId }),
    upload: { types: ['image/jpeg', 'image/png', 'image/webp'], bytesMax: LIMITS.uploadBytesMax },
    data: Member,
    errors: ['member_not_found', 'picture_invalid'],
  },
  'DELETE /auth/member/profile/update/{member_id}/avatar': {
    summary: 'Remove the profile picture; the crest of the name replaces it',
    tag: 'Member',
    caller: 'browser',
    identity: 'member',
    params: z.object({ member_id: memberId }),
    data: Member,
    errors: ['member_not_found'],
  },
  'GET /auth/member/nickname': {
    summary: 'The bearer’s nickname, and when it may change',
    tag: 'Member',
    caller: 'browser',
    identity: 'member',
    data: MemberNickname,
    errors: [],
  },
  'PUT /auth/member/nickname': {
    summary: 'Set or remove the name that the chat and rankings show instead of the first name',
    tag: 'Member',
    caller: 'browser',
    identity: 'member',
    body: z.strictObject({
      /** `null`: the first name is shown again. */
      nickname: z.string().max(LIMITS.nicknameUnitsMax).nullable(),
    }),
    data: MemberNickname,
    errors: ['nickname_invalid', 'nickname_word', 'nickname_taken', 'nickname_too_soon'],
  },
  'GET /auth/member/sessions': {
    summary: 'The bearer’s sessions, the most recently used first',
    tag: 'Member',
    caller: 'browser',
    identity: 'member',
    data: z.array(MemberSession),
    errors: [],
  },
  'DELETE /auth/member/sessions': {
    summary: 'Sign out on every other device; those devices are no longer known',
    tag: 'Member',
    caller: 'browser',
    identity: 'member',
    data: z.object({}),
    errors: [],
  },
  'DELETE /auth/member/sessions/{member_session_id}': {
    summary: 'Sign a device out',
    tag: 'Member',
    caller: 'browser',
    identity: 'member',
    params: z.object({ member_session_id: z.string().min(1).max(64) }),
    data: z.object({}),
    errors: ['session_not_found'],
  },
  'GET /auth/member/export': {
    summary: 'Export all data stored about the bearer',
    tag: 'Member',
    caller: 'browser',
    identity: 'member',
    data: z.record(z.string(), z.unknown()),
    errors: ['proof_needed'],
  },
  'DELETE /auth/member/{member_id}': {
    summary: 'Delete the account; requires one proof that the caller is its owner',
    tag: 'Member',
    caller: 'browser',
    identity: 'member',
    params: z.object({ member_id: memberId }),
    body: z.strictObject({
      password: z.string().max(LIMITS.passwordCharsMax).optional(),
      /** From `verify-otp`, purpose `delete`. */
      otp_token: z.string().min(1).max(200).optional(),
      /** From `checkPin`, purpose `delete`. */
      pin_token: z.string().min(1).max(200).optional(),
      /** The coins that the page announced as lost. */
      expected_coins: z.number().int().nonnegative(),
    }),
    data: z.object({}),
    errors: [
      'member_not_found',
      'password_incorrect',
      'otp_token_invalid',
      'pin_token_invalid',
      'proof_needed',
      'order_open',
      'price_changed',
    ],
  },
});
