import { randomUUID } from 'node:crypto';
import { startTestApi, type TestApi, type TestStaff } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let api: TestApi;
let owner: TestStaff;
beforeAll(async () => {
  api = await startTestApi();
  owner = await api.makeStaff('owner');
});
afterAll(() => api.close());

const create = (order: object) =>
  api.call('POST /operator/code/batch', {
    headers: owner.headers,
    body: { name: randomUUID(), per_member: 'once', uses_max: 1, note: 'a test', ...order },
  });

/** Signs a new member in, who uses a code in the wallet. */
const use = async (code: string) =>
  api.call('POST /redeem/useRedeem', {
    token: await api.signIn(await api.makeFan()),
    body: { code },
  });

describe('an operator', () => {
  test('can make a named Thai code only once', async () => {
    const order = { code: 'มวยไทย ๒๕๖๙', kind: 'coin', coins: 10 };
    expect((await create(order)).status).toBe(201);
    expect((await create({ ...order, code: 'มวยไทย2569' })).status).toBe(409);
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
    expect((await create(order)).status).toBe(status);
  });
});
