import { randomUUID } from 'node:crypto';
import {
  NOT_MINE,
  PASSWORD,
  PIN,
  query,
  REFUSED,
  type Row,
  type Subject,
  type World,
} from './caller-rows.ts';

const e164 = (phone: string) => `+66${phone.slice(1)}`;
const path = ({ memberId }: Subject) => ({ params: { member_id: memberId } });
/** A phone without a member, for callers without a phone. */
const phoneOf = ({ phone }: Subject, world: World) => phone ?? world.freshPhone();
const lineCode = {
  code: 'x',
  code_verifier: 'v'.repeat(43),
  nonce: 'n'.repeat(16),
  redirect_uri: 'http://localhost/sign-in',
};
const appleState = { state_verifier: 'v'.repeat(43), nonce: 'n'.repeat(16) };
const form = async (subject: Subject, world: World, provider: 'apple' | null) => {
  const phone = phoneOf(subject, world);
  const payload = { provider, subject: randomUUID(), sealed_token: null };
  return {
    first_name: 'มานี',
    last_name: 'มีใจ',
    birth_day: 29,
    birth_month: 2,
    birth_year: 2000,
    gender: 'unspecified',
    agree_terms: true,
    phone,
    password: PASSWORD,
    confirm_password: PASSWORD,
    otp_token: await world.prove({ purpose: 'register', phone: e164(phone) }),
    ...(provider === null
      ? {}
      : { registration_token: await world.prove({ purpose: 'registration', payload }) }),
  };
};
/** Results of registering with the phone of a member. The phone of a deleted member is free. */
const PHONE_TAKEN = { deleted: 201, external: 201, external_ban: 201 } as const;

/** Results of calls that require a recent sign-in. */
const STALE = { stale: '403 proof_needed' } as const;

/** Rows of profiles, sign-in and account changes. */
export const MEMBER_ROWS = {
  'POST /auth/member/login-v2': {
    call: (subject, world) => ({ body: { phone: phoneOf(subject, world), password: PASSWORD } }),
    due: 200,
    but: {
      ban: '403 member_banned',
      suspend: '403 member_suspended',
      closed: '403 member_closed',
      deleted: '401 password_invalid',
      external: '401 password_invalid',
      external_ban: '401 password_invalid',
    },
  },
  'POST /auth/member/deletion': {
    call: (subject, world) => ({ body: { phone: phoneOf(subject, world), password: PASSWORD } }),
    due: 200,
    but: {
      ban: '403 member_banned',
      suspend: '403 member_suspended',
      closed: '403 member_closed',
      deleted: '401 credentials_invalid',
      external: '401 credentials_invalid',
      external_ban: '401 credentials_invalid',
    },
  },
  'POST /auth/member/logout': { call: () => ({}), due: 200 },
  'GET /auth/member/profile': { call: query, due: 200, but: NOT_MINE },
  'POST /auth/member/register-v2': {
    call: async (subject, world) => ({ body: await form(subject, world, null) }),
    due: '409 phone_exists_log_in',
    but: PHONE_TAKEN,
  },
  'POST /auth/member/register': {
    call: async (subject, world) => ({ body: await form(subject, world, 'apple') }),
    due: '409 phone_exists_log_in',
    but: PHONE_TAKEN,
  },
  'POST /auth/member/send-otp': {
    call: (subject, world) => ({ body: { phone: phoneOf(subject, world), purpose: 'delete' } }),
    // This test has no carrier, so sending a message fails.
    due: '503 otp_connection',
    but: {
      ...REFUSED,
      other: '404 otp_user_not_found',
      external: '404 otp_user_not_found',
    },
  },
  'POST /auth/member/verify-otp': {
    call: () => ({ body: { otp_ref: 'ABCDEF', otp: '000000' } }),
    due: '400 otp_invalid',
  },
  'PUT /auth/member/resetPassword': {
    call: () => ({
      body: {
        old_password: PASSWORD,
        new_password: 'newringside2',
        confirm_password: 'newringside2',
      },
    }),
    due: 200,
    // A partner's member has no password.
    but: { external: '400 old_password_invalid' },
  },
  'PUT /auth/resetPasswordMember': {
    call: async (subject, world) => ({
      body: {
        otp_token: await world.prove({ purpose: 'reset', phone: e164(phoneOf(subject, world)) }),
        new_password: 'newringside2',
        confirm_password: 'newringside2',
      },
    }),
    due: 200,
    but: {
      deleted: '410 otp_token_invalid',
      external: '410 otp_token_invalid',
      external_ban: '410 otp_token_invalid',
    },
  },
  'POST /auth/member/confirm': { call: () => ({ body: {} }), due: 200 },
  'PUT /auth/member/createPin': {
    call: () => ({ body: { pin: PIN, confirm_pin: PIN, password: PASSWORD } }),
    due: '409 pin_exists',
    but: { external: 200 },
  },
  'PUT /auth/member/changePin': {
    call: () => ({ body: { old_pin: PIN, new_pin: '739152', confirm_pin: '739152' } }),
    due: 200,
    but: { external: '409 pin_missing' },
  },
  'PUT /auth/member/checkPin': {
    call: (subject) => ({
      body: { pin: PIN, purpose: 'delete', ...(subject.phone ? { phone: subject.phone } : {}) },
    }),
    due: 200,
    but: {
      ...REFUSED,
      other: '403 pin_incorrect',
      external: '403 pin_incorrect',
    },
  },
  'GET /auth/member/providers': { call: () => ({}), due: 200 },
  // No provider is configured in this test.
  'POST /auth/member/login': { call: () => ({ body: lineCode }), due: '502 provider_failed' },
  'POST /auth/member/login-v3': { call: () => ({ body: appleState }), due: '502 provider_failed' },
  'POST /auth/member/link/line': {
    call: () => ({ body: lineCode }),
    due: '502 link_failed',
    but: STALE,
  },
  'POST /auth/member/link/apple': {
    call: () => ({ body: appleState }),
    due: '502 link_failed',
    but: STALE,
  },
  'POST /auth/member/link/phone': {
    call: async (subject, world) => {
      const phone = phoneOf(subject, world);
      const { memberId } = subject;
      const otp_token = await world.prove({ purpose: 'link', phone: e164(phone), memberId });
      return { body: { phone, otp_token } };
    },
    due: 200,
    // The token is bound to its member.
    but: { ...STALE, other: '410 otp_token_invalid' },
  },
  'PUT /auth/member/phone': {
    call: async (subject, world) => {
      const phone = world.freshPhone();
      const { memberId } = subject;
      const otp_token = await world.prove({ purpose: 'link', phone: e164(phone), memberId });
      return { body: { phone, otp_token } };
    },
    due: 200,
    // The token is bound to its member, and a partner's member has no phone to change.
    but: { ...STALE, other: '410 otp_token_invalid', external: '404 link_missing' },
  },
  'DELETE /auth/member/link/{link}': {
    call: () => ({ params: { link: 'phone' } }),
    due: '409 link_last',
    but: { ...STALE, external: '404 link_missing' },
  },
  'GET /member/findOne': { call: query, due: 200, but: NOT_MINE },
  'PUT /auth/member/profile/update/{member_id}': {
    call: (subject) => ({ ...path(subject), body: { first_name: 'น้ำผึ้ง', language: 'EN' } }),
    due: 200,
    but: NOT_MINE,
  },
  'PUT /auth/member/profile/update/{member_id}/avatar': {
    call: (subject, world) => ({
      ...path(subject),
      body: world.picture,
      headers: { 'content-type': 'image/png' },
    }),
    due: 200,
    but: NOT_MINE,
  },
  'DELETE /auth/member/profile/update/{member_id}/avatar': { call: path, due: 200, but: NOT_MINE },
  'GET /auth/member/nickname': { call: () => ({}), due: 200 },
  'PUT /auth/member/nickname': {
    call: () => ({ body: { nickname: null } }),
    due: 200,
  },
  'POST /auth/member/appeal': {
    call: () => ({ body: { appeal_token: 'x', text: 'x' } }),
    due: '410 appeal_token_invalid',
  },
  'GET /auth/member/sanctions': { call: () => ({}), due: 200 },
  'GET /auth/member/sessions': { call: () => ({}), due: 200 },
  'DELETE /auth/member/sessions': { call: () => ({}), due: 200 },
  'DELETE /auth/member/sessions/{member_session_id}': {
    call: ({ sessionId }) => ({ params: { member_session_id: sessionId } }),
    due: 200,
    but: { other: '404 session_not_found' },
  },
  'GET /auth/member/export': { call: () => ({}), due: 200, but: STALE },
  'DELETE /auth/member/{member_id}': {
    call: (subject) => ({ ...path(subject), body: { expected_coins: 0 } }),
    due: 200,
    but: { ...NOT_MINE, ...STALE },
  },
} satisfies Record<string, Row>;
