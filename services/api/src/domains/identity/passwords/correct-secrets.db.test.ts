import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CORRECT_PER_MEMBER, GUESS_LIMITS } from './guess-limits.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

test('the number of correct PINs of one member is limited too, since each check costs a hash', async () => {
  const fan = await api.makeFan();
  const token = await api.signIn(fan);
  const pin = '371946';
  const body = { pin, confirm_pin: pin, password: fan.password };
  expect((await api.call('PUT /auth/member/createPin', { token, body })).status).toBe(200);
  const check = async () =>
    (await api.call('PUT /auth/member/checkPin', { token, body: { pin, purpose: 'delete' } }))
      .status;
  const { guessesMax } = GUESS_LIMITS.perTrier;
  const statuses: number[] = [];
  // The check of the password in createPin counts too.
  for (let time = 1; time < CORRECT_PER_MEMBER.max + guessesMax; time += 1) {
    statuses.push(await check());
  }
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await check()).toBe(429);
  // The limit does not affect other members.
  const other = await api.makeFan();
  const others = { token: await api.signIn(other), body: { ...body, password: other.password } };
  expect((await api.call('PUT /auth/member/createPin', others)).status).toBe(200);
});
