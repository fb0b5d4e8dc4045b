import { startTestApi, TEST_OWNER_TOKEN, type TestApi } from '@sangwian/testkit/start-test-api';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createStaffSecrets } from './staff-secrets.ts';

const MINUTE_MS = 60_000;
const TOTP = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const secrets = createStaffSecrets('the staff secret of a test');

let now = new Date();
let api: TestApi;
/** Another node that shares the database, but receives no bus events of the first node. */
let node: TestApi;
beforeAll(async () => {
  api = await startTestApi({ clock: () => now });
  node = await startTestApi({ clock: () => now, databaseUrl: api.databaseUrl });
});
beforeEach(() => {
  now = new Date();
});
afterAll(async () => {
  await node.close();
  await api.close();
});

const later = (minutes: number): void => {
  now = new Date(now.getTime() + minutes * MINUTE_MS);
};
const me = (headers: Record<string, string>, on = api) => on.call('GET /operator/me', { headers });
const statusOf = async (headers: Record<string, string>, on = api) => {
  const { status, body } = await me(headers, on);
  return status === 200 ? body.data.role : body.status;
};
const give = (staffId: string, values: object) =>
  api.db.updateTable('staff').set(values).where('staff_id', '=', staffId).execute();
const totpCode = () => generateSync({ secret: TOTP, epoch: Math.floor(now.getTime() / 1000) });

describe('a session', () => {
  test('ends after 30 minutes without a request', async () => {
    const { headers } = await api.makeStaff('viewer');
    for (let call = 0; call < 3; call += 1) {
      later(29);
      expect(await statusOf(headers)).toBe('viewer');
    }
    later(31);
    expect(await statusOf(headers)).toBe('staff_sign_in_needed');
  });

  test('is not kept alive by the automatic requests of an idle console', async () => {
    const { headers } = await api.makeStaff('viewer');
    const idle = { ...headers, 'x-operator-idle': '1' };
    for (let call = 0; call < 2; call += 1) {
      later(14);
      expect(await statusOf(idle)).toBe('viewer');
    }
    later(3);
    expect(await statusOf(idle)).toBe('staff_sign_in_needed');
  });

  test('ends after 12 hours, even if it is in use', async () => {
    const { headers } = await api.makeStaff('viewer');
    for (let minutes = 0; minutes < 12 * 60 - 20; minutes += 20) {
      later(20);
      expect(await statusOf(headers)).toBe('viewer');
    }
    later(20);
    expect(await statusOf(headers)).toBe('staff_sign_in_needed');
  });

  test('is listed, and ends on every node when it is revoked or signed out', async () => {
    const { headers, sessionId, staffId } = await api.makeStaff('viewer');
    const listed = await api.call('GET /operator/session', { headers });
    expect(listed.body.data).toMatchObject([{ staff_session_id: sessionId, current: true }]);
    const other = await api.makeStaff('viewer');
    const foreign = await api.call(`DELETE /operator/session/${sessionId}`, other);
    expect(foreign.body.status).toBe('session_not_found');
    expect((await api.call(`DELETE /operator/session/${sessionId}`, { headers })).status).toBe(200);
    expect(await statusOf(headers, node)).toBe('staff_sign_in_needed');
    const out = await api.call('POST /operator/sign-out', { headers: other.headers, body: {} });
    expect(String(out.headers['set-cookie'])).toContain('Max-Age=0');
    expect(await statusOf(other.headers, node)).toBe('staff_sign_in_needed');
    const owner = await api.makeStaff('owner');
    const gone = await api.call(`DELETE /operator/staff/${staffId}/session`, owner);
    expect(gone.status).toBe(200);
  });
});

test('an account can end all of its other sessions at once', async () => {
  const [here, there] = [await api.makeStaff('viewer'), await api.makeStaff('viewer')];
  await api.db
    .updateTable('staff_session')
    .set({ staff_id: here.staffId })
    .where('staff_session_id', '=', there.sessionId)
    .execute();
  const stranger = await api.makeStaff('viewer');
  const ended = await api.call('DELETE /operator/session', { headers: here.headers });
  expect(ended.status).toBe(200);
  expect(await statusOf(here.headers)).toBe('viewer');
  expect(await statusOf(there.headers, node)).toBe('staff_sign_in_needed');
  expect(await statusOf(stranger.headers)).toBe('viewer');
  const byToken = await api.call('DELETE /operator/session', { token: TEST_OWNER_TOKEN });
  expect(byToken.body.status).toBe('staff_session_needed');
});

describe('a proof', () => {
  test('is renewed with a TOTP code, and then allows a sensitive operation', async () => {
    const { headers, staffId, sessionId } = await api.makeStaff('owner');
    await give(staffId, { sealed_totp_secret: secrets.seal(TOTP) });
    const past = new Date(Date.now() - 6 * MINUTE_MS);
    await api.db
      .updateTable('staff_session')
      .set({ proved_at: past })
      .where('staff_session_id', '=', sessionId)
      .execute();
    const renew = () => api.call('POST /operator/recovery-code', { headers, body: {} });
    expect((await renew()).body.status).toBe('staff_proof_needed');
    const prove = (code: string) => api.call('POST /operator/proof', { headers, body: { code } });
    expect((await prove('000000')).body.status).toBe('staff_code_invalid');
    const code = totpCode();
    const proved = await prove(code);
    expect(new Date(proved.body.data.proof_ends_at).getTime()).toBe(now.getTime() + 5 * MINUTE_MS);
    expect((await prove(code)).body.status).toBe('staff_code_used');
    const renewed = await renew();
    expect(renewed.body.data.recovery_codes).toHaveLength(10);
    expect((await prove(renewed.body.data.recovery_codes[0])).status).toBe(200);
  });
});

describe('an account', () => {
  test('can change its password, which ends its other sessions', async () => {
    const staff = await api.makeStaff('cashier');
    const other = await api.makeStaff('cashier');
    await api.db
      .updateTable('staff_session')
      .set({ staff_id: staff.staffId })
      .where('staff_session_id', '=', other.sessionId)
      .execute();
    const change = (password: string) =>
      api.call('PUT /operator/password', { headers: staff.headers, body: { password } });
    expect((await change('สั้นไป')).body.status).toBe('staff_password_weak');
    expect((await change('คืนนี้ลุ้นทั้งสังเวียน')).status).toBe(200);
    expect(await statusOf(staff.headers)).toBe('cashier');
    expect(await statusOf(other.headers)).toBe('staff_sign_in_needed');
  });

  test('can replace its authenticator app only with a code of the new app', async () => {
    const { headers, staffId } = await api.makeStaff('cashier');
    await give(staffId, { sealed_totp_secret: secrets.seal(TOTP) });
    const begun = await api.call('POST /operator/totp', { headers, body: {} });
    const confirm = (totp_code: string) =>
      api.call('PUT /operator/totp', { headers, body: { totp_code } });
    expect((await confirm(totpCode())).body.status).toBe('staff_code_invalid');
    const secret = begun.body.data.totp_secret;
    const epoch = Math.floor(now.getTime() / 1000);
    expect((await confirm(generateSync({ secret, epoch }))).status).toBe(200);
    const row = await api.db
      .selectFrom('staff')
      .select('sealed_totp_secret')
      .where('staff_id', '=', staffId)
      .executeTakeFirstOrThrow();
    expect(secrets.open(row.sealed_totp_secret as Buffer)).toBe(secret);
  });
});

describe('a change by an owner', () => {
  const change = (staffId: string, headers: Record<string, string>, body: object) =>
    api.call(`PUT /operator/staff/${staffId}`, { headers, body: { reason: 'งานคืนนี้', ...body } });

  test('of a role takes effect at once in open sessions on every node', async () => {
    const owner = await api.makeStaff('owner');
    const staff = await api.makeStaff('cashier');
    expect(await statusOf(staff.headers, node)).toBe('cashier');
    const changed = await change(staff.staffId, owner.headers, { version: 1, role: 'viewer' });
    expect(changed.body.data).toMatchObject({ role: 'viewer', version: 2 });
    expect(await statusOf(staff.headers, node)).toBe('viewer');
    const list = await node.call('GET /operator/staff', { headers: staff.headers });
    expect(list.body.status).toBe('staff_permission_missing');
  });

  test('that deactivates an account ends its sessions on every node', async () => {
    const owner = await api.makeStaff('owner');
    const staff = await api.makeStaff('cashier');
    await change(staff.staffId, owner.headers, { version: 1, active: false });
    expect(await statusOf(staff.headers, node)).toBe('staff_sign_in_needed');
    await change(staff.staffId, owner.headers, { version: 2, active: true });
    expect(await statusOf(staff.headers, node)).toBe('staff_sign_in_needed');
  });

  test('is refused with the current values if another owner has changed the account meanwhile', async () => {
    const owner = await api.makeStaff('owner', 'อรุณี');
    const staff = await api.makeStaff('cashier');
    await change(staff.staffId, owner.headers, { version: 1, role: 'editor' });
    const stale = await change(staff.staffId, owner.headers, { version: 1, role: 'viewer' });
    expect([stale.status, stale.body.status]).toEqual([409, 'edit_stale']);
    expect(stale.body.details).toContainEqual({ path: 'role', message: 'editor' });
    expect(stale.body.details).toContainEqual({ path: 'by', message: 'อรุณี' });
  });

  test('leaves one owner if two owners remove each other concurrently', async () => {
    await api.db
      .updateTable('staff')
      .set({ role: 'viewer' })
      .where('email', 'is not', null)
      .execute();
    const [first, second] = [await api.makeStaff('owner'), await api.makeStaff('owner')];
    const answers = await Promise.all([
      change(first.staffId, second.headers, { version: 1, role: 'viewer' }),
      change(second.staffId, first.headers, { version: 1, active: false }),
    ]);
    const codes = answers.map(({ status, body }) => (status === 200 ? 200 : body.status));
    const refused = codes.find((code) => code !== 200);
    // The second owner may already have lost the session or the role.
    expect(['staff_owner_last', 'staff_permission_missing', 'staff_sign_in_needed']).toContain(
      refused,
    );
    const owners = await api.db
      .selectFrom('staff')
      .select('name')
      .where('role', '=', 'owner')
      .where('deactivated_at', 'is', null)
      .where('email', 'is not', null)
      .execute();
    expect(owners).toHaveLength(1);
    const local = '00000000-0000-7000-8000-000000000001';
    const fixed = await api.call(`PUT /operator/staff/${local}`, {
      token: TEST_OWNER_TOKEN,
      body: { version: 1, active: false, reason: 'x' },
    });
    expect(fixed.body.status).toBe('staff_not_found');
  });
});

describe('the token of the local owner', () => {
  test('has every permission on this machine, and none from other machines', async () => {
    const here = await api.call('GET /operator/me', { token: TEST_OWNER_TOKEN });
    expect(here.body.data).toMatchObject({ role: 'owner', credential: 'local', csrf_token: null });
    const away = await api.call('GET /operator/me', { token: TEST_OWNER_TOKEN, ip: '10.0.0.1' });
    expect(away.body.status).toBe('staff_sign_in_needed');
    const factors = await api.call('POST /operator/totp', { token: TEST_OWNER_TOKEN, body: {} });
    expect(factors.body.status).toBe('staff_session_needed');
  });

  test('that is wrong is refused even with a valid session cookie', async () => {
    const { headers } = await api.makeStaff('viewer');
    const mixed = await api.call('GET /operator/me', { headers, token: 'x'.repeat(43) });
    expect(mixed.body.status).toBe('staff_sign_in_needed');
  });
});
