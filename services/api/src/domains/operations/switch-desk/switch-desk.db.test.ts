import type { StaffRole } from '@sangwian/contract/permissions';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, expect, test } from 'vitest';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const REASON = { th: 'พักระหว่างยก', en: 'A pause between rounds.' };

test('staff with the permission can switch gifts off and on, and the consoles are notified', async () => {
  const topics: unknown[] = [];
  api.bus.subscribe('staff:changed', (event) => topics.push(event));
  const { headers } = await api.makeStaff('show_caller');
  const read = async () => (await api.call('GET /operator/switches', { headers })).body.data;
  const before = await read();
  expect(before.effects).toMatchObject({ orders_waiting: 0, gifts_last_minute: 0 });
  const off = { on: false, reason: REASON, version: 1 };
  const put = (body: object) => api.call('PUT /operator/switches/gifts', { headers, body });
  expect((await put(off)).body.data).toMatchObject({ on: false, reason: REASON, version: 2 });
  expect((await put(off)).body.status).toBe('edit_stale');
  expect((await put({ on: true, version: 2 })).body.data).toMatchObject({ on: true, version: 3 });
  expect(topics).toContainEqual({ topic: 'switches', id: 'gifts' });
  const refused = await api.call('PUT /operator/notice', {
    headers,
    body: { text: null, level: 'warning', from: null, until: null, version: 1 },
  });
  expect(refused.body.status).toBe('staff_permission_missing');
});

test('staff see only the switches of their role', async () => {
  const seenBy = async (role: StaffRole) => {
    const { headers } = await api.makeStaff(role);
    const { data } = (await api.call('GET /operator/switches', { headers })).body;
    return [data.switches.map(({ name }: { name: string }) => name).sort(), data.notice !== null];
  };
  const all = ['chat', 'gifts', 'payments', 'predictions', 'registration'];
  expect(await seenBy('owner')).toEqual([all, true]);
  expect(await seenBy('show_caller')).toEqual([['chat', 'gifts'], false]);
  expect(await seenBy('cashier')).toEqual([['payments'], false]);
  expect(await seenBy('moderator')).toEqual([['chat'], false]);
  expect(await seenBy('viewer')).toEqual([[], false]);
});

test('the audit contains the reason for a change of a switch and the values before and after', async () => {
  const { headers } = await api.makeStaff('owner');
  const { data } = (await api.call('GET /operator/switches', { headers })).body;
  const { version } = data.switches.find(({ name }: { name: string }) => name === 'predictions');
  const body = { on: false, reason: REASON, version };
  await api.call('PUT /operator/switches/predictions', { headers, body });
  const audit = await api.call('GET /operator/audit?subject_id=predictions', { headers });
  expect(audit.body.data).toMatchObject([
    {
      subject_type: 'switch',
      reason: REASON.en,
      before: { on: true, reason: null },
      after: { on: false, reason: REASON },
    },
  ]);
});
