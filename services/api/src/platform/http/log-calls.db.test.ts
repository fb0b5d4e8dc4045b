import { createLogger } from '@sangwian/node-kit/logger';
import { startTestApi } from '@sangwian/testkit/start-test-api';
import { expect, test } from 'vitest';

test('logs each request at level debug, with its route and without ids', async () => {
  const lines: string[] = [];
  const logger = createLogger('test', 'debug', { write: (line) => void lines.push(line) });
  const api = await startTestApi({ logger });
  try {
    await api.call('GET /live/01920000-0000-7000-8000-00000000dead');
    const calls = () => lines.filter((line) => line.includes('call answered'));
    await expect.poll(calls).toHaveLength(1);
    const expected = { method: 'GET', url: '/api/v1/live/:program_live_id', status: 404 };
    expect(JSON.parse(calls()[0] ?? '')).toMatchObject(expected);
    expect(calls()[0]).not.toContain('dead');
  } finally {
    await api.close();
  }
});

test('logs refused access with its code, route and caller, at most 100 lines in ten seconds', async () => {
  const lines: string[] = [];
  const logger = createLogger('test', 'info', { write: (line) => void lines.push(line) });
  const api = await startTestApi({ logger });
  try {
    const refusals = () => lines.filter((line) => line.includes('access refused'));
    const fan = await api.makeFan();
    await api.call('POST /auth/member/login-v2', {
      body: { phone: fan.phone, password: 'not-the-password' },
      ip: '203.0.113.9',
    });
    expect(JSON.parse(refusals()[0] ?? '')).toMatchObject({
      code: 'password_invalid',
      method: 'POST',
      url: '/api/v1/auth/member/login-v2',
      address: '203.0.113.9',
      reqId: expect.any(String),
    });
    const { headers, staffId } = await api.makeStaff('viewer');
    await api.call('GET /operator/audit', { headers });
    expect(JSON.parse(refusals()[1] ?? '')).toMatchObject({ code: 'staff_permission_missing' });
    expect(staffId).toEqual(expect.any(String));
    expect(lines.join('')).not.toContain('not-the-password');
    expect(lines.join('')).not.toContain(fan.phone);
    for (let count = 0; count < 120; count += 1) await api.call('GET /auth/member/sessions');
    expect(refusals()).toHaveLength(100);
  } finally {
    await api.close();
  }
});
