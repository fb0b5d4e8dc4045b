import { z } from 'zod';
import { endpoints } from '../endpoint.ts';
import { MemberId } from '../ids.ts';
import { LIMITS } from '../limits.ts';

export const MemberStatus = z.enum(['active', 'ban', 'suspend', 'closed']);
export type MemberStatus = z.infer<typeof MemberStatus>;

export const Language = z.enum(['TH', 'EN']);
export type Language = z.infer<typeof Language>;

export const Member = z.object({
  member_id: MemberId,
  member_fname: z.string(),
  member_lname: z.string(),
  /** Shown instead of the first name in the chat and in rankings. Nodes of the previous release do not send it. */
  nickname: z.string().nullable().optional(),
  /** A path of this site; `null`: clients draw the crest of the name. */
  member_avatar: z.string().nullable(),
  member_email: z.string().nullable(),
  /** E.164. */
  member_phone: z.string().nullable(),
  member_gender: z.enum(['male', 'female', 'unspecified']),
  member_birth_date: z.iso.date().nullable(),
  member_status: MemberStatus,
  external: z.boolean(),
  links: z.object({ phone: z.boolean(), line: z.boolean(), apple: z.boolean() }),
  has_password: z.boolean(),
  has_pin: z.boolean(),
  language: Language,
  /** Whether results of lives with a replay are shown. */
  show_results: z.boolean(),
  /** Whole coins. */
  wallet: z.object({ balance: z.number().int() }),
});
export type Member = z.infer<typeof Member>;

export const memberEndpoints = endpoints({
  'POST /auth/member/login-v2': {
    summary: 'Sign in by phone and password',
    tag: 'Member',
    caller: 'browser',
    identity: 'visitor',
    body: z.strictObject({
      phone: z.string().min(1).max(LIMITS.phoneCharsMax),
      password: z.string().min(1).max(LIMITS.passwordCharsMax),
    }),
    data: z.object({ access_token: z.string(), member: Member }),
    errors: ['password_invalid', 'member_banned', 'member_suspended', 'member_closed'],
  },
  'POST /auth/member/deletion': {
    summary: 'Sign in to delete an account from the public deletion page',
    tag: 'Member',
    caller: 'browser',
    identity: 'visitor',
    body: z.strictObject({
      phone: z.string().min(1).max(LIMITS.phoneCharsMax),
      password: z.string().min(1).max(LIMITS.passwordCharsMax),
    }),
    data: z.object({ access_token: z.string(), member: Member }),
    errors: ['credentials_invalid', 'member_banned', 'member_suspended', 'member_closed'],
  },
  'POST /auth/member/logout': {
    summary: 'End the session of the bearer',
    tag: 'Member',
    caller: 'browser',
    identity: 'member',
    data: z.object({}),
    errors: [],
  },
  'GET /auth/member/profile': {
    summary: 'The profile of the bearer',
    tag: 'Member',
    caller: 'browser',
    identity: 'member',
    query: z.object({
      /** Any id but the bearer's own is `member_not_found`. */
      member_id: z.string().min(1).max(64),
      map_system_id: z.string().max(64).optional(),
    }),
    data: Member,
    errors: ['member_not_found'],
  },
});
