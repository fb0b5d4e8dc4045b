import { startTestApi, type TestAnswer, type TestApi } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProofs, type NewProof } from '../proofs/proofs.module.ts';

const REGISTER = 'POST /auth/member/register-v2';
const REGISTER_APPLE = 'POST /auth/member/register';
const NOW = new Date('2026-11-21T18:30:00Z');

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ clock: () => NOW });
});
afterAll(() => api.close());

let phones = 0;
const newPhone = (): string => {
  phones += 1;
  return `+6698${String(1_000_000 + phones)}`;
};

const issue = async (proof: NewProof): Promise<string> =>
  (await createProofs(api.db, () => NOW).issue(api.db, proof)).token;

const proveLink = (provider: string, subject: string): Promise<string> =>
  issue({
    purpose: 'registration',
    payload: { provider, subject, sealed_token: Buffer.from('sealed').toString('base64') },
  });

/** Creates a valid form with a proven phone. */
async function fillIn(change: Record<string, unknown> = {}) {
  const phone = typeof change.phone === 'string' ? change.phone : newPhone();
  return {
    first_name: 'สมศรี',
    last_name: 'ใจงาม',
    birth_day: 29,
    birth_month: 2,
    birth_year: 2000,
    phone,
    gender: 'female',
    agree_terms: true,
    password: 'ringside-72',
    confirm_password: 'ringside-72',
    otp_token: await issue({ purpose: 'register', phone }),
    ...change,
  };
}

const refusal = ({ status, body }: TestAnswer) => [status, body.status];

describe('POST /auth/member/register-v2', () => {
  test('creates a member with an empty wallet, signs the member in, and allows later sign-ins', async () => {
    const form = await fillIn({ email: 'somsri@mail.example' });
    const { status, body, headers } = await api.call(REGISTER, {
      body: form,
      headers: { cookie: 'language=EN' },
    });
    expect(status).toBe(201);
    expect(headers['cache-control']).toBe('no-store');
    const { access_token: token, member } = body.data;
    expect(member).toMatchObject({
      member_fname: 'สมศรี',
      member_lname: 'ใจงาม',
      member_email: 'somsri@mail.example',
      member_phone: form.phone,
      member_gender: 'female',
      member_birth_date: '2000-02-29',
      member_status: 'active',
      external: false,
      links: { phone: true, line: false, apple: false },
      has_password: true,
      has_pin: false,
      language: 'EN',
      wallet: { balance: 0 },
    });
    const profile = await api.call(`GET /auth/member/profile?member_id=${member.member_id}`, {
      token,
    });
    expect(profile.status).toBe(200);
    const { phone, password } = form;
    await api.signIn({ memberId: member.member_id, phone, password });
  });

  test('stores the consents with version, language and time', async () => {
    const { body } = await api.call(REGISTER, { body: await fillIn() });
    const consents = await api.db
      .selectFrom('member_consent')
      .selectAll()
      .where('member_id', '=', body.data.member.member_id)
      .orderBy('document')
      .execute();
    expect(consents).toEqual(
      ['privacy', 'terms'].map((document) => ({
        member_id: body.data.member.member_id,
        document,
        version: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        language: 'TH',
        agreed_at: NOW,
      })),
    );
    // The data export contains the consents.
    const exported = await api.call('GET /auth/member/export', { token: body.data.access_token });
    expect(JSON.stringify(exported.body.data)).toContain('"document":"terms"');
  });

  test('saves the device as known to the member', async () => {
    const { headers } = await api.call(REGISTER, { body: await fillIn() });
    expect(String(headers['set-cookie'])).toContain('sangwian_device=');
  });

  test.each([
    ['an emoji for a name', { first_name: '🥊' }, 400, 'name_invalid', 'body.first_name'],
    ['no name', { last_name: '' }, 400, 'name_invalid', 'body.last_name'],
    [
      'a name of 10 000 letters',
      { last_name: 'ก'.repeat(10_000) },
      400,
      'request_invalid',
      'body.last_name',
    ],
    ['an address that is none', { email: 'x@y' }, 400, 'email_invalid', 'body.email'],
    [
      '29 February of a common year',
      { birth_year: 2001 },
      400,
      'birth_date_invalid',
      'body.birth_date',
    ],
    ['a child', { birth_year: 2020 }, 403, 'age_too_young', 'body.birth_date'],
    [
      'a weak password',
      { password: 'short1', confirm_password: 'short1' },
      400,
      'password_weak',
      'body.password',
    ],
    [
      'a common password',
      { password: 'password1', confirm_password: 'password1' },
      400,
      'password_common',
      'body.password',
    ],
    [
      'two passwords',
      { confirm_password: 'ringside-73' },
      400,
      'password_mismatch',
      'body.confirm_password',
    ],
    [
      'no password',
      { password: undefined, confirm_password: undefined },
      400,
      'password_weak',
      'body.password',
    ],
    ['no consent', { agree_terms: false }, 400, 'terms_not_agreed', 'body.agree_terms'],
    ['no gender', { gender: '' }, 400, 'request_invalid', 'body.gender'],
    ['what the form does not have', { member_status: 'active' }, 400, 'request_invalid', 'body'],
  ] as const)('refuses %s, and the proof stays valid', async (_, change, status, code, path) => {
    const form = await fillIn();
    const answer = await api.call(REGISTER, { body: { ...form, ...change } });
    expect(refusal(answer)).toEqual([status, code]);
    expect(answer.body.details.map((detail: { path: string }) => detail.path)).toContain(path);
    expect((await api.call(REGISTER, { body: form })).status).toBe(201);
  });

  test('computes the age from the current day in Bangkok', async () => {
    // In Bangkok this is already the 22nd.
    const born = { birth_day: 22, birth_month: 11, birth_year: 2013 };
    expect((await api.call(REGISTER, { body: await fillIn(born) })).status).toBe(201);
  });

  test('requires a proof of this phone for this purpose, which works once', async () => {
    const form = await fillIn();
    for (const otp_token of [
      'x',
      await issue({ purpose: 'register', phone: newPhone() }),
      await issue({ purpose: 'reset', phone: form.phone }),
    ]) {
      const answer = await api.call(REGISTER, { body: { ...form, otp_token } });
      expect(refusal(answer)).toEqual([410, 'otp_token_invalid']);
    }
    expect((await api.call(REGISTER, { body: form })).status).toBe(201);
    const again = await api.call(REGISTER, { body: form });
    expect(refusal(again)).toEqual([410, 'otp_token_invalid']);
  });

  test('creates one member from concurrent uses of one proof', async () => {
    const form = await fillIn();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => api.call(REGISTER, { body: form })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(5).fill(410)]);
  });

  test('creates one member from two concurrent proofs of a phone, and tells the other to sign in', async () => {
    const phone = newPhone();
    const forms = await Promise.all([fillIn({ phone }), fillIn({ phone }), fillIn({ phone })]);
    const answers = await Promise.all(forms.map((body) => api.call(REGISTER, { body })));
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    for (const answer of answers) {
      if (answer.status === 201) continue;
      expect(refusal(answer)).toEqual([409, 'phone_exists_log_in']);
      expect(answer.body.message).toBe('Phone already exists, please log in.');
    }
    const rows = await api.db.selectFrom('member').selectAll().where('phone', '=', phone).execute();
    expect(rows).toHaveLength(1);
  });

  test('accepts a phone in any notation', async () => {
    const form = await fillIn({ phone: '+66987654321' });
    const thai = { ...form, phone: '๐๙๘-๗๖๕-๔๓๒๑' };
    const { status, body } = await api.call(REGISTER, { body: thai });
    expect([status, body.data.member.member_phone]).toEqual([201, '+66987654321']);
  });
});

describe('completing a first sign-in', () => {
  test('with LINE links the account and needs no password', async () => {
    const registration_token = await proveLink('line', 'U-complete');
    const { password: _, confirm_password: __, ...form } = await fillIn();
    const { status, body } = await api.call(REGISTER, { body: { ...form, registration_token } });
    expect(status).toBe(201);
    expect(body.data.member).toMatchObject({
      links: { phone: true, line: true, apple: false },
      has_password: false,
    });
    const link = await api.db
      .selectFrom('member_link')
      .selectAll()
      .where('subject', '=', 'U-complete')
      .executeTakeFirst();
    expect(link).toMatchObject({
      member_id: body.data.member.member_id,
      provider: 'line',
      sealed_token: Buffer.from('sealed'),
    });
  });

  test('with Apple has a separate endpoint and can set a password', async () => {
    const form = await fillIn({ registration_token: await proveLink('apple', 'A-complete') });
    expect(refusal(await api.call(REGISTER, { body: form }))).toEqual([
      410,
      'registration_token_invalid',
    ]);
    const { status, body } = await api.call(REGISTER_APPLE, { body: form });
    expect(status).toBe(201);
    expect(body.data.member).toMatchObject({
      links: { phone: true, line: false, apple: true },
      has_password: true,
    });
  });

  test('requires a registration token, which works once', async () => {
    const registration_token = await proveLink('apple', 'A-once');
    const first = await fillIn({ registration_token });
    expect((await api.call(REGISTER_APPLE, { body: first })).status).toBe(201);
    for (const token of [registration_token, 'x', first.otp_token]) {
      const body = await fillIn({ registration_token: token });
      expect(refusal(await api.call(REGISTER_APPLE, { body }))).toEqual([
        410,
        'registration_token_invalid',
      ]);
    }
    const without = await fillIn();
    expect(refusal(await api.call(REGISTER_APPLE, { body: without }))).toEqual([
      400,
      'request_invalid',
    ]);
  });

  test('refuses a phone of another member', async () => {
    const { phone } = await api.makeFan({ phone: newPhone() });
    const body = await fillIn({ phone, registration_token: await proveLink('line', 'U-taken') });
    expect(refusal(await api.call(REGISTER, { body }))).toEqual([409, 'phone_exists_log_in']);
    const links = await api.db
      .selectFrom('member_link')
      .selectAll()
      .where('subject', '=', 'U-taken')
      .execute();
    expect(links).toEqual([]);
    // Both tokens are still valid, so another phone succeeds.
    const own = newPhone();
    const otp_token = await issue({ purpose: 'register', phone: own });
    const again = await api.call(REGISTER, { body: { ...body, phone: own, otp_token } });
    expect(again.status).toBe(201);
  });

  test('creates one member when two phones are registered concurrently with one provider account', async () => {
    const forms = await Promise.all(
      Array.from({ length: 3 }, async () =>
        fillIn({ registration_token: await proveLink('line', 'U-race') }),
      ),
    );
    const answers = await Promise.all(forms.map((body) => api.call(REGISTER, { body })));
    const outcomes = answers.map(({ status, body }) => body.status ?? status).sort();
    expect(outcomes).toEqual([201, 'line_linked', 'line_linked']);
    const made = await api.db
      .selectFrom('member')
      .selectAll()
      .where(
        'phone',
        'in',
        forms.map(({ phone }) => phone),
      )
      .execute();
    expect(made).toHaveLength(1);
  });
});
