import { randomUUID } from 'node:crypto';
import { createLogger } from '@sangwian/node-kit/logger';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { EncryptJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKeyRing } from './key-ring.ts';
import { createPurchases } from './partners.module.ts';
import {
  createSamplePartner,
  registerPartners,
  type SamplePartner,
} from './testing/sample-partner.ts';

const HANDOVER_SECRET = 'the hand-over secret of a test';
const PURCHASE_SECRET = 'the purchase secret of a test';
const HOUR_MS = 3_600_000;

let api: TestApi;
let partner: SamplePartner;
let now = new Date('2026-11-21T12:00:00Z');
const logged: string[] = [];
beforeAll(async () => {
  const logger = createLogger('test', 'trace', { write: (line) => logged.push(line) });
  api = await startTestApi({ clock: () => now, logger });
  partner = await createSamplePartner('lumphu-play', 'EdDSA', () => now);
  await registerPartners(api.db, [{ mapSystemId: 'lumphu-play', keys: [partner.jwk] }]);
});
afterAll(() => api.close());

const sub = () => `member-${randomUUID()}`;
const make = async (target = '/liveExternal', claims: Record<string, unknown> = {}) =>
  api.call('POST /external/member/handover', {
    body: {
      map_system_id: 'lumphu-play',
      token: await partner.sign({ sub: sub(), ...claims }),
      target,
    },
    headers: { 'x-app-key': '' },
  });
const open = (data: string) => api.call('POST /auth/member/handover', { body: { data } });
const seal = async (claims: Record<string, unknown>, secret = HANDOVER_SECRET, kid?: string) => {
  const { current } = createKeyRing(secret, 'handover');
  return new EncryptJWT(claims)
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: kid ?? current.keyId })
    .setJti(randomUUID())
    .setIssuedAt(now)
    .setExpirationTime(new Date(now.getTime() + HOUR_MS))
    .encrypt(current.key);
};

describe('a handover link', () => {
  test('signs the partner’s member in when a browser opens it', async () => {
    const made = await make('/live?x=1#top', { max_satang: 5_000 });
    expect(made.status).toBe(201);
    const { data, url, expires_at } = made.body.data;
    expect(url).toBe(`http://localhost/redirect?data=${data}`);
    expect(data).toMatch(/^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(new Date(expires_at).getTime() - now.getTime()).toBe(12 * HOUR_MS);
    const { status, body, headers } = await open(data);
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(body.data).toMatchObject({
      target: '/live?x=1#top',
      map_system_id: 'lumphu-play',
      member: { member_fname: 'Kai', external: true },
    });
    const token = body.data.access_token;
    const path = `GET /auth/member/profile?member_id=${body.data.member.member_id}`;
    expect((await api.call(path, { token })).status).toBe(200);
    const purchases = createPurchases(api.db, () => now, PURCHASE_SECRET);
    expect(await purchases.readPurchaseToken(body.data.purchase_token)).toMatchObject({
      memberId: body.data.member.member_id,
      mapSystemId: 'lumphu-play',
      maxSatang: 5_000,
    });
  });

  test('reveals nothing to a reader without the key', async () => {
    const { data } = (await make('/live/secret-place')).body.data;
    const text = data
      .split('.')
      .map((part: string) => Buffer.from(part, 'base64url').toString('latin1'))
      .join();
    expect(text).not.toContain('lumphu');
    expect(text).not.toContain('secret-place');
  });

  test('works once, also with twenty concurrent requests', async () => {
    const { data } = (await make()).body.data;
    const answers = await Promise.all(Array.from({ length: 20 }, () => open(data)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { status, body } = await open(data);
    expect([status, body.status, body.message]).toEqual([
      409,
      'token_used',
      'Token has been used. Please log in again.',
    ]);
  });

  test('is valid for twelve hours', async () => {
    const [early, late] = [(await make()).body.data, (await make()).body.data];
    const start = now;
    now = new Date(start.getTime() + 12 * HOUR_MS - 1_000);
    expect((await open(early.data)).status).toBe(200);
    now = new Date(start.getTime() + 12 * HOUR_MS + 1_000);
    const { status, body } = await open(late.data);
    expect([status, body.status]).toEqual([410, 'handover_invalid']);
  });

  test('allows a purchase until fifteen minutes after the partner’s token', async () => {
    const [early, late] = [
      (await make('/', { max_satang: 100 })).body.data,
      (await make('/', { max_satang: 100 })).body.data,
    ];
    now = new Date(now.getTime() + 14 * 60_000);
    expect((await open(early.data)).body.data.purchase_token).toEqual(expect.any(String));
    now = new Date(now.getTime() + 2 * 60_000);
    expect((await open(late.data)).body.data.purchase_token).toBeNull();
  });

  test.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    'live',
    '/\t/evil.example',
    '/a\nb',
    '/.//evil.example',
  ])('has a target on this site only, never %j', async (target) => {
    const { status, body } = await make(target);
    expect([status, body.status]).toEqual([400, 'target_invalid']);
  });

  test('cannot be created with an invalid partner token', async () => {
    const token = await partner.sign({ sub: sub() });
    const call = (body: object) => api.call('POST /external/member/handover', { body });
    const order = { map_system_id: 'lumphu-play', token, target: '/' };
    expect((await call(order)).status).toBe(201);
    expect((await call(order)).body.status).toBe('token_used');
    const session = await api.call('POST /external/member/session', { body: order });
    expect(session.body.status).toBe('token_used');
    expect((await call({ ...order, token: `${token}x` })).body.status).toBe(
      'partner_token_invalid',
    );
    expect((await call({ ...order, map_system_id: 'nobody' })).body.status).toBe('partner_unknown');
    expect((await call({ map_system_id: 'lumphu-play', token })).body.status).toBe(
      'request_invalid',
    );
  });

  test('is refused if it was modified, encrypted with another key or not encrypted', async () => {
    const { data } = (await make()).body.data;
    const fan = await api.makeFan();
    const claims = { member_id: fan.memberId, map_system_id: null, max_satang: null, target: '/' };
    const { keyId } = createKeyRing(HANDOVER_SECRET, 'handover').current;
    const parts = data.split('.');
    const forged = [
      data.slice(0, -2),
      [...parts.slice(0, 3), 'AAAA', parts[4]].join('.'),
      [Buffer.from('{"alg":"none"}').toString('base64url'), ...parts.slice(1)].join('.'),
      await seal(claims, 'another secret'),
      await seal(claims, 'another secret', keyId),
      await seal({ ...claims, target: '//evil.example' }),
      await seal({ ...claims, map_system_id: 'lumphu-play' }),
      await seal({ ...claims, member_id: randomUUID() }),
      'nonsense',
    ];
    for (const text of forged) {
      const { status, body } = await open(text);
      expect([status, body.status], text).toEqual([410, 'handover_invalid']);
    }
    expect((await open(data)).status).toBe(200);
  });

  test('of a member without a partner ends the browser’s external mode', async () => {
    const fan = await api.makeFan();
    const claims = { member_id: fan.memberId, map_system_id: null, max_satang: null, target: '/' };
    const { status, body } = await open(await seal(claims));
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      map_system_id: null,
      purchase_token: null,
      member: { external: false },
    });
  });

  test('becomes invalid when its partner is disabled', async () => {
    const other = await createSamplePartner('closing', 'EdDSA', () => now);
    await registerPartners(api.db, [{ mapSystemId: 'closing', keys: [other.jwk] }]);
    const made = await api.call('POST /external/member/handover', {
      body: { map_system_id: 'closing', token: await other.sign(), target: '/' },
    });
    await api.db
      .updateTable('partner_system')
      .set({ active: false })
      .where('map_system_id', '=', 'closing')
      .execute();
    expect((await open(made.body.data.data)).body.status).toBe('handover_invalid');
  });

  test('returns the ban and its reason to a banned member, and stays unused', async () => {
    const who = sub();
    const { data } = (await make('/', { sub: who })).body.data;
    const setStatus = (status: 'ban' | 'active') =>
      api.db
        .updateTable('member')
        .set({ status, status_reason: 'Spam', status_since: now })
        .where('map_member_id', '=', who)
        .execute();
    await setStatus('ban');
    const { status, body } = await open(data);
    expect([status, body.status]).toEqual([403, 'member_banned']);
    expect(body.details[0]).toEqual({ path: 'reason', message: 'Spam' });
    await setStatus('active');
    expect((await open(data)).status).toBe(200);
  });

  test('cannot be created without a body and the app key', async () => {
    const bad = await api.call('POST /auth/member/handover', { body: { data: '', more: 1 } });
    expect(bad.body.status).toBe('request_invalid');
    const { status, body } = await api.call('POST /auth/member/handover', {
      body: { data: 'x' },
      headers: { 'x-app-key': 'wrong' },
    });
    expect([status, body.status]).toEqual([401, 'app_key_invalid']);
  });

  test('does not appear in the log', async () => {
    const { data } = (await make()).body.data;
    await open(data);
    await open(data);
    await open(`${data}x`);
    expect(logged.join('\n')).not.toContain(data.slice(-40));
  });
});

describe('a purchase token', () => {
  const session = async (claims: Record<string, unknown>) =>
    (
      await api.call('POST /external/member/session', {
        body: {
          map_system_id: 'lumphu-play',
          token: await partner.sign({ sub: sub(), ...claims }),
        },
      })
    ).body.data;

  test('works only for purchases', async () => {
    const { member, purchase_token } = await session({ max_satang: 9_900 });
    for (const path of ['/auth/member/profile', '/external/member/profile']) {
      const { status, body } = await api.call(
        `GET ${path}?member_id=${member.member_id}&map_system_id=lumphu-play`,
        { token: purchase_token },
      );
      expect([status, body.status]).toEqual([401, 'token_invalid']);
    }
  });

  test('allows one of several concurrent purchases, and can be used again after a rollback', async () => {
    const { purchase_token } = await session({ max_satang: 9_900 });
    const purchases = createPurchases(api.db, () => now, PURCHASE_SECRET);
    const grant = await purchases.readPurchaseToken(purchase_token);
    const buy = (fails = false) =>
      api.db.transaction().execute(async (trx) => {
        await purchases.usePurchaseGrant(trx, grant);
        if (fails) throw new Error('the purchase failed');
      });
    await expect(buy(true)).rejects.toThrow('the purchase failed');
    const outcomes = await Promise.allSettled([buy(), buy(), buy()]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(buy()).rejects.toMatchObject({ code: 'token_used' });
  });
});
