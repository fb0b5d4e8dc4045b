import { startTestApi, TEST_OWNER_TOKEN, type TestApi } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

const DAY_MS = 86_400_000;
let now = new Date();
let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ clock: () => now });
});
beforeEach(() => {
  now = new Date();
});
afterAll(() => api.close());

const make = (headers: Record<string, string>, change: object = {}) =>
  api.call('POST /operator/token', {
    headers,
    body: { name: 'คืนศึก', scopes: ['look_up_members', 'read_own_audit'], days: 30, ...change },
  });
const statusOf = async (path: string, token: string) => {
  const { status, body } = await api.call(path, { token });
  return status === 200 ? 200 : body.status;
};

test('a personal access token is shown once and is valid for its scopes only', async () => {
  const { headers } = await api.makeStaff('owner');
  const made = await make(headers);
  expect(made.status).toBe(201);
  const token = made.body.data.token as string;
  expect(token).toMatch(/^sangwian_[\w-]{43}$/);
  expect(await statusOf('GET /operator/audit', token)).toBe(200);
  expect(await statusOf('GET /operator/staff', token)).toBe('staff_permission_missing');
  const listed = await api.call('GET /operator/token', { headers });
  expect(listed.body.data).toMatchObject([{ name: 'คืนศึก', last_used_at: now.toISOString() }]);
  expect(listed.text).not.toContain(token);
  const entries = await api.call('GET /operator/audit?limit=1', { headers });
  expect(entries.text).not.toContain(token);
});

test('a personal access token stops working when it expires, is revoked, or its account is deactivated', async () => {
  const owner = await api.makeStaff('owner');
  const token = (await make(owner.headers)).body.data.token as string;
  const other = await make(owner.headers, { days: 1 });
  now = new Date(now.getTime() + DAY_MS);
  expect(await statusOf('GET /operator/audit', other.body.data.token)).toBe('staff_sign_in_needed');
  expect(await statusOf('GET /operator/audit', token)).toBe(200);
  now = new Date();
  const stranger = await api.makeStaff('owner');
  const path = `DELETE /operator/token/${other.body.data.staff_token_id}`;
  expect((await api.call(path, { headers: stranger.headers })).body.status).toBe(
    'staff_token_not_found',
  );
  expect((await api.call(path, { headers: owner.headers })).status).toBe(200);
  expect(await statusOf('GET /operator/audit', other.body.data.token)).toBe('staff_sign_in_needed');
  await api.db
    .updateTable('staff')
    .set({ deactivated_at: now })
    .where('staff_id', '=', owner.staffId)
    .execute();
  expect(await statusOf('GET /operator/audit', token)).toBe('staff_sign_in_needed');
});

test('a personal access token has no more permissions than its owner, and cannot create tokens', async () => {
  const cashier = await api.makeStaff('cashier');
  expect((await make(cashier.headers, { scopes: ['manage_members'] })).body.status).toBe(
    'staff_permission_missing',
  );
  expect((await make(cashier.headers, { scopes: ['own_account'] })).body.status).toBe(
    'request_invalid',
  );
  const local = await api.call('POST /operator/token', {
    token: TEST_OWNER_TOKEN,
    body: { name: 'x', scopes: ['see_show'], days: 1 },
  });
  expect(local.body.status).toBe('staff_session_needed');
});

test('an account has at most twenty tokens, even if they are created concurrently', async () => {
  const { headers, staffId } = await api.makeStaff('owner');
  const answers = await Promise.all(Array.from({ length: 25 }, () => make(headers)));
  const refused = answers.filter(({ body }) => body.status === 'staff_token_limit_reached');
  expect(refused).toHaveLength(5);
  const rows = await api.db
    .selectFrom('staff_token')
    .select('staff_token_id')
    .where('staff_id', '=', staffId)
    .execute();
  expect(rows).toHaveLength(20);
});
