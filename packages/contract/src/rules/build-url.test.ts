import { expect, test } from 'vitest';
import { buildUrl } from './build-url.ts';

test('path parameters are escaped', () => {
  expect(buildUrl('GET /live/{program_live_id}', { params: { program_live_id: 'a/b?c' } })).toEqual(
    {
      method: 'GET',
      url: '/api/v1/live/a%2Fb%3Fc',
      body: undefined,
    },
  );
});

test('undefined query parameters are omitted', () => {
  expect(
    buildUrl('GET /live', { query: { limit: 20, cursor: undefined, external: '1' } }).url,
  ).toBe('/api/v1/live?limit=20&external=1');
  expect(buildUrl('GET /live', { query: {} }).url).toBe('/api/v1/live');
});

test('the body is passed through unchanged', () => {
  const body = { phone: '0812345001', password: 'x' };
  expect(buildUrl('POST /auth/member/login-v2', { body })).toEqual({
    method: 'POST',
    url: '/api/v1/auth/member/login-v2',
    body,
  });
});
