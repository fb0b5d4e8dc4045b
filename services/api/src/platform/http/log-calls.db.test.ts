import { createLogger } from '@sangwian/node-kit/logger';
import { startTestApi } from '@sangwian/testkit/start-test-api';
import { expect, test } from 'vitest';

test('logs each call at level debug, by its route and without ids', async () => {
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
