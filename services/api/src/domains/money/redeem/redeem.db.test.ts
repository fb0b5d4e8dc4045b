import { randomUUID } from 'node:crypto';
import type { MemberId } from '@sangwian/contract/ids';
import { type CodeTerms, makeCode } from '@sangwian/testkit/make-code';
import { startTestApi, type TestApi, type TestFan } from '@sangwian/testkit/start-test-api';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createGuesses } from '../../../platform/limits/guesses/guesses.module.ts';
import { loadSampleSeason } from '../../../sample-season/load.ts';
import { createSessions } from '../../identity/sessions/sessions.module.ts';
import { createWallet, type Wallet } from '../wallet/wallet.module.ts';
import { countWrongCode, REDEEM_GUESS_LIMITS } from './guess-limits.ts';
import { RedeemStore } from './redeem.store.ts';

/** 14:00 in Bangkok. */
const START = new Date('2026-11-21T07:00:00Z');
const LATER_MS = 60_000;

let api: TestApi;
let wallet: Wallet;
let now: Date;
let premium: string;
let free: string;

beforeAll(async () => {
  api = await startTestApi({ clock: () => now });
  now = START;
  wallet = createWallet(api.db);
  free = (await loadSampleSeason(api.db, { now })).program_live_id;
  const { body } = await api.call('GET /live?limit=100');
  const lives: { access: string; program_live_id: string }[] = body.data;
  premium = lives.find(({ access }) => access === 'premium')!.program_live_id;
});
afterAll(() => api.close());
beforeEach(() => {
  now = START;
});
afterEach(async () => {
  expect(await wallet.findFaults()).toEqual([]);
});

const coinCode = (order: Partial<CodeTerms> = {}) =>
  makeCode(api.db, { kind: 'coin', coins: 100, ...order }, now);
const liveCode = (order: Partial<CodeTerms> = {}) =>
  makeCode(api.db, { kind: 'live', ...order }, now);

interface Fan extends TestFan {
  readonly token: string;
}
let addresses = 0;

/** Makes a signed-in fan without hashing a password. */
async function makeFan(phone?: string): Promise<Fan> {
  const fan = await api.makeFan(phone === undefined ? {} : { phone });
  return { ...fan, token: await tokenOf(fan.memberId) };
}
async function tokenOf(memberId: MemberId): Promise<string> {
  const sessions = createSessions(api.db, api.bus, () => now);
  return (await sessions.start({ memberId, userAgent: 'test', ip: '' })).token;
}

async function use(
  { token }: Fan,
  code: string,
  { live, key, ip }: { live?: string; key?: string; ip?: string } = {},
) {
  const { status, body, headers } = await api.call('POST /redeem/useRedeem', {
    token,
    ip: ip ?? '10.9.9.9',
    body: { code, ...(live === undefined ? {} : { program_live_id: live }) },
    headers: { 'idempotency-key': key ?? randomUUID() },
  });
  return { outcome: status === 200 ? body.data : `${status} ${body.status}`, headers };
}
const outcomeOf = async (...asked: Parameters<typeof use>) => (await use(...asked)).outcome;
const unlocksOf = async ({ memberId }: Fan) =>
  (
    await api.db.selectFrom('live_unlock').selectAll().where('member_id', '=', memberId).execute()
  ).map(({ program_live_id, via, paid_coins: coins }) => ({ program_live_id, via, coins }));

describe('a coin code', () => {
  test('credits its coins in any spelling and appears in the history', async () => {
    const code = await coinCode();
    const fan = await makeFan();
    const typed = ` ${code.toLowerCase().replaceAll('-', ' ')} `;
    expect(await outcomeOf(fan, typed)).toEqual({
      kind: 'coin',
      coins: 100,
      balance: 100,
      program_live_id: null,
    });
    const { body } = await api.call(
      `GET /auth/member/wallet/history?member_id=${fan.memberId}`,
      fan,
    );
    expect(body.data).toMatchObject([
      { kind: 'coin_code', coins: 100, balance_after: 100, about: { type: 'code', id: code } },
    ]);
  });

  test('can be used once per member and publishes the new balance', async () => {
    const published: string[] = [];
    const stop = api.bus.subscribe('wallet:changed', ({ memberId }) => published.push(memberId));
    const code = await coinCode();
    const fan = await makeFan();
    expect((await use(fan, code)).outcome).toMatchObject({ coins: 100 });
    expect(await outcomeOf(fan, code)).toBe('409 redeem_already_used');
    stop();
    expect(published).toEqual([fan.memberId]);
    expect(await outcomeOf(await makeFan(), code)).toMatchObject({ balance: 100 });
  });

  test('has one effect for fifty concurrent requests with one key, which is refused for another code', async () => {
    const [code, other] = [await coinCode(), await coinCode()];
    const fan = await makeFan();
    const key = randomUUID();
    const outcome = await Promise.all(
      Array.from({ length: 50 }, () => outcomeOf(fan, code, { key })),
    );
    const first = { kind: 'coin', coins: 100, balance: 100, program_live_id: null };
    expect(outcome).toContainEqual(first);
    const rest = outcome.filter((one) => one !== '409 idempotency_in_progress');
    expect(rest).toEqual(rest.map(() => first));
    expect(await outcomeOf(fan, code, { key })).toEqual(first);
    expect(await outcomeOf(fan, other, { key })).toBe('409 idempotency_conflict');
    expect(await wallet.readBalance(fan.memberId)).toBe(100);
  });

  test('returns the current balance for a repeated request', async () => {
    const code = await coinCode();
    const fan = await makeFan();
    const key = randomUUID();
    expect(await outcomeOf(fan, code, { key })).toMatchObject({ coins: 100, balance: 100 });
    expect(await outcomeOf(fan, await coinCode({ coins: 30 }))).toMatchObject({ balance: 130 });
    expect(await outcomeOf(fan, code, { key })).toMatchObject({ coins: 100, balance: 130 });
  });

  test('with one use per day can be used again after midnight in Bangkok', async () => {
    const code = await coinCode({ per_member: 'daily', coins: 5 });
    const fan = await makeFan();
    now = new Date('2026-11-21T16:59:59Z');
    expect(await outcomeOf(fan, code)).toMatchObject({ balance: 5 });
    expect(await outcomeOf(fan, code)).toBe('409 redeem_limit_reached');
    now = new Date('2026-11-21T17:00:00Z');
    expect(await outcomeOf(fan, code)).toMatchObject({ balance: 10 });
  });

  test('does not unlock a live', async () => {
    const code = await coinCode();
    const fan = await makeFan();
    expect(await outcomeOf(fan, code, { live: premium })).toBe('409 redeem_unusable_for_live');
    expect(await outcomeOf(fan, code)).toMatchObject({ coins: 100 });
  });
});

describe('a live code', () => {
  test('unlocks the live on whose page it is used, and is not used up if the live is already unlocked', async () => {
    const code = await liveCode({ uses_max: 1 });
    const [first, second] = [await makeFan(), await makeFan()];
    const opened = { kind: 'live', coins: 0, balance: 0, program_live_id: premium };
    const another = await liveCode();
    expect(await outcomeOf(first, another, { live: premium })).toEqual(opened);
    expect(await outcomeOf(first, code, { live: premium.toUpperCase() })).toEqual(opened);
    expect(await outcomeOf(second, code, { live: premium })).toEqual(opened);
    expect(await unlocksOf(second)).toEqual([{ program_live_id: premium, via: 'code', coins: 0 }]);
    const mine = await api.call(`GET /live/${premium}/mine`, second);
    expect(mine.body.data.unlocked).toBe(true);
    expect(await outcomeOf(await makeFan(), code, { live: premium })).toBe(
      '409 redeem_already_used',
    );
  });

  test('for a specific live unlocks that live when it is used in the wallet', async () => {
    const code = await liveCode({ program_live_id: premium });
    expect(await outcomeOf(await makeFan(), code)).toMatchObject({ program_live_id: premium });
    expect(await outcomeOf(await makeFan(), code, { live: free })).toBe(
      '409 redeem_unusable_for_live',
    );
  });

  test('is refused in the wallet if it is for any live, and for a free or unknown live', async () => {
    const code = await liveCode();
    const fan = await makeFan();
    expect(await outcomeOf(fan, code)).toBe('409 redeem_unusable_for_coin');
    expect(await outcomeOf(fan, code, { live: free })).toBe('409 redeem_unusable_for_live');
    expect(await outcomeOf(fan, code, { live: randomUUID() })).toBe('404 live_not_found');
    expect(await outcomeOf(fan, code, { live: 'tonight' })).toBe('404 live_not_found');
    expect(await unlocksOf(fan)).toEqual([]);
  });

  test('that one member uses twice concurrently unlocks the live once', async () => {
    const code = await liveCode({ uses_max: 2 });
    const fan = await makeFan();
    const outcome = await Promise.all(
      Array.from({ length: 8 }, () => outcomeOf(fan, code, { live: premium })),
    );
    expect(outcome).toEqual(outcome.map(() => expect.objectContaining({ kind: 'live' })));
    const counted = await api.db
      .selectFrom('redeem_code')
      .select('used_count')
      .where('shown_code', '=', code)
      .executeTakeFirst();
    expect(counted).toEqual({ used_count: 1 });
  });
});

describe('of a hundred concurrent members', () => {
  let fans: Fan[];
  beforeAll(async () => {
    now = START;
    fans = [];
    for (let made = 0; made < 100; made += 10) {
      fans.push(...(await Promise.all(Array.from({ length: 10 }, () => makeFan()))));
    }
  });
  const useAll = async (code: string) => {
    const outcome = await Promise.all(
      fans.map((fan) => {
        addresses += 1;
        return outcomeOf(fan, code, { ip: `10.1.${addresses >> 8}.${addresses & 255}` });
      }),
    );
    const refused = outcome.filter((one) => typeof one === 'string');
    return { taken: outcome.length - refused.length, refused: [...new Set(refused)] };
  };

  test('only one can use a one-time code', async () => {
    const code = await coinCode({ uses_max: 1 });
    expect(await useAll(code)).toEqual({ taken: 1, refused: ['409 redeem_already_used'] });
  });

  test('as many as the limit allows can use a code', async () => {
    const code = await coinCode({ uses_max: 37 });
    expect(await useAll(code)).toEqual({ taken: 37, refused: ['409 redeem_limit_reached'] });
  });

  test('as many as the daily limit allows can use a code each day, until the total is reached', async () => {
    const code = await coinCode({ uses_per_day_max: 30, uses_max: 50, per_member: 'daily' });
    const refused = ['409 redeem_limit_reached'];
    expect(await useAll(code)).toEqual({ taken: 30, refused });
    now = new Date('2026-11-21T17:00:00Z');
    expect(await useAll(code)).toEqual({ taken: 20, refused });
  });

  test('all can use a code without a limit', async () => {
    expect(await useAll(await coinCode())).toEqual({ taken: 100, refused: [] });
  });
});

describe('a code', () => {
  test('that is unknown, not started, expired or disabled has its own error', async () => {
    const fan = await makeFan();
    expect(await outcomeOf(fan, 'NO-SUCH-CODE')).toBe('404 redeem_not_found');
    expect(await outcomeOf(fan, '!!!')).toBe('404 redeem_not_found');
    const code = await coinCode({
      starts_at: '2026-11-21T14:01:00+07:00',
      expires_at: '2026-11-21T14:02:00+07:00',
    });
    expect(await outcomeOf(fan, code)).toBe('409 redeem_unusable');
    now = new Date(START.getTime() + 2 * LATER_MS);
    expect(await outcomeOf(fan, code)).toBe('410 redeem_expired');
    now = new Date(START.getTime() + LATER_MS);
    const ended = { disabledAt: now, actor: 'somsri', reason: 'leaked' };
    expect(await new RedeemStore(api.db).disable({ batch: code }, ended)).toBe(1);
    expect(await outcomeOf(fan, code)).toBe('409 redeem_unusable');
    expect(await wallet.readBalance(fan.memberId)).toBe(0);
  });

  test('stays used for the phone number of a deleted account and for an unlinked phone number', async () => {
    const [code, later] = [await coinCode(), await coinCode()];
    const fan = await makeFan();
    expect(await outcomeOf(fan, code)).toMatchObject({ coins: 100 });
    const remove = await api.call(`DELETE /auth/member/${fan.memberId}`, {
      token: fan.token,
      body: { expected_coins: 100 },
    });
    expect(remove.status).toBe(200);
    const again = await makeFan(fan.phone);
    expect(await outcomeOf(again, code)).toBe('409 redeem_already_used');
    // A second sign-in method, so that the phone number can be unlinked.
    await api.db
      .insertInto('member_link')
      .values({
        member_id: again.memberId,
        provider: 'line',
        subject: randomUUID(),
        sealed_token: null,
      })
      .execute();
    const unlinked = await api.call('DELETE /auth/member/link/phone', again);
    expect(unlinked.status).toBe(200);
    expect(await outcomeOf(again, later)).toMatchObject({ coins: 100 });
    expect(await outcomeOf(await makeFan(fan.phone), later)).toBe('409 redeem_already_used');
  });

  test('that was used is in the member’s data export', async () => {
    const code = await coinCode();
    const fan = await makeFan();
    await use(fan, code);
    const { body } = await api.call('GET /auth/member/export', fan);
    expect(body.data.redeemed_codes).toMatchObject([{ code, coins: 100 }]);
  });

  test('requires a sign-in and a valid body', async () => {
    const { status, body } = await api.call('POST /redeem/useRedeem', { body: { code: 'x' } });
    expect([status, body.status]).toEqual([401, 'token_missing']);
    const fan = await makeFan();
    for (const wrong of [{}, { code: '' }, { code: 'x'.repeat(65) }, { code: 'ABCD', coins: 5 }]) {
      expect((await api.call('POST /redeem/useRedeem', { ...fan, body: wrong })).status).toBe(400);
    }
  });
});

test('counts only wrong codes, across nodes, and returns when the lock ends', async () => {
  const fan = await makeFan();
  const code = await coinCode();
  expect(await outcomeOf(fan, code)).toMatchObject({ coins: 100 });
  for (let time = 0; time < 3; time += 1) {
    expect(await outcomeOf(fan, code)).toBe('409 redeem_already_used');
  }
  const { guessesMax } = REDEEM_GUESS_LIMITS.perMember;
  // Counted directly in the database, like by another node.
  const caller = { ...fan, device: { hash: null }, ip: '10.9.9.9' };
  await countWrongCode(
    createGuesses(api.db, () => now),
    caller,
  );
  const outcome = await Promise.all(
    Array.from({ length: guessesMax + 5 }, (_, turn) => outcomeOf(fan, `GUESS${turn}`)),
  );
  expect(outcome.filter((one) => one === '404 redeem_not_found')).toHaveLength(guessesMax - 1);
  const { outcome: locked, headers } = await use(fan, await coinCode());
  expect(locked).toBe('429 rate_limited');
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  now = new Date(now.getTime() + 16 * LATER_MS);
  expect(await outcomeOf(fan, await coinCode())).toMatchObject({ coins: 100 });
});

test('leaves each member a few wrong codes once the limit of their IP address is reached', async () => {
  const fan = await makeFan();
  const guesses = createGuesses(api.db, () => now);
  const { perAddress, perMemberAtFullAddress } = REDEEM_GUESS_LIMITS;
  for (let guess = 0; guess < perAddress.guessesMax; guess += 1) {
    const stranger = { memberId: `stranger ${guess}`, device: { hash: null }, ip: '10.9.9.9' };
    await countWrongCode(guesses, stranger);
  }
  expect(await outcomeOf(fan, await coinCode())).toMatchObject({ coins: 100 });
  for (let guess = 0; guess < perMemberAtFullAddress.guessesMax; guess += 1) {
    expect(await outcomeOf(fan, `MISTYPED${guess}`)).toBe('404 redeem_not_found');
  }
  expect(await outcomeOf(fan, 'MISTYPED9')).toBe('429 rate_limited');
  expect(await outcomeOf(fan, await coinCode())).toBe('429 rate_limited');
});
