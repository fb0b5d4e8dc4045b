import { startTestApi, type TestAnswer, type TestApi } from '@sangwian/testkit/start-test-api';
import { prepareTestMail, type TestMail } from '@sangwian/testkit/start-test-mail';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSetupLink } from './staff.module.ts';

const PASSWORD = 'สังเวียนคืนนี้ลุ้นกันสุดใจ';
const MINUTE_MS = 60_000;
const STEP_MS = 30_000;
const STAFF_SECRET = 'the staff secret of a test';

let now = new Date();
let box: TestMail;
let api: TestApi;
beforeAll(async () => {
  box = await prepareTestMail();
  await box.open();
  api = await startTestApi({ clock: () => now, config: { mail: box.settings } });
  await api.api.start();
});
beforeEach(() => {
  now = new Date();
});
afterAll(async () => {
  await api.close();
  await box.close();
});

const codeOf = (secret: string, offsetMs = 0): string =>
  generateSync({ secret, epoch: Math.floor((now.getTime() + offsetMs) / 1000) });

/** Returns the cookies of a response as a browser sends them back. */
const cookiesOf = ({ headers }: TestAnswer): string =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => String(cookie).split(';', 1)[0])
    .join('; ');

/** Returns the request headers of a signed-in browser. */
const browserOf = (answer: TestAnswer) => ({
  cookie: cookiesOf(answer),
  'x-csrf-token': (answer.body.data.me ?? answer.body.data).csrf_token as string,
});

const tokenOf = (link: string): string => new URL(link).searchParams.get('token') ?? '';

let invited = 0;
async function invite(role = 'cashier', name = 'มาลี ศรีสุข') {
  invited += 1;
  const owner = await api.makeStaff('owner');
  const { status, body } = await api.call('POST /operator/invitation', {
    headers: owner.headers,
    body: { name, email: `Malee.${invited}@Sangwian.example`, role },
  });
  expect(status).toBe(201);
  return { owner, invitation: body.data, token: tokenOf(body.data.link) };
}

const open = (token: string) => api.call('POST /operator/invitation/open', { body: { token } });

async function accept(token: string, change: object = {}) {
  const opened = await open(token);
  const totp_code = codeOf(opened.body.data?.totp_secret ?? 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP');
  return api.call('POST /operator/invitation/accept', {
    body: { token, name: 'มาลี ศรีสุข', password: PASSWORD, totp_code, ...change },
  });
}

/** Creates an account through an invitation. The next TOTP code is unused after one more time step. */
async function makeAccount(role = 'cashier') {
  const { token, invitation } = await invite(role);
  const secret = (await open(token)).body.data.totp_secret as string;
  const accepted = await accept(token);
  expect(accepted.status).toBe(201);
  now = new Date(now.getTime() + STEP_MS);
  return {
    ...{ secret, email: invitation.email as string, browser: browserOf(accepted) },
    recoveryCodes: accepted.body.data.recovery_codes as string[],
    staffId: accepted.body.data.me.staff_id as string,
  };
}

const signIn = (
  email: string,
  { code, password = PASSWORD, cookie, ip }: Record<string, string | undefined> = {},
) =>
  api.call('POST /operator/sign-in', {
    body: { email, password, ...(code === undefined ? {} : { code }) },
    ...(cookie === undefined ? {} : { headers: { cookie } }),
    ...(ip === undefined ? {} : { ip }),
  });

describe('the first owner', () => {
  const setupLink = () =>
    createSetupLink(api.db, {
      secret: STAFF_SECRET,
      consoleUrl: 'https://console.example',
      now,
      sampleIds: [],
    });

  test('creates an account with the newest link, which works once', async () => {
    const earlier = tokenOf((await setupLink()) ?? '');
    const token = tokenOf((await setupLink()) ?? '');
    expect((await open(earlier)).body.status).toBe('staff_invitation_unknown');
    const opened = await open(token);
    expect(opened.body.data).toMatchObject({ kind: 'setup', role: 'owner', name: '', email: '' });
    expect(opened.body.data.totp_uri).toContain('otpauth://totp/');
    const body = {
      ...{ token, name: 'อรุณี แสงทอง', email: 'Arunee@Sangwian.example', password: PASSWORD },
      totp_code: codeOf(opened.body.data.totp_secret),
    };
    const created = await api.call('POST /operator/setup', { body });
    expect(created.status).toBe(201);
    expect(created.body.data.me).toMatchObject({ role: 'owner', email: 'arunee@sangwian.example' });
    expect(created.body.data.recovery_codes).toHaveLength(10);
    const me = await api.call('GET /operator/me', { headers: browserOf(created) });
    expect(me.body.data).toMatchObject({ name: 'อรุณี แสงทอง', recovery_codes_left: 10 });
    expect((await api.call('POST /operator/setup', { body })).body.status).toBe(
      'staff_invitation_used',
    );
    expect(await setupLink()).toBeNull();
  });
});

describe('an invitation', () => {
  test('creates one account with its role, even if two requests accept it concurrently', async () => {
    const { token, invitation } = await invite('moderator');
    const answers = await Promise.all([accept(token), accept(token), accept(token)]);
    const statuses = answers.map(({ status, body }) => (status === 201 ? 201 : body.status));
    expect(statuses.sort()).toEqual([201, 'staff_invitation_used', 'staff_invitation_used']);
    const accounts = await api.db
      .selectFrom('staff')
      .select('role')
      .where('email', '=', invitation.email)
      .execute();
    expect(accounts).toEqual([{ role: 'moderator' }]);
    expect((await open(token)).body.status).toBe('staff_invitation_used');
  });

  test.each([
    ['eleven signs', { password: 'สังเวียน123' }, 'staff_password_weak'],
    ['a repeated word', { password: 'password password' }, 'password_common'],
    ['a run of keys', { password: 'qwertyuiopas' }, 'password_common'],
    ['a repeated sign', { password: '1111111111111' }, 'password_common'],
    ['another code', { totp_code: '000000' }, 'staff_code_invalid'],
    ['no name', { name: '\u200b' }, 'name_invalid'],
  ])('stays open after %s', async (_what, change, code) => {
    const { token } = await invite();
    expect((await accept(token, change)).body.status).toBe(code);
    expect((await accept(token)).status).toBe(201);
  });

  test('stays open if another account has taken its e-mail address meanwhile', async () => {
    const { token, invitation } = await invite();
    const other = await api.makeStaff('viewer');
    const setEmail = (email: string) =>
      api.db.updateTable('staff').set({ email }).where('staff_id', '=', other.staffId).execute();
    await setEmail(invitation.email);
    expect((await accept(token)).body.status).toBe('staff_email_taken');
    await setEmail(other.email);
    expect((await accept(token)).status).toBe(201);
  });

  test('expires after seven days with a specific error, and can be sent again', async () => {
    const { owner, token, invitation } = await invite();
    now = new Date(now.getTime() + 7 * 24 * 60 * MINUTE_MS);
    expect((await open(token)).body.status).toBe('staff_invitation_expired');
    expect((await accept(token)).body.status).toBe('staff_invitation_expired');
    now = new Date();
    const path = `/operator/invitation/${invitation.staff_invitation_id}`;
    const again = await api.call(`POST ${path}/resend`, { headers: owner.headers, body: {} });
    expect((await open(token)).body.status).toBe('staff_invitation_unknown');
    expect((await accept(tokenOf(again.body.data.link))).status).toBe(201);
    const revoked = await api.call(`DELETE ${path}`, { headers: owner.headers });
    expect(revoked.body.status).toBe('staff_invitation_used');
  });

  test('is sent to the invited e-mail address, and again with each new link', async () => {
    const { owner, invitation } = await invite();
    const path = `/operator/invitation/${invitation.staff_invitation_id}`;
    const again = await api.call(`POST ${path}/resend`, { headers: owner.headers, body: {} });
    for (const { email, link, is_mailed } of [invitation, again.body.data]) {
      expect(is_mailed).toBe(true);
      await expect
        .poll(() => box.mails().filter(({ text }) => text.includes(link)), { timeout: 20_000 })
        .toMatchObject([{ to: email }]);
    }
  });

  test('stops working when it is revoked', async () => {
    const { owner, token, invitation } = await invite();
    await api.call(`DELETE /operator/invitation/${invitation.staff_invitation_id}`, {
      headers: owner.headers,
    });
    expect((await open(token)).body.status).toBe('staff_invitation_unknown');
    const listed = await api.call('GET /operator/invitation?limit=1', { headers: owner.headers });
    expect(listed.body.data).toMatchObject([{ status: 'revoked', created_by: 'Staff owner' }]);
    expect(listed.body.next_cursor).not.toBeNull();
    expect(listed.text).not.toContain(token);
  });
});

describe('signing in', () => {
  test('asks for the second factor only after the right password', async () => {
    const { email, secret } = await makeAccount();
    const wrong = await signIn(email, { password: 'wrong wrong wrong', code: codeOf(secret) });
    expect([wrong.status, wrong.body.status]).toEqual([401, 'staff_credentials_invalid']);
    const unknown = await signIn('nobody@sangwian.example', { code: codeOf(secret) });
    expect(unknown.body.status).toBe('staff_credentials_invalid');
    expect((await signIn(email)).body.status).toBe('staff_code_needed');
    expect((await signIn(email, { code: '000000' })).body.status).toBe('staff_code_invalid');
    const done = await signIn(email.toUpperCase(), { code: codeOf(secret) });
    expect(done.status).toBe(200);
    expect(done.body.data).toMatchObject({ role: 'cashier', credential: 'session' });
    const session = [done.headers['set-cookie'] ?? []].flat().at(-1);
    expect(session).toMatch(
      /^sangwian_staff=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/,
    );
    const entries = await api.db
      .selectFrom('audit_entry')
      .select('operation')
      .where('staff_id', '=', done.body.data.staff_id)
      .orderBy('audit_entry_id')
      .execute();
    expect(entries.map(({ operation }) => operation)).toEqual([
      'POST /operator/invitation/accept',
      'POST /operator/sign-in',
    ]);
    const row = await api.db.selectFrom('staff').selectAll().where('email', '=', email).execute();
    expect(JSON.stringify(row)).not.toContain(secret);
  });

  test('accepts codes of the previous and the next time step, and each code once', async () => {
    const { email, secret } = await makeAccount();
    expect((await signIn(email, { code: codeOf(secret, -2 * STEP_MS) })).body.status).toBe(
      'staff_code_invalid',
    );
    expect((await signIn(email, { code: codeOf(secret, STEP_MS) })).status).toBe(200);
    for (const offset of [STEP_MS, 0, -STEP_MS]) {
      expect((await signIn(email, { code: codeOf(secret, offset) })).body.status).toBe(
        'staff_code_used',
      );
    }
  });

  test('accepts a code once if five requests use it concurrently', async () => {
    const { email, secret } = await makeAccount();
    const code = codeOf(secret);
    const answers = await Promise.all(Array.from({ length: 5 }, () => signIn(email, { code })));
    const used = answers.filter(({ body }) => body.status === 'staff_code_used');
    expect([answers.filter(({ status }) => status === 200).length, used.length]).toEqual([1, 4]);
  });

  test('accepts each recovery code once, however it is typed', async () => {
    const { email, recoveryCodes } = await makeAccount();
    const [first = '', second = ''] = recoveryCodes;
    const typed = ` ${first.toUpperCase().replaceAll('-', ' ')} `;
    const answers = await Promise.all([
      signIn(email, { code: typed }),
      signIn(email, { code: first }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    const later = await signIn(email, { code: second });
    expect(later.body.data.recovery_codes_left).toBe(8);
  });

  test('is refused for a deactivated account after the right password', async () => {
    const { email, secret, staffId } = await makeAccount();
    await api.db
      .updateTable('staff')
      .set({ deactivated_at: now })
      .where('staff_id', '=', staffId)
      .execute();
    expect((await signIn(email, { code: codeOf(secret) })).body.status).toBe('staff_deactivated');
    expect((await signIn(email, { password: 'x' })).body.status).toBe('staff_credentials_invalid');
  });

  test('stays possible in a known browser while attackers guess passwords', async () => {
    const { email, secret, browser } = await makeAccount();
    const guesses = Array.from({ length: 60 }, (_, place) => `10.1.${place}.1`);
    const answers = [];
    for (const ip of guesses) answers.push(await signIn(email, { password: 'no', ip }));
    expect(answers.at(-1)?.body.status).toBe('rate_limited');
    expect((await signIn(email, { code: codeOf(secret), ip: '10.2.0.1' })).status).toBe(429);
    const known = await signIn(email, {
      code: codeOf(secret),
      cookie: browser.cookie,
      ip: '10.2.0.1',
    });
    expect(known.status).toBe(200);
  });

  test('limits guesses of the code after the right password', async () => {
    const { email, browser } = await makeAccount();
    const answers = [];
    for (let guess = 0; guess < 11; guess += 1) {
      answers.push(await signIn(email, { code: '000000', cookie: browser.cookie }));
    }
    expect(answers.at(-2)?.body.status).toBe('staff_code_invalid');
    expect(answers.at(-1)?.body.status).toBe('rate_limited');
  });
});

describe('a site on plain http', () => {
  test('refuses sign-ins unless its host is this machine', async () => {
    const staff = {
      consoleUrl: 'http://192.168.1.10:8080',
      secret: STAFF_SECRET,
      localOwnerToken: '',
    };
    const plain = await startTestApi({ config: { staff } });
    try {
      const options = await plain.call('GET /operator/sign-in/options');
      expect(options.body.data).toEqual({
        ...{ secure: false, console_url: staff.consoleUrl, passkeys: false },
      });
      const refused = await plain.call('POST /operator/sign-in', {
        body: { email: 'a@b.co', password: PASSWORD },
      });
      expect([refused.status, refused.body.status]).toEqual([403, 'staff_site_insecure']);
      const local = await plain.call('GET /operator/me', { token: 'undefined' });
      expect(local.status).toBe(401);
    } finally {
      await plain.close();
    }
  });
});
