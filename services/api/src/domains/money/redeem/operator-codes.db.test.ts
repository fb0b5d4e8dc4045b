import { randomUUID } from 'node:crypto';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const INTERNAL = `/internal/${encodeURIComponent('the internal secret of a test')}`;

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

async function operate(method: 'GET' | 'POST', path: string, payload?: Record<string, unknown>) {
  const response = await api.api.internal.inject({
    method,
    url: `${INTERNAL}${path}`,
    ...(payload === undefined ? {} : { payload: { by: 'somsri', ...payload } }),
  });
  return { status: response.statusCode, body: response.json() };
}

/** Uses a code in the wallet as a new member. */
const use = async (code: string) =>
  api.call('POST /redeem/useRedeem', {
    token: await api.signIn(await api.makeFan()),
    body: { code },
  });

describe('an operator', () => {
  test('makes, lists and disables a batch of codes', async () => {
    const order = {
      prefix: 'EXPO',
      count: 250,
      batch: 'expo',
      kind: 'coin',
      coins: 10,
      uses_max: 1,
    };
    const { body } = await operate('POST', '/codes', order);
    expect(new Set(body.codes).size).toBe(250);
    await use(body.codes[3]);
    const listed = (await operate('GET', '/codes?batch=expo')).body.codes;
    expect(listed).toHaveLength(250);
    expect(listed.filter(({ uses }: { uses: number }) => uses === 1)).toHaveLength(1);
    const end = { batch: 'expo', reason: 'over' };
    expect((await operate('POST', '/codes/disable', end)).body).toEqual({ disabled: 250 });
    expect((await operate('POST', '/codes/disable', end)).body).toEqual({ disabled: 0 });
    expect((await operate('GET', '/codes?batch=expo')).body.codes[0]).toMatchObject({
      disabled_by: 'somsri',
      disabled_reason: 'over',
      created_by: 'somsri',
    });
  });

  test('can make a code with a Thai name once', async () => {
    const order = { code: 'มวยไทย ๒๕๖๙', kind: 'coin', coins: 10 };
    expect((await operate('POST', '/codes', order)).status).toBe(200);
    expect((await operate('POST', '/codes', { ...order, code: 'มวยไทย2569' })).status).toBe(409);
    expect((await use('มวยไทย2569')).body.data).toMatchObject({ coins: 10 });
  });

  test.each([
    [{ kind: 'coin', prefix: 'A', count: 1 }, 400],
    [{ kind: 'live', coins: 5, prefix: 'A', count: 1 }, 400],
    [{ kind: 'coin', coins: 5 }, 400],
    [{ kind: 'coin', coins: 5, code: 'ABCD', count: 2 }, 400],
    [{ kind: 'coin', coins: 5, code: 'A-B' }, 400],
    [{ kind: 'coin', coins: 0, code: 'ABCD' }, 400],
    [{ kind: 'coin', coins: 5, code: 'ABCD', program_live_id: randomUUID() }, 400],
    [{ kind: 'live', code: 'ABCD', program_live_id: randomUUID() }, 404],
    [
      {
        kind: 'live',
        code: 'ABCD',
        starts_at: '2026-11-22T00:00:00Z',
        expires_at: '2026-11-21T00:00:00Z',
      },
      400,
    ],
  ])('is refused %j with the reason', async (order, status) => {
    expect((await operate('POST', '/codes', order)).status).toBe(status);
  });
});
