import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@sangwian/node-kit/logger';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { revokeSessionsOfPartner } from '../sessions/sessions.module.ts';
import { loadPartners } from './load-partners.ts';
import { parsePartnerFile } from './partner-file.ts';
import { PartnersStore } from './partners.store.ts';
import {
  createSamplePartner,
  registerPartners,
  type SamplePartner,
} from './testing/sample-partner.ts';

let api: TestApi;
let lumphu: SamplePartner;
let talat: SamplePartner;
const logged: string[] = [];
beforeAll(async () => {
  const logger = createLogger('test', 'trace', { write: (line) => logged.push(line) });
  api = await startTestApi({ logger });
  lumphu = await createSamplePartner('lumphu-play');
  talat = await createSamplePartner('talat-sport', 'RS256');
  await registerPartners(
    api.db,
    [lumphu, talat].map((partner) => ({ ...partner, keys: [partner.jwk] })),
  );
});
afterAll(() => api.close());

const session = (token: string, mapSystemId = 'lumphu-play') =>
  api.call('POST /external/member/session', {
    body: { map_system_id: mapSystemId, token },
    // Requests from partners' servers carry no app key.
    headers: { 'x-app-key': '' },
  });
const seconds = () => Math.floor(Date.now() / 1000);
const profile = (memberId: string, mapSystemId: string, token: string) =>
  api.call(
    `GET /external/member/profile?member_id=${memberId}&map_system_id=${encodeURIComponent(mapSystemId)}`,
    { token },
  );
const sub = () => `member-${randomUUID()}`;

describe('POST /external/member/session', () => {
  test.each(['EdDSA', 'RS256'])(
    'creates the member on the first request and signs the member in, with %s',
    async (alg) => {
      const partner = alg === 'EdDSA' ? lumphu : talat;
      const { mapSystemId } = partner;
      const who = sub();
      const { status, body, headers } = await session(
        await partner.sign({ sub: who, language: 'EN' }),
        mapSystemId,
      );
      expect(status).toBe(201);
      expect(headers['cache-control']).toBe('no-store');
      expect(body.data).toMatchObject({
        purchase_token: null,
        member: {
          member_fname: 'Kai',
          member_lname: 'Rattana',
          external: true,
          language: 'EN',
          member_phone: null,
          wallet: { balance: 0 },
        },
      });
      const again = await session(await partner.sign({ sub: who }), mapSystemId);
      expect(again.body.data.member.member_id).toBe(body.data.member.member_id);
      expect(again.body.data.access_token).not.toBe(body.data.access_token);
    },
  );

  test('keeps members with the same id of two partners apart', async () => {
    const who = sub();
    const [mine, theirs] = await Promise.all([
      session(await lumphu.sign({ sub: who })),
      session(await talat.sign({ sub: who }), 'talat-sport'),
    ]);
    expect(mine.body.data.member.member_id).not.toBe(theirs.body.data.member.member_id);
  });

  test('uses a default name if the token has no valid name', async () => {
    const names = async (claims: object) =>
      (await session(await lumphu.sign({ sub: sub(), ...claims }))).body.data.member;
    expect(await names({ first_name: undefined, last_name: 'x1' })).toMatchObject({
      member_fname: 'แฟนมวย',
      member_lname: '',
    });
    expect(await names({ first_name: { $ne: 1 }, language: 'EN' })).toMatchObject({
      member_fname: 'Fan',
    });
    expect(await names({ first_name: ' น้ำ\u200bฝน  ', last_name: 'ทองดี' })).toMatchObject({
      member_fname: 'น้ำฝน',
      member_lname: 'ทองดี',
    });
  });

  test('creates one member for a hundred concurrent first requests', async () => {
    const who = sub();
    const tokens = await Promise.all(Array.from({ length: 100 }, () => lumphu.sign({ sub: who })));
    const answers = await Promise.all(tokens.map((token) => session(token)));
    expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(201));
    expect(new Set(answers.map(({ body }) => body.data.member.member_id)).size).toBe(1);
    const rows = await api.db
      .selectFrom('member')
      .select('member_id')
      .where('map_member_id', '=', who)
      .execute();
    expect(rows).toHaveLength(1);
  });

  test('accepts a token once in twenty concurrent requests', async () => {
    const token = await lumphu.sign({ sub: sub() });
    const answers = await Promise.all(Array.from({ length: 20 }, () => session(token)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const { status, body } of answers) {
      if (status === 201) continue;
      expect([status, body.status]).toEqual([409, 'token_used']);
    }
    expect((await session(token)).body.message).toBe('Token has been used. Please log in again.');
  });

  test('refuses an unknown partner', async () => {
    for (const name of ['nobody', 'LUMPHU-PLAY', 'ไม่มี', "'; --"]) {
      const { status, body } = await session(await lumphu.sign(), name);
      expect([status, body.status]).toEqual([401, 'partner_unknown']);
    }
  });

  test('refuses a token signed with another partner’s key', async () => {
    for (const claims of [{}, { iss: 'talat-sport' }, { iss: 'lumphu-play' }]) {
      const asTalat = await session(await lumphu.sign(claims), 'talat-sport');
      expect([asTalat.status, asTalat.body.status]).toEqual([401, 'partner_token_invalid']);
    }
    const stolenName = await talat.sign({ iss: 'lumphu-play' }, { kid: lumphu.keyId });
    expect((await session(stolenName)).body.status).toBe('partner_token_invalid');
  });

  test.each<[string, () => Record<string, unknown>]>([
    ['that is over', () => ({ iat: seconds() - 120, exp: seconds() - 60 })],
    ['that lives longer than five minutes', () => ({ exp: seconds() + 301 })],
    ['that was signed long ago to live long', () => ({ iat: seconds() - 3_600 })],
    ['of the future', () => ({ iat: seconds() + 120, exp: seconds() + 180 })],
    ['that ends before it begins', () => ({ iat: seconds() + 20, exp: seconds() + 10 })],
    ['for another site', () => ({ aud: 'https://elsewhere.example' })],
    ['for no site', () => ({ aud: undefined })],
    ['of another issuer', () => ({ iss: 'somebody' })],
    ['without an issuer', () => ({ iss: undefined })],
    ['about nobody', () => ({ sub: undefined })],
    ['about an empty name', () => ({ sub: '' })],
    ['about a number', () => ({ sub: 7 })],
    ['about a name with NUL', () => ({ sub: 'a\u0000b' })],
    ['about half a character', () => ({ sub: 'a\ud800' })],
    ['about a name without end', () => ({ sub: 'a'.repeat(129) })],
    ['without an end', () => ({ exp: undefined })],
    ['without a beginning', () => ({ iat: undefined })],
    ['without a number', () => ({ jti: undefined })],
    ['with a number that is none', () => ({ jti: ['a'] })],
    ['that allows nothing', () => ({ max_satang: 0 })],
    ['that allows half a satang', () => ({ max_satang: 100.5 })],
    ['that allows too much', () => ({ max_satang: 10_000_001 })],
    ['that allows a text', () => ({ max_satang: '100' })],
  ])('refuses a token %s', async (_, claims) => {
    const { status, body } = await session(await lumphu.sign(claims()));
    expect([status, body.status]).toEqual([401, 'partner_token_invalid']);
  });

  test('refuses an unsigned token, and a token that uses the public key as an HMAC secret', async () => {
    const [header = '', payload = '', signature = ''] = (await lumphu.sign()).split('.');
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const secret = new TextEncoder().encode(JSON.stringify(lumphu.jwk));
    const forged = [
      `${part({ alg: 'none' })}.${payload}.`,
      `${part({ alg: 'none', kid: lumphu.keyId })}.${payload}.${signature}`,
      `${part({ alg: 'NONE' })}.${payload}.${signature}`,
      await new SignJWT(JSON.parse(Buffer.from(payload, 'base64url').toString()))
        .setProtectedHeader({ alg: 'HS256', kid: lumphu.keyId })
        .sign(secret),
      `${header}.${payload}.`,
      `${header}.${payload}.${signature.split('').reverse().join('')}`,
      `${header}.${part({ ...JSON.parse(Buffer.from(payload, 'base64url').toString()), sub: 'other' })}.${signature}`,
      await lumphu.sign({}, { kid: 'another' }),
      'nonsense',
      '..',
    ];
    for (const token of forged) {
      const { status, body } = await session(token);
      expect([status, body.status], token).toEqual([401, 'partner_token_invalid']);
    }
  });

  test('refuses an invalid body', async () => {
    const call = (body: unknown) => api.call('POST /external/member/session', { body });
    expect((await call('{')).body.status).toBe('body_malformed');
    for (const body of [{}, { map_system_id: '', token: 'a' }, { map_system_id: 'a', token: 1 }]) {
      expect((await call(body)).body.status).toBe('request_invalid');
    }
  });

  test('accepts the old and the new key during a rotation, and only the new key afterwards', async () => {
    const [before, after] = [
      await createSamplePartner('turning'),
      await createSamplePartner('turning'),
    ];
    await registerPartners(api.db, [{ mapSystemId: 'turning', keys: [before.jwk, after.jwk] }]);
    expect((await session(await before.sign(), 'turning')).status).toBe(201);
    expect(
      (await session(await after.sign({}, { kid: undefined as never }), 'turning')).status,
    ).toBe(201);
    await registerPartners(api.db, [{ mapSystemId: 'turning', keys: [after.jwk] }]);
    expect((await session(await before.sign(), 'turning')).body.status).toBe(
      'partner_token_invalid',
    );
    await api.db
      .updateTable('partner_system')
      .set({ active: false })
      .where('map_system_id', '=', 'turning')
      .execute();
    expect((await session(await after.sign(), 'turning')).body.status).toBe('partner_unknown');
  });

  test('signs out only the members of a disabled partner', async () => {
    const gone = await createSamplePartner('gone-play');
    await registerPartners(api.db, [{ mapSystemId: 'gone-play', keys: [gone.jwk] }]);
    const theirs = (await session(await gone.sign(), 'gone-play')).body.data;
    const ours = (await session(await lumphu.sign({ sub: sub() }))).body.data;
    const folder = await mkdtemp(join(tmpdir(), 'sangwian-partners-'));
    const file = join(folder, 'partners.json');
    const off = { map_system_id: 'gone-play', name: 'Gone', active: false, keys: [gone.jwk] };
    await writeFile(file, JSON.stringify({ partners: [off] }));
    expect(await loadPartners(api.db, file)).toBe(1);
    await rm(folder, { recursive: true });
    const said = await profile(theirs.member.member_id, 'gone-play', theirs.access_token);
    expect([said.status, said.body.status]).toEqual([401, 'token_invalid']);
    expect((await profile(ours.member.member_id, 'lumphu-play', ours.access_token)).status).toBe(
      200,
    );
  });

  test('revokes a session that is started while its partner is being disabled', async () => {
    const going = await createSamplePartner('going-play');
    await registerPartners(api.db, [{ mapSystemId: 'going-play', keys: [going.jwk] }]);
    const { data } = (await session(await going.sign(), 'going-play')).body;
    const { member_id: memberId } = data.member;
    const readSessions = () =>
      api.db
        .selectFrom('member_session')
        .select('revoked_at')
        .where('member_id', '=', memberId)
        .execute();
    const { late } = await api.db.transaction().execute(async (trx) => {
      const off = { map_system_id: 'going-play', name: 'Going', active: false, keys: [going.jwk] };
      const [system] = parsePartnerFile(JSON.stringify({ partners: [off] }));
      if (system === undefined) throw new Error('no partner was read');
      await new PartnersStore(api.db).upsertSystem(trx, system);
      await revokeSessionsOfPartner(trx, 'going-play', new Date());
      const answer = session(await going.sign(), 'going-play');
      await expect.poll(async () => (await readSessions()).length).toBe(2);
      return { late: answer };
    });
    expect((await late).body.status).toBe('partner_unknown');
    for (const { revoked_at } of await readSessions()) expect(revoked_at).not.toBeNull();
  });

  test.each([
    ['ban', 'member_banned'],
    ['suspend', 'member_suspended'],
    ['closed', 'member_closed'],
  ] as const)('refuses a member with the status %s, with the reason', async (status, code) => {
    const who = sub();
    await session(await lumphu.sign({ sub: who }));
    await api.db
      .updateTable('member')
      .set({ status, status_reason: 'Insults in the chat', status_since: new Date() })
      .where('map_member_id', '=', who)
      .execute();
    const answer = await session(await lumphu.sign({ sub: who }));
    expect([answer.status, answer.body.status]).toEqual([403, code]);
    expect(answer.body.details[0]).toEqual({ path: 'reason', message: 'Insults in the chat' });
  });

  test('returns the end of the suspension to a suspended member', async () => {
    const who = sub();
    await session(await lumphu.sign({ sub: who }));
    const until = new Date(Date.now() + 3_600_000);
    await api.db
      .updateTable('member')
      .set({ status: 'suspend', status_since: new Date(), status_until: until })
      .where('map_member_id', '=', who)
      .execute();
    const answer = await session(await lumphu.sign({ sub: who }));
    expect(answer.body.details).toContainEqual({ path: 'until', message: until.toISOString() });
  });
});

describe('GET /external/member/profile', () => {
  test('shows a partner’s member their own profile', async () => {
    const { data } = (await session(await lumphu.sign({ sub: sub() }))).body;
    const { member_id } = data.member;
    const answer = await profile(member_id, 'lumphu-play', data.access_token);
    expect(answer.status).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body.data).toEqual(data.member);
  });

  test('refuses other members, members of other partners and members without a partner', async () => {
    const [mine, theirs] = [
      (await session(await lumphu.sign({ sub: sub() }))).body.data,
      (await session(await talat.sign({ sub: sub() }), 'talat-sport')).body.data,
    ];
    const fan = await api.makeFan();
    const fanToken = await api.signIn(fan);
    for (const [memberId, system, token] of [
      [mine.member.member_id, 'talat-sport', mine.access_token],
      [theirs.member.member_id, 'talat-sport', mine.access_token],
      [theirs.member.member_id, 'lumphu-play', mine.access_token],
      [mine.member.member_id, 'lumphu-play', theirs.access_token],
      [fan.memberId, 'lumphu-play', mine.access_token],
      [fan.memberId, 'lumphu-play', fanToken],
      [mine.member.member_id, 'lumphu-play', fanToken],
      [fan.memberId, 'null', fanToken],
    ] as const) {
      const { status, body } = await profile(memberId, system, token);
      expect([status, body.status, body.message]).toEqual([
        404,
        'member_not_found',
        'Member not found',
      ]);
    }
  });

  test('requires a token, the member id and the partner id', async () => {
    const path = 'GET /external/member/profile';
    expect((await api.call(`${path}?member_id=a&map_system_id=b`)).body.status).toBe(
      'token_missing',
    );
    const token = await api.signIn(await api.makeFan());
    for (const query of ['', '?member_id=a', '?map_system_id=b']) {
      expect((await api.call(path + query, { token })).body.status).toBe('request_invalid');
    }
  });
});

describe('GET /auth/member/profile of a partner’s member', () => {
  test('accepts the member’s own partner or no partner, and refuses any other', async () => {
    const { data } = (await session(await lumphu.sign({ sub: sub() }))).body;
    const token = data.access_token;
    const path = `GET /auth/member/profile?member_id=${data.member.member_id}`;
    expect((await api.call(path, { token })).status).toBe(200);
    const own = await api.call(`${path}&map_system_id=lumphu-play`, { token });
    expect(own.body.data).toEqual(data.member);
    const other = await api.call(`${path}&map_system_id=talat-sport`, { token });
    expect([other.status, other.body.status]).toEqual([404, 'member_not_found']);
  });
});

test('partners’ tokens do not appear in the log', async () => {
  const token = await lumphu.sign({ sub: sub(), max_satang: 5_000 });
  const { data } = (await session(token)).body;
  await session(`${token}x`);
  await profile(data.member.member_id, 'talat-sport', data.access_token);
  const all = logged.join('\n');
  for (const secret of [token, data.access_token, data.purchase_token]) {
    expect(secret.length).toBeGreaterThan(20);
    expect(all).not.toContain(secret);
  }
});
