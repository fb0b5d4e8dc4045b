import { isComing } from '@sangwian/contract/coming';
import { ENDPOINTS, type Operation } from '@sangwian/contract/contract';
import type { Endpoint } from '@sangwian/contract/endpoint';
import { may, STAFF_ROLES } from '@sangwian/contract/permissions';
import { startTestApi, type TestApi, type TestStaff } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, expect, test } from 'vitest';

/**
 * Calls every endpoint for staff as each role and with each kind of invalid credential. The expected refusals follow
 * from the contract, so a new endpoint needs no row. Requests have no bodies, so an admitted request is refused later
 * for its missing parts.
 */
const STAFF_OPERATIONS = (Object.entries(ENDPOINTS) as [Operation, Endpoint][]).filter(
  ([operation, { identity }]) => identity === 'staff' && !isComing(operation),
);
const ADMISSION = [
  'staff_sign_in_needed',
  'staff_permission_missing',
  'staff_proof_needed',
  'csrf_token_invalid',
];
const HOUR_MS = 3_600_000;

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

/** Returns the code with which a request was refused before its handler, or `admitted`. */
async function admissionOf(operation: Operation, headers: Record<string, string>) {
  const address = operation.replace(/\{\w+\}/g, '01920000-0000-7000-8000-00000000dead');
  const { status, body } = await api.call(address, { headers });
  expect(status, operation).toBeLessThan(500);
  return ADMISSION.includes(body?.status) ? body.status : 'admitted';
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

test('there are endpoints for staff', () => {
  expect(STAFF_OPERATIONS.length).toBeGreaterThan(10);
});

test.each(STAFF_OPERATIONS)(
  '%s admits exactly the roles of its permission',
  async (operation, { permission }) => {
    const got: Record<string, string> = {};
    const due: Record<string, string> = {};
    for (const role of STAFF_ROLES) {
      const { headers } = await api.makeStaff(role);
      got[role] = await admissionOf(operation, headers);
      const isAllowed = permission !== undefined && may(role, permission);
      due[role] = isAllowed ? 'admitted' : 'staff_permission_missing';
    }
    expect(got).toEqual(due);
  },
);

const change = (staff: TestStaff, values: Record<string, Date>) =>
  api.db
    .updateTable('staff_session')
    .set(values)
    .where('staff_session_id', '=', staff.sessionId)
    .execute();
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS);

test.each(STAFF_OPERATIONS)(
  '%s refuses a missing or ended session and a page of another origin',
  async (operation, { sensitive }) => {
    const isWrite = !operation.startsWith('GET ');
    expect(await admissionOf(operation, {})).toBe('staff_sign_in_needed');
    expect(await admissionOf(operation, bearer('x'.repeat(43)))).toBe('staff_sign_in_needed');
    const faults = [
      { expires_at: hoursAgo(0.1) },
      { last_seen_at: hoursAgo(0.6) },
      { revoked_at: hoursAgo(0.1) },
    ];
    for (const fault of faults) {
      const staff = await api.makeStaff('owner');
      await change(staff, fault);
      expect(await admissionOf(operation, staff.headers)).toBe('staff_sign_in_needed');
    }
    const staff = await api.makeStaff('owner');
    const { cookie } = staff.headers;
    const foreign = isWrite ? 'csrf_token_invalid' : 'admitted';
    expect(await admissionOf(operation, { cookie })).toBe(foreign);
    expect(await admissionOf(operation, { cookie, 'x-csrf-token': 'x'.repeat(43) })).toBe(foreign);
    await change(staff, { proved_at: hoursAgo(0.1) });
    const unproved = sensitive === true ? 'staff_proof_needed' : 'admitted';
    expect(await admissionOf(operation, staff.headers)).toBe(unproved);
  },
);
