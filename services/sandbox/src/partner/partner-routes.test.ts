import { createPublicKey } from 'node:crypto';
import { createServer as createHttpServer } from 'node:http';
import { ed25519FromSeed } from '@sangwian/node-kit/ed25519-seed';
import Fastify from 'fastify';
import { decodeJwt, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addPartner } from './partner-routes.ts';
import { MAP_SYSTEM_ID, PartnerServer } from './partner-server.ts';

const SITE = 'http://localhost:19390';
const seed = Buffer.alloc(32, 7).toString('base64url');
const member = {
  member_id: '0199a0b0-0000-7000-8000-000000000009',
  member_fname: 'Nara',
  member_lname: 'Chomlak',
  member_avatar: null,
  member_email: null,
  member_phone: null,
  member_gender: 'unspecified',
  member_birth_date: null,
  member_status: 'active',
  external: true,
  links: { phone: false, line: false, apple: false },
  has_password: false,
  has_pin: false,
  language: 'EN',
  show_results: false,
  wallet: { balance: 0 },
};

interface SiteCall {
  readonly path: string | undefined;
  readonly body: { map_system_id: string; token: string; target?: string };
  readonly authorization: string | undefined;
}
const calls: SiteCall[] = [];
let answer: { status: number; body: unknown };
/** Whether the sign-in is followed by a purchase. */
let bought: true | null = null;
const packages = [
  { id: 4, name: '199 coins', coin: 199, coin_detail: 199, img: '20-coin', price_satang: 19_900 },
  {
    id: 7,
    name: '1030 coins',
    coin: 1_030,
    coin_detail: 1_000,
    img: '100-coin',
    price_satang: 100_000,
  },
];
const custom = { base_min: 20, base_max: 50_000, satang_per_coin: 100 };
/** The part of the site that a partner calls. */
const site = createHttpServer((request, response) => {
  let text = '';
  request.on('data', (chunk) => {
    text += chunk;
  });
  request.on('end', () => {
    if (request.url === '/api/v1/coin/package') {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ data: { packages, custom } }));
      return;
    }
    const { authorization } = request.headers;
    calls.push({ path: request.url, body: JSON.parse(text), authorization });
    if (request.url === '/api/v1/external/member/session' && bought !== null) {
      response.writeHead(201, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({ data: { access_token: 'a', purchase_token: 'p.p.p', member } }),
      );
      return;
    }
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer.body));
  });
});
const server = Fastify();

beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const address = site.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const apiUrl = `http://127.0.0.1:${port}/api/v1`;
  await addPartner(server, new PartnerServer({ siteUrl: SITE, apiUrl, seed, appKey: 'k' }));
});
beforeEach(() => {
  bought = null;
  calls.length = 0;
});
afterAll(async () => {
  await server.close();
  await new Promise((resolve) => site.close(resolve));
});

const post = (fields: Record<string, string>) =>
  server.inject({
    method: 'POST',
    url: '/sandbox/partner',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      lang: 'en',
      member: 'lp-1002',
      target: 'live',
      ...fields,
    }).toString(),
  });

describe('the sample partner', () => {
  it('says in both languages that it is fictitious, and lists its members', async () => {
    const th = await server.inject('/sandbox/partner');
    expect(th.body).toContain('<html lang="th">');
    expect(th.body).toContain('พาร์ตเนอร์สมมติ');
    const en = await server.inject('/sandbox/partner?lang=en');
    expect(en.body).toContain('an invented partner');
    expect(en.body).toContain('value="lp-1003"');
  });

  it('signs a token for the member that is valid for a minute and only for this site', async () => {
    answer = {
      status: 201,
      body: { data: { access_token: 'a/b', purchase_token: 'p', member } },
    };
    const before = Math.floor(Date.now() / 1000);
    const { statusCode, headers } = await post({ action: 'watch', purchase: '1' });
    expect(calls[0]?.path).toBe('/api/v1/external/member/session');
    expect(calls[0]?.body.map_system_id).toBe(MAP_SYSTEM_ID);
    const { publicJwk, keyId } = ed25519FromSeed(seed);
    const key = createPublicKey({ key: { ...publicJwk }, format: 'jwk' });
    const { payload, protectedHeader } = await jwtVerify(calls[0]?.body.token ?? '', key, {
      issuer: MAP_SYSTEM_ID,
      audience: SITE,
      subject: 'lp-1002',
    });
    expect(protectedHeader).toMatchObject({ alg: 'EdDSA', kid: keyId });
    expect(payload).toMatchObject({ first_name: 'Nara', language: 'EN', max_satang: 50_000 });
    expect(payload.jti).toEqual(expect.any(String));
    expect(payload.exp).toBeLessThanOrEqual(before + 62);
    // The token is in the fragment, which browsers send to no server.
    expect(statusCode).toBe(303);
    const place = new URL(String(headers.location));
    expect(place.origin + place.pathname + place.search).toBe(
      `${SITE}/liveExternal?map_system_id=${MAP_SYSTEM_ID}&member_id=${member.member_id}`,
    );
    expect(Object.fromEntries(new URLSearchParams(place.hash.slice(1)))).toEqual({
      access_token: 'a/b',
      purchase_token: 'p',
    });
    expect(headers['referrer-policy']).toBe('no-referrer');
  });

  it('shows the sealed link, and sends no referrer with it', async () => {
    const url = `${SITE}/redirect?data=sealed`;
    answer = {
      status: 201,
      body: { data: { data: 'sealed', url, expires_at: '2026-11-21T17:05:00.000Z' } },
    };
    const { statusCode, headers: sent } = await post({ action: 'seal' });
    expect(statusCode).toBe(303);
    expect(sent.location).not.toContain('sealed');
    const { body, headers } = await server.inject(String(sent.location));
    expect(calls[0]?.path).toBe('/api/v1/external/member/handover');
    expect(calls[0]?.body.target).toBe('/live');
    expect(body).toContain(`href="${url}"`);
    expect(body).toContain('22/11/2026 00:05:00');
    expect(headers['referrer-policy']).toBe('no-referrer');
  });

  it('shows and escapes the reason of a refusal', async () => {
    answer = { status: 403, body: { status: 'member_banned', message: 'Banned <b>' } };
    const { statusCode, body } = await post({ action: 'watch' });
    expect(statusCode).toBe(502);
    expect(body).toContain('Banned &#60;b&#62;');
    expect(body).toContain('member_banned');
  });

  it('buys a package at its own expense with a token for that price, and shows the receipt', async () => {
    bought = true;
    const at = '2026-11-21T10:00:00.000Z';
    const order = {
      order_id: '0199a0b0-0000-7000-8000-00000000000a',
      number: 'SW-2611-0001',
      status: 'paid',
      reason: null,
      package_id: 7,
      base_coins: 1_000,
      bonus_coins: 30,
      satang: 100_000,
      method: null,
      created_at: at,
      expires_at: at,
      paid_at: at,
      attempt: null,
      slip: null,
      now: at,
    };
    answer = { status: 201, body: { data: { order, balance: 1_229 } } };
    const page = await server.inject('/sandbox/partner?lang=en');
    expect(page.body).toContain('1,030 coins (30 of them free) · 1,000.00 baht');
    const { statusCode, headers } = await post({ action: 'buy', package: '7' });
    expect(statusCode).toBe(303);
    expect(decodeJwt(calls[0]?.body.token ?? '')).toMatchObject({ max_satang: 100_000 });
    expect(calls[1]).toMatchObject({
      path: '/api/v1/external/member/purchase',
      authorization: 'Bearer p.p.p',
      body: { package_id: 7, expected_satang: 100_000 },
    });
    const receipt = await server.inject(String(headers.location));
    for (const value of ['SW-2611-0001', '1,030', '1,000.00 THB', '1,229']) {
      expect(receipt.body).toContain(value);
    }
  });

  it('reports a missing package without a purchase call', async () => {
    const { statusCode, body } = await post({ action: 'buy', package: '99' });
    expect(statusCode).toBe(502);
    expect(body).toContain('package_not_found');
    expect(calls).toEqual([]);
  });

  it('makes no call for an unknown member', async () => {
    const { statusCode, headers } = await post({ action: 'watch', member: 'unknown' });
    expect([statusCode, headers.location]).toEqual([303, '/sandbox/partner']);
    expect(calls).toEqual([]);
  });
});
