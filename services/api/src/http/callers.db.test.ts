import { hash, randomUUID } from 'node:crypto';
import { type Coming, isComing } from '@sangwian/contract/coming';
import { ENDPOINTS, type Operation } from '@sangwian/contract/contract';
import type { Endpoint } from '@sangwian/contract/endpoint';
import type { MemberId } from '@sangwian/contract/ids';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMembers, hashPassword, type Members } from '../modules/members/members.module.ts';
import {
  createSamplePartner,
  registerPartners,
  type SamplePartner,
} from '../modules/partners/testing/sample-partner.ts';
import { createProofs, type NewProof, type Proofs } from '../modules/proofs/proofs.module.ts';
import { createSessions, type Sessions } from '../modules/sessions/sessions.module.ts';
import { createWallet } from '../modules/wallet/wallet.module.ts';
import { loadSampleSeason } from '../sample-season/load.ts';

/**
 * Every endpoint of the contract, called as everybody who can call it, and exactly what is due. A new endpoint needs a
 * row here: the table is typed by the contract, and a test counts.
 */
const PASSWORD = 'ringside1';
const SYSTEM = 'walking-partner';
const PIN = '824613';
const INTERNAL = `/internal/${encodeURIComponent('the internal secret of a test')}`;

/**
 * - `visitor` has no token, and names a member
 * - `member` calls for itself
 * - `other` is signed in, and names somebody else
 * - the barred and the deleted have a token of before
 * - `external` is a partner's member, `external_ban` a banned one
 */
const CALLERS = [
  'visitor',
  'member',
  'other',
  'ban',
  'suspend',
  'closed',
  'deleted',
  'external',
  'external_ban',
] as const;
type Caller = (typeof CALLERS)[number];

/** Whom a call is about: for most callers themselves. */
interface Subject {
  readonly memberId: MemberId;
  /** `null`: a partner's member. */
  readonly phone: string | null;
  readonly mapMemberId: string | null;
  readonly sessionId: string;
}

interface Call {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** HTTP status and code; a success has no code. */
type Due = number | `${number} ${string}`;

interface Row {
  readonly call: (subject: Subject) => Call | Promise<Call>;
  /** Of a member for itself; and of everybody whom the endpoint's identity does not refuse. */
  readonly due: Due;
  /** Of callers for whom something else is due. */
  readonly but?: Partial<Record<Caller, Due>>;
}

/** What the endpoint's identity alone decides, before its handler. */
const REFUSED: Partial<Record<Caller, Due>> = {
  visitor: '401 token_missing',
  ban: '403 member_banned',
  suspend: '403 member_suspended',
  closed: '403 member_closed',
  deleted: '401 token_invalid',
  external_ban: '403 member_banned',
};

let api: TestApi;
let members: Members;
let sessions: Sessions;
let proofs: Proofs;
let partner: SamplePartner;
let passwordHash: string;
let pinHash: string;
let tonight: string;
let stream: string;
let picture: Buffer;

beforeAll(async () => {
  api = await startTestApi();
  const clock = () => new Date();
  members = createMembers(api.db, createWallet(api.db));
  sessions = createSessions(api.db, api.bus, clock);
  proofs = createProofs(api.db, clock);
  partner = await createSamplePartner(SYSTEM);
  await registerPartners(api.db, [{ mapSystemId: SYSTEM, keys: [partner.jwk] }]);
  [passwordHash, pinHash] = await Promise.all([hashPassword(PASSWORD), hashPassword(PIN)]);
  tonight = (await loadSampleSeason(api.db, { now: new Date() })).program_live_id;
  const live = await api.call(`GET /live/${tonight}`);
  stream = live.body.data.streams[0].match_live_stream_id;
  picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
});
afterAll(() => api.close());

const prove = async (proof: NewProof) => (await proofs.issue(api.db, proof)).token;
const e164 = (phone: string) => `+66${phone.slice(1)}`;
const path = ({ memberId }: Subject) => ({ params: { member_id: memberId } });
const query = ({ memberId }: Subject) => ({ query: { member_id: memberId } });
/** A phone that is nobody's, for who has none. */
const phoneOf = ({ phone }: Subject) => phone ?? freshPhone();
const lineCode = {
  code: 'x',
  code_verifier: 'v'.repeat(43),
  nonce: 'n'.repeat(16),
  redirect_uri: 'http://localhost/sign-in',
};
const appleState = { state_verifier: 'v'.repeat(43), nonce: 'n'.repeat(16) };
const watching = (subject: Subject) => ({ member_id: subject.memberId, watch_token: randomUUID() });
const statement = async ({ mapMemberId }: Subject) => ({
  map_system_id: SYSTEM,
  token: await partner.sign({ sub: mapMemberId ?? randomUUID() }),
});
const form = async (subject: Subject, provider: 'apple' | null) => {
  const phone = phoneOf(subject);
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
    otp_token: await prove({ purpose: 'register', phone: e164(phone) }),
    ...(provider === null
      ? {}
      : { registration_token: await prove({ purpose: 'registration', payload }) }),
  };
};
/** Registering with a phone that is a member's; a deleted one's is free, and a partner's member has none. */
const PHONE_TAKEN = { deleted: 201, external: 201, external_ban: 201 } as const;
const NOT_MINE = { other: '404 member_not_found' } as const;

const ROWS: Record<Exclude<Operation, Coming>, Row> = {
  'POST /auth/member/login-v2': {
    call: (subject) => ({ body: { phone: phoneOf(subject), password: PASSWORD } }),
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
  'POST /auth/member/logout': { call: () => ({}), due: 200 },
  'GET /auth/member/profile': { call: query, due: 200, but: NOT_MINE },
  'GET /auth/member/wallet': { call: query, due: 200, but: NOT_MINE },
  'POST /auth/member/register-v2': {
    call: async (subject) => ({ body: await form(subject, null) }),
    due: '409 phone_exists_log_in',
    but: PHONE_TAKEN,
  },
  'POST /auth/member/register': {
    call: async (subject) => ({ body: await form(subject, 'apple') }),
    due: '409 phone_exists_log_in',
    but: PHONE_TAKEN,
  },
  'POST /auth/member/send-otp': {
    call: (subject) => ({ body: { phone: phoneOf(subject), purpose: 'delete' } }),
    // There is no carrier in this test, so a message that is due finds none.
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
    call: async (subject) => ({
      body: {
        otp_token: await prove({ purpose: 'reset', phone: e164(phoneOf(subject)) }),
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
  'POST /auth/member/link/line': { call: () => ({ body: lineCode }), due: '502 link_failed' },
  'POST /auth/member/link/apple': { call: () => ({ body: appleState }), due: '502 link_failed' },
  'POST /auth/member/link/phone': {
    call: async (subject) => {
      const phone = phoneOf(subject);
      const { memberId } = subject;
      const otp_token = await prove({ purpose: 'link', phone: e164(phone), memberId });
      return { body: { phone, otp_token } };
    },
    due: 200,
    // The token is bound to who asked for it.
    but: { other: '410 otp_token_invalid' },
  },
  'DELETE /auth/member/link/{link}': {
    call: () => ({ params: { link: 'phone' } }),
    due: '409 link_last',
    but: { external: '404 link_missing' },
  },
  'GET /member/findOne': { call: query, due: 200, but: NOT_MINE },
  'PUT /auth/member/profile/update/{member_id}': {
    call: (subject) => ({ ...path(subject), body: { first_name: 'น้ำผึ้ง', language: 'EN' } }),
    due: 200,
    but: NOT_MINE,
  },
  'PUT /auth/member/profile/update/{member_id}/avatar': {
    call: (subject) => ({
      ...path(subject),
      body: picture,
      headers: { 'content-type': 'image/png' },
    }),
    due: 200,
    but: NOT_MINE,
  },
  'DELETE /auth/member/profile/update/{member_id}/avatar': { call: path, due: 200, but: NOT_MINE },
  'GET /auth/member/sessions': { call: () => ({}), due: 200 },
  'DELETE /auth/member/sessions/{member_session_id}': {
    call: ({ sessionId }) => ({ params: { member_session_id: sessionId } }),
    due: 200,
    but: { other: '404 session_not_found' },
  },
  'GET /auth/member/export': { call: () => ({}), due: 200 },
  'DELETE /auth/member/{member_id}': {
    call: (subject) => ({ ...path(subject), body: { expected_coins: 0 } }),
    due: 200,
    but: NOT_MINE,
  },
  'POST /external/member/session': {
    call: async (subject) => ({ body: await statement(subject) }),
    due: 201,
    but: { external_ban: '403 member_banned' },
  },
  'GET /external/member/profile': {
    call: ({ memberId }) => ({ query: { member_id: memberId, map_system_id: SYSTEM } }),
    due: '404 member_not_found',
    but: { external: 200 },
  },
  'POST /external/member/handover': {
    call: async (subject) => ({ body: { ...(await statement(subject)), target: '/live' } }),
    due: 201,
    but: { external_ban: '403 member_banned' },
  },
  'POST /auth/member/handover': {
    call: () => ({ body: { data: 'no.seal.of.ours.here' } }),
    due: '410 handover_invalid',
  },
  'GET /coin/findOne/exchangeRate': {
    call: () => ({ query: { base_code: 'THB' } }),
    // Nobody has told any.
    due: '404 currency_unknown',
  },
  'GET /coin/package': { call: () => ({}), due: 200 },
  'GET /live': { call: () => ({}), due: 200 },
  'GET /live/{program_live_id}': {
    call: () => ({ params: { program_live_id: tonight } }),
    due: 200,
  },
  'GET /live/{program_live_id}/mine': {
    call: () => ({ params: { program_live_id: tonight } }),
    due: 200,
  },
  'GET /live/{program_live_id}/chat': {
    call: () => ({ params: { program_live_id: tonight } }),
    due: 200,
  },
  'POST /memberWatchStream/joinWatchStream': {
    call: (subject) => ({ body: watching(subject) }),
    due: 200,
    but: NOT_MINE,
  },
  'PUT /memberWatchStream/leaveWatchStream': {
    call: (subject) => ({ body: watching(subject) }),
    due: 200,
    but: NOT_MINE,
  },
  'GET /redist/countViewer': { call: () => ({ query: { key: stream } }), due: 200 },
};

let phones = 0;
function freshPhone(): string {
  phones += 1;
  return `09${String(10_000_000 + phones)}`;
}

interface Person extends Subject {
  readonly token: string;
}

async function makePerson(isExternal: boolean): Promise<Person> {
  const phone = isExternal ? null : freshPhone();
  const mapMemberId = isExternal ? randomUUID() : null;
  const memberId = await api.db.transaction().execute(async (trx) => {
    const id = await members.createMember(trx, {
      firstName: 'สมชาย',
      lastName: 'ใจดี',
      phone,
      password: null,
      passwordHash: isExternal ? null : passwordHash,
      ...(mapMemberId === null ? {} : { mapSystemId: SYSTEM, mapMemberId }),
    });
    if (!isExternal) await members.store.setPinHash(trx, id, pinHash);
    return id;
  });
  const { token, sessionId } = await sessions.start({ memberId, userAgent: 'walk', ip: '' });
  return { memberId, phone, mapMemberId, token, sessionId };
}

async function bar({ memberId }: Person, status: string): Promise<void> {
  const { statusCode } = await api.api.internal.inject({
    method: 'POST',
    url: `${INTERNAL}/members/standing`,
    payload: { member: memberId, status, reason: 'walk', by: 'walk' },
  });
  expect(statusCode).toBe(200);
}

/** The caller's token, and whom the call is about. */
async function makeCaller(caller: Caller): Promise<{ token?: string; subject: Subject }> {
  const person = await makePerson(caller.startsWith('external'));
  if (caller === 'visitor') return { subject: person };
  if (caller === 'other') return { token: (await makePerson(false)).token, subject: person };
  if (caller === 'deleted') {
    const { memberId, token } = person;
    const gone = await api.call(`DELETE /auth/member/${memberId}`, {
      token,
      body: { expected_coins: 0 },
    });
    expect(gone.status).toBe(200);
  }
  if (caller === 'ban' || caller === 'suspend' || caller === 'closed') await bar(person, caller);
  if (caller === 'external_ban') await bar(person, 'ban');
  return { token: person.token, subject: person };
}

const dueOf = ({ due, but = {} }: Row, { identity }: Endpoint, caller: Caller): Due =>
  but[caller] ?? (identity === 'member' ? REFUSED[caller] : undefined) ?? due;

test('has a row for every endpoint of the contract', () => {
  const served = Object.keys(ENDPOINTS).filter((operation) => !isComing(operation));
  expect(Object.keys(ROWS).sort()).toEqual(served.sort());
});

test.each(Object.keys(ROWS) as Exclude<Operation, Coming>[])(
  '%s gives everybody what is due',
  async (operation) => {
    const row: Row = ROWS[operation];
    const got: Partial<Record<Caller, Due>> = {};
    for (const caller of CALLERS) {
      const { token, subject } = await makeCaller(caller);
      const { params = {}, query: asked = {}, body, headers } = await row.call(subject);
      const address = operation.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
      const answer = await api.call(`${address}?${new URLSearchParams(asked)}`, {
        ...(token === undefined ? {} : { token }),
        ...(body === undefined ? {} : { body }),
        ...(headers === undefined ? {} : { headers }),
        // Limits of one address are not what is asked here.
        ip: `10.${hash('sha256', `${operation}${caller}`, 'buffer').subarray(0, 3).join('.')}`,
      });
      got[caller] = answer.status < 400 ? answer.status : `${answer.status} ${answer.body?.status}`;
    }
    const due = Object.fromEntries(
      CALLERS.map((caller) => [caller, dueOf(row, ENDPOINTS[operation], caller)]),
    );
    expect(got).toEqual(due);
  },
);
