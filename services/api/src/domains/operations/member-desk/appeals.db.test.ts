import {
  startTestApi,
  type TestApi,
  type TestFan,
  type TestStaff,
} from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadSampleSeason } from '../../../sample-season/load.ts';

const HOUR_MS = 3_600_000;
const DECIDE_BAN = 'POST /operator/appeal/ban/{appeal_id}/decide';
const START = Date.parse('2026-11-23T12:00:00Z');

let now = new Date(START);
let api: TestApi;
let owner: TestStaff;
let second: TestStaff;
let moderator: TestStaff;
let other: TestStaff;
beforeAll(async () => {
  api = await startTestApi({ clock: () => now });
  await loadSampleSeason(api.db, { now });
  owner = await api.makeStaff('owner', 'Anong');
  second = await api.makeStaff('owner', 'Kanya');
  moderator = await api.makeStaff('moderator', 'Somchai');
  other = await api.makeStaff('moderator', 'Nok');
});
afterAll(() => api.close());
beforeEach(() => {
  now = new Date(START);
});

const post = (who: TestStaff, path: string, body: object) =>
  api.call(`POST /operator${path}`, { headers: who.headers, body });
const sanction = async (who: TestStaff, fan: TestFan, act: string, body: object = {}) => {
  const { version } = (await api.call(`GET /operator/member/${fan.memberId}`, owner)).body.data;
  const answer = await post(who, `/member/${fan.memberId}/${act}`, {
    reason: 'สแปมในแชท',
    version,
    ...body,
  });
  expect(answer.status).toBe(200);
};
const login = ({ phone, password }: TestFan) =>
  api.call('POST /auth/member/login-v2', { body: { phone, password } });
/** Returns the details of a refused sign-in as an object. */
const refusalOf = async (fan: TestFan): Promise<Record<string, string>> => {
  const { body } = await login(fan);
  return Object.fromEntries(
    (body.details ?? []).map(({ path, message }: Record<'path' | 'message', string>) => [
      path,
      message,
    ]),
  );
};
const appeal = (token: string | undefined, text = 'ไม่ใช่ผม') =>
  api.call('POST /auth/member/appeal', { body: { appeal_token: token, text } });
const openAppeals = async (who: TestStaff) =>
  (await api.call('GET /operator/appeal?limit=100', who)).body.data as {
    appeal_id: string;
    member_id: string;
    locked: string | null;
    kind: string;
  }[];
const appealOf = async (who: TestStaff, fan: TestFan) =>
  (await openAppeals(who)).find((one) => one.member_id === fan.memberId);
const decide = (who: TestStaff, kind: string, id: string, body: object) =>
  post(who, `/appeal/${kind}/${id}/decide`, { reason: 'ดูแล้ว', ...body });

/** Returns a fan with an open appeal and the id of the appeal. */
async function makeAppeal(by: TestStaff, act: string, body: object = {}) {
  const fan = await api.makeFan();
  await sanction(by, fan, act, body);
  expect((await appeal((await refusalOf(fan))['appeal_token'])).status).toBe(200);
  const id = (await appealOf(owner, fan))?.appeal_id ?? '';
  expect(id).not.toBe('');
  return { fan, id };
}

describe('a suspended or banned member', () => {
  test.each(['ban', 'close'])(
    'appeals once against a %s, after the right password',
    async (act) => {
      const fan = await api.makeFan();
      await sanction(owner, fan, act);
      const wrong = await api.call('POST /auth/member/login-v2', {
        body: { phone: fan.phone, password: 'wrong1234' },
      });
      expect([wrong.body.status, wrong.body.details]).toEqual(['password_invalid', undefined]);
      const [first, later] = [await refusalOf(fan), await refusalOf(fan)];
      expect(first).toMatchObject({ reason: 'สแปมในแชท', since: now.toISOString() });
      const answers = await Promise.all([
        appeal(first['appeal_token']),
        appeal(later['appeal_token']),
        appeal(later['appeal_token']),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      expect((await refusalOf(fan))['appeal_state']).toBe('open');
      expect((await refusalOf(fan))['appeal_token']).toBeUndefined();
      expect(
        (await openAppeals(owner)).filter((one) => one.member_id === fan.memberId),
      ).toHaveLength(1);
    },
  );

  test('cannot appeal with an expired token, against another sanction, or after the end of the sanction', async () => {
    const fan = await api.makeFan();
    await sanction(owner, fan, 'ban');
    const { appeal_token: late } = await refusalOf(fan);
    now = new Date(START + 31 * 60_000);
    expect((await appeal(late)).body.status).toBe('appeal_token_invalid');
    // Staff sessions would exceed their idle timeout.
    now = new Date(START);
    const { appeal_token: old } = await refusalOf(fan);
    await sanction(owner, fan, 'close');
    expect((await appeal(old)).body.status).toBe('appeal_unneeded');
    const { appeal_token: ended } = await refusalOf(fan);
    await sanction(owner, fan, 'lift');
    expect((await appeal(ended)).body.status).toBe('appeal_unneeded');
    expect(await appealOf(owner, fan)).toBeUndefined();
  });

  test('cannot use the appeal token for anything else, and cannot appeal with a session', async () => {
    const fan = await api.makeFan();
    const token = await api.signIn(fan);
    await sanction(owner, fan, 'ban');
    const profile = await api.call(`GET /auth/member/profile?member_id=${fan.memberId}`, { token });
    expect(profile.body.status).toBe('member_banned');
    expect(JSON.stringify(profile.body)).not.toContain('appeal_token');
    const { appeal_token: proof } = await refusalOf(fan);
    const reset = await api.call('PUT /auth/resetPasswordMember', {
      body: { otp_token: proof, new_password: 'red-corner-88', confirm_password: 'red-corner-88' },
    });
    expect(reset.body.status).toBe('otp_token_invalid');
    expect((await appeal(token)).status).toBe(410);
    expect((await appeal(proof, ' ')).status).toBe(400);
    expect((await appeal(proof, 'x'.repeat(1_001))).status).toBe(400);
    expect((await appeal(proof, 'x'.repeat(1_000))).status).toBe(200);
  });
});

describe('a decision', () => {
  test('to lift opens the account, and the member reads why', async () => {
    const { fan, id } = await makeAppeal(owner, 'ban');
    expect((await decide(second, 'ban', id, { decision: 'lift' })).status).toBe(200);
    const token = await api.signIn(fan);
    const { data } = (await api.call('GET /auth/member/sanctions', { token })).body;
    expect(data).toMatchObject([
      {
        status: 'ban',
        reason: 'สแปมในแชท',
        appeal: { text: 'ไม่ใช่ผม', state: 'lifted', reason: 'ดูแล้ว' },
      },
    ]);
    const { body } = await api.call(
      `GET /operator/audit?limit=1&operation=${encodeURIComponent(DECIDE_BAN)}`,
      owner,
    );
    expect(body.data[0] ?? {}).toMatchObject({ actor: 'Kanya', subject_id: id, reason: 'ดูแล้ว' });
    const held = await api.call('GET /auth/member/export', { token });
    expect(held.body.data.account_appeals).toMatchObject([{ state: 'lifted', text: 'ไม่ใช่ผม' }]);
    expect(held.text).not.toContain('Kanya');
  });

  test('to uphold keeps the sanction, and the next refused sign-in reports the reason', async () => {
    const { fan, id } = await makeAppeal(owner, 'close');
    expect((await decide(second, 'ban', id, { decision: 'uphold' })).status).toBe(200);
    expect(await refusalOf(fan)).toMatchObject({ appeal_state: 'upheld', appeal_reason: 'ดูแล้ว' });
    expect((await login(fan)).body.status).toBe('member_closed');
  });

  test('to shorten replaces a ban with a suspension, which cannot be appealed again', async () => {
    const { fan, id } = await makeAppeal(owner, 'ban');
    expect((await decide(second, 'ban', id, { decision: 'shorten', hours: 24 })).status).toBe(200);
    expect((await login(fan)).body.status).toBe('member_suspended');
    const refused = await refusalOf(fan);
    expect(refused).toMatchObject({
      until: new Date(START + 24 * HOUR_MS).toISOString(),
      appeal_state: 'shortened',
    });
    expect(refused['appeal_token']).toBeUndefined();
    // A new sanction can be appealed.
    await sanction(owner, fan, 'ban');
    expect((await refusalOf(fan))['appeal_token']).toBeDefined();
  });

  test.each([
    [{ decision: 'shorten', hours: 48 }, 'a later end'],
    [{ decision: 'shorten' }, 'no hours'],
    [{ decision: 'lift', hours: 1 }, 'hours without a new end'],
    [{ decision: 'uphold', reason: ' ' }, 'no reason'],
  ])('is refused with %j: %s', async (body: object, _why) => {
    const { id } = await makeAppeal(moderator, 'suspend', { hours: 24 });
    const answer = await decide(other, 'suspension', id, body);
    expect([answer.status, answer.body.status]).toEqual([400, 'request_invalid']);
    expect((await decide(other, 'suspension', id, { decision: 'uphold' })).status).toBe(200);
  });

  test('of a moderator is possible for suspensions only', async () => {
    const { fan, id } = await makeAppeal(owner, 'ban');
    expect(await appealOf(moderator, fan)).toMatchObject({ kind: 'ban', locked: 'role' });
    expect((await decide(moderator, 'suspension', id, { decision: 'lift' })).body.status).toBe(
      'appeal_not_found',
    );
    expect((await decide(moderator, 'ban', id, { decision: 'lift' })).body.status).toBe(
      'staff_permission_missing',
    );
  });

  test('is not made by the author of the sanction while another person can', async () => {
    const { fan, id } = await makeAppeal(moderator, 'suspend', { hours: 24 });
    expect(await appealOf(moderator, fan)).toMatchObject({ locked: 'own' });
    expect(await appealOf(other, fan)).toMatchObject({ locked: null });
    const own = await decide(moderator, 'suspension', id, { decision: 'lift' });
    expect(own.body.status).toBe('second_person_needed');
    const deactivate = (at: Date | null) =>
      api.db
        .updateTable('staff')
        .set({ deactivated_at: at })
        .where('name', 'in', ['Nok', 'Anong', 'Kanya'])
        .execute();
    await deactivate(now);
    const alone = await decide(moderator, 'suspension', id, { decision: 'lift' });
    await deactivate(null);
    expect(alone.status).toBe(200);
  });

  test('happens once: of two concurrent decisions, the second is refused and the response contains the first', async () => {
    const { fan, id } = await makeAppeal(moderator, 'suspend', { hours: 24 });
    const answers = await Promise.all([
      decide(other, 'suspension', id, { decision: 'lift' }),
      decide(owner, 'suspension', id, { decision: 'uphold' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const lost = answers.find(({ status }) => status === 409);
    expect(lost?.body.status).toBe('appeal_decided');
    const isLifted = answers[0]?.status === 200;
    expect(lost?.body.details).toEqual([
      { path: 'state', message: isLifted ? 'lifted' : 'upheld' },
      { path: 'by', message: isLifted ? 'Nok' : 'Anong' },
    ]);
    expect((await login(fan)).status).toBe(isLifted ? 200 : 403);
  });

  test('has no effect on a sanction that was replaced, or that ends at the same moment', async () => {
    const { fan, id } = await makeAppeal(moderator, 'suspend', { hours: 24 });
    const [lifted, decided] = await Promise.all([
      post(owner, `/member/${fan.memberId}/lift`, { reason: 'x', version: 1 }),
      decide(other, 'suspension', id, { decision: 'shorten', hours: 1 }),
    ]);
    // Only the first of the two requests had an effect.
    expect([lifted.status, decided.status].sort()).toEqual([200, 409]);
    if (decided.status === 409) expect(decided.body.status).toBe('appeal_unneeded');
    else expect(lifted.body.status).toBe('edit_stale');
    expect((await login(fan)).status).toBe(decided.status === 409 ? 200 : 403);
  });
});

test('the file of a member shows appeals of both kinds, and the deletion of the account erases their texts', async () => {
  const { fan, id } = await makeAppeal(owner, 'ban');
  const read = async () =>
    (await api.call(`GET /operator/member/${fan.memberId}`, owner)).body.data;
  expect((await read()).appeals).toMatchObject([{ about: 'account', state: 'open' }]);
  await decide(second, 'ban', id, { decision: 'lift' });
  const { balance_coins: coins } = await read();
  const deleted = await post(owner, `/member/${fan.memberId}/delete`, {
    reason: 'x',
    expected_coins: coins,
  });
  expect(deleted.status).toBe(200);
  const rows = await api.db
    .selectFrom('account_appeal')
    .select('text')
    .where('member_id', '=', fan.memberId)
    .execute();
  expect(rows).toEqual([{ text: '' }]);
});
