import { startTestApi, TEST_OWNER_TOKEN, type TestApi } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

type Headers = Record<string, string>;
const audit = async (headers: Headers, query = '') =>
  (await api.call(`GET /operator/audit?${query}`, { headers })).body;
const changeRole = (staffId: string, headers: Headers, body: object) =>
  api.call(`PUT /operator/staff/${staffId}`, { headers, body: { reason: 'งานคืนนี้', ...body } });

describe('a change by staff', () => {
  test('leaves an entry with actor, reason, before and after', async () => {
    const owner = await api.makeStaff('owner', 'อรุณี');
    const { staffId } = await api.makeStaff('cashier');
    const changed = await changeRole(staffId, owner.headers, { version: 1, role: 'viewer' });
    const { data } = await audit(owner.headers, `subject_type=staff&subject_id=${staffId}`);
    expect(data).toMatchObject([
      {
        ...{ actor: 'อรุณี', role: 'owner', credential: 'session', result: 'done' },
        operation: 'PUT /operator/staff/{staff_id}',
        request_id: changed.headers['x-request-id'],
        reason: 'งานคืนนี้',
        before: { role: 'cashier', active: true },
        after: { role: 'viewer', active: true },
        parts: { params: { staff_id: staffId }, body: { role: 'viewer', version: 1 } },
      },
    ]);
  });

  test('leaves an entry with the code of its refusal', async () => {
    const owner = await api.makeStaff('owner');
    const { staffId } = await api.makeStaff('cashier');
    await changeRole(staffId, owner.headers, { version: 7, role: 'viewer' });
    const { data } = await audit(owner.headers, `staff_id=${owner.staffId}`);
    expect(data).toMatchObject([{ result: 'refused', error_code: 'edit_stale' }]);
  });

  test('leaves no secret in its entry', async () => {
    const { headers, staffId } = await api.makeStaff('owner');
    const password = 'ความลับที่ไม่มีใครรู้เลย';
    await api.call('PUT /operator/password', { headers, body: { password } });
    await api.call('POST /operator/proof', { headers, body: { code: '493817' } });
    const rows = await api.db
      .selectFrom('audit_entry')
      .selectAll()
      .where('staff_id', '=', staffId)
      .execute();
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${password}|493817`));
  });

  test('does not happen if its entry cannot be written', async () => {
    const owner = await api.makeStaff('owner');
    const { staffId } = await api.makeStaff('cashier');
    const node = await startTestApi({ databaseUrl: api.databaseUrl });
    try {
      await node.db.schema.alterTable('audit_entry').renameTo('audit_entry_away').execute();
      const answer = await changeRole(staffId, owner.headers, { version: 1, role: 'viewer' });
      expect(answer.status).toBe(500);
    } finally {
      await node.db.schema.alterTable('audit_entry_away').renameTo('audit_entry').execute();
      await node.close();
    }
    const list = await api.call('GET /operator/staff', { headers: owner.headers });
    expect(list.body.data).toContainEqual(
      expect.objectContaining({ staff_id: staffId, role: 'cashier', version: 1 }),
    );
  });

  test('has an unknown outcome after a crash', async () => {
    const { headers, staffId } = await api.makeStaff('owner');
    await api.db
      .insertInto('audit_entry')
      .values({
        ...{ staff_id: staffId, actor: 'อรุณี', role: 'owner', credential: 'session' as const },
        ...{ operation: 'POST /operator/invitation', parts: '{}', request_id: 'r', address: '' },
        created_at: new Date(),
      })
      .execute();
    const { data } = await audit(headers, `staff_id=${staffId}`);
    expect(data).toMatchObject([{ result: 'unknown', error_code: null }]);
  });
});

describe('the audit', () => {
  test('can be neither changed nor deleted by the services', async () => {
    for (const table of ['audit_entry', 'audit_outcome'] as const) {
      await expect(api.db.deleteFrom(table).execute()).rejects.toThrow('permission denied');
      await expect(
        api.db.updateTable(table).set({ created_at: new Date() }).execute(),
      ).rejects.toThrow('permission denied');
    }
  });

  test('shows all entries to an owner, and to a cashier only the entries of the cashier', async () => {
    const [owner, cashier] = [await api.makeStaff('owner'), await api.makeStaff('cashier')];
    for (const { headers } of [owner, cashier]) {
      await api.call('POST /operator/recovery-code', { headers, body: {} });
    }
    const actors = async (headers: Headers, query = '') =>
      new Set((await audit(headers, query)).data.map((row: { staff_id: string }) => row.staff_id));
    expect(await actors(cashier.headers)).toEqual(new Set([cashier.staffId]));
    expect(await actors(cashier.headers, `staff_id=${owner.staffId}`)).toEqual(
      new Set([cashier.staffId]),
    );
    expect((await actors(owner.headers)).size).toBeGreaterThan(1);
    const viewer = await api.makeStaff('viewer');
    expect((await audit(viewer.headers)).status).toBe('staff_permission_missing');
  });

  test('is read page by page and filtered by time and operation', async () => {
    const { headers, staffId } = await api.makeStaff('owner');
    for (let call = 0; call < 5; call += 1) {
      await api.call('POST /operator/recovery-code', { headers, body: {} });
    }
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const from: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const page = await audit(headers, `staff_id=${staffId}&limit=2${from}`);
      seen.push(...page.data.map((row: { audit_entry_id: string }) => row.audit_entry_id));
      cursor = page.next_cursor;
    }
    expect(new Set(seen).size).toBe(5);
    const operation = encodeURIComponent('POST /operator/recovery-code');
    expect((await audit(headers, `staff_id=${staffId}&operation=${operation}`)).data).toHaveLength(
      5,
    );
    const past = `to=${new Date(Date.now() - 60_000).toISOString()}`;
    expect((await audit(headers, `staff_id=${staffId}&${past}`)).data).toEqual([]);
  });

  test('is exported as CSV in which no cell is a formula', async () => {
    const owner = await api.makeStaff('owner', '=1+1');
    await api.call('POST /operator/recovery-code', { headers: owner.headers, body: {} });
    const { body } = await api.call(`GET /operator/audit/csv?staff_id=${owner.staffId}`, {
      headers: owner.headers,
    });
    expect(body.data.file_name).toMatch(/^sangwian-audit-\d{4}-\d\d-\d\d\.csv$/);
    expect(body.data.csv).toContain("'=1+1,owner,session,POST /operator/recovery-code,done");
  });

  test('shows the local owner as the actor of an entry', async () => {
    await api.call('POST /operator/sign-out', { token: TEST_OWNER_TOKEN, body: {} });
    const { headers } = await api.makeStaff('owner');
    const { data } = await audit(headers, 'limit=1');
    expect(data).toMatchObject([{ actor: 'Local owner', credential: 'local' }]);
  });
});
