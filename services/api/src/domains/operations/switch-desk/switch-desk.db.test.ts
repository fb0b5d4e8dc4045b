import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, expect, test } from 'vitest';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const REASON = { th: 'พักระหว่างยก', en: 'A pause between rounds.' };

test('staff with the permission switch gifts off and on, and the consoles are notified', async () => {
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
