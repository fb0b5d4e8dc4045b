import { LIMITS } from '@sangwian/contract/limits';
import { startTestApi, type TestApi, type TestFan } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWallet } from '../../money/wallet/wallet.module.ts';
import { createMembers } from '../members/members.module.ts';

const START = new Date('2026-11-29T12:00:00Z');
const DAY_MS = 86_400_000;
let now = START;
let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ clock: () => now });
});
afterAll(() => api.close());

const path = '/auth/member/nickname';
const names = (fan: TestFan) =>
  createMembers(api.db, createWallet(api.db)).findMemberNames([fan.memberId]);

interface Named {
  readonly fan: TestFan;
  readonly token: string;
  readonly set: (nickname: unknown) => ReturnType<TestApi['call']>;
}

async function makeNamed(): Promise<Named> {
  const fan = await api.makeFan();
  const token = await api.signIn(fan);
  return { fan, token, set: (nickname) => api.call(`PUT ${path}`, { token, body: { nickname } }) };
}

test('shows a nickname instead of the first name, in the profile and the export', async () => {
  const { fan, token, set } = await makeNamed();
  const answer = await set('  พี่หมี   มวยไทย ');
  expect(answer.status).toBe(200);
  expect(answer.body.data).toEqual({
    nickname: 'พี่หมี มวยไทย',
    changeable_at: new Date(START.getTime() + LIMITS.nicknameDays * DAY_MS).toISOString(),
  });
  expect((await names(fan)).get(fan.memberId)?.name).toBe('พี่หมี มวยไทย');
  const profile = await api.call(`GET /auth/member/profile?member_id=${fan.memberId}`, { token });
  expect(profile.body.data).toMatchObject({ nickname: 'พี่หมี มวยไทย' });
  const exported = await createMembers(api.db, createWallet(api.db)).exportOf(fan.memberId);
  expect(exported['profile']).toMatchObject({ nickname: 'พี่หมี มวยไทย' });
});

test('refuses callers without a session, and bodies that are no nickname', async () => {
  expect((await api.call(`GET ${path}`)).body.status).toBe('token_missing');
  expect((await api.call(`PUT ${path}`, { body: { nickname: 'x' } })).status).toBe(401);
  const { token, set } = await makeNamed();
  expect((await set(7)).body.status).toBe('request_invalid');
  expect((await set('x'.repeat(LIMITS.nicknameUnitsMax + 1))).body.status).toBe('request_invalid');
  const other = await api.call(`PUT ${path}`, { token, body: { nickname: 'นุ่น', more: 1 } });
  expect(other.body.status).toBe('request_invalid');
});

test.each([
  ['ก', 'nickname_invalid'],
  ['x'.repeat(25), 'nickname_invalid'],
  ['www.bet.com', 'nickname_invalid'],
  ['ad min', 'nickname_word'],
  ['fuck', 'nickname_word'],
])('refuses the nickname %s with %s', async (nickname, code) => {
  const { set } = await makeNamed();
  expect((await set(nickname)).body.status).toBe(code);
});

test('refuses a watched word', async () => {
  await api.db.insertInto('chat_word').values({ word: 'kwjxq', kind: 'watched' }).execute();
  const { set } = await makeNamed();
  now = new Date(now.getTime() + 61_000);
  expect((await set('kwjxq')).body.status).toBe('nickname_word');
});

test('offers a free suffix if another member has a nickname that looks the same', async () => {
  const [first, second] = [await makeNamed(), await makeNamed()];
  expect((await first.set('Nong Bill')).status).toBe(200);
  const refused = await second.set('nong_BI11');
  expect(refused.status).toBe(409);
  expect(refused.body.status).toBe('nickname_taken');
  const details = refused.body['details'] as readonly { path: string; message: string }[];
  const suggestion = details.find((detail) => detail.path === 'suggestion')?.message ?? '';
  expect(suggestion).toMatch(/^nong_BI11\d{2,4}$/u);
  expect((await second.set(suggestion)).body.data).toMatchObject({ nickname: suggestion });
});

test('gives a nickname to only one of two members who ask at the same time', async () => {
  const both = [await makeNamed(), await makeNamed()];
  const answers = await Promise.all(both.map(({ set }) => set('คนเดียว')));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('changes a nickname once in seven days, and repeats a request without harm', async () => {
  const { set, fan } = await makeNamed();
  const answers = await Promise.all([set('ไม้เอก'), set('ไม้เอก')]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const early = await set('ไม้โท');
  expect(early.body).toMatchObject({
    status: 'nickname_too_soon',
    details: [{ path: 'changeable_at' }],
  });
  expect((await set(null)).body.data).toMatchObject({ nickname: null });
  expect((await names(fan)).get(fan.memberId)?.name).not.toBe('ไม้เอก');
  expect((await set('ไม้โท')).body.status).toBe('nickname_too_soon');
  now = new Date(now.getTime() + LIMITS.nicknameDays * DAY_MS);
  expect((await set('ไม้โท')).status).toBe(200);
});
