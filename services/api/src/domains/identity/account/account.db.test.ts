import { randomUUID } from 'node:crypto';
import { LIMITS } from '@sangwian/contract/limits';
import { startTestApi, type TestApi, type TestFan } from '@sangwian/testkit/start-test-api';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const NOW = new Date('2026-11-21T12:00:00Z');
const UPDATE = 'PUT /auth/member/profile/update';

let now = NOW;
let api: TestApi;
let fan: TestFan;
let token: string;
beforeAll(async () => {
  api = await startTestApi({ clock: () => now });
});
afterAll(() => api.close());
beforeEach(async () => {
  now = NOW;
  fan = await api.makeFan();
  token = await api.signIn(fan);
});

const update = (body: unknown, bearer = token, memberId: string = fan.memberId) =>
  api.call(`${UPDATE}/${memberId}`, { token: bearer, body });
const sendPicture = (bytes: Buffer, type = 'image/jpeg', bearer = token) =>
  api.call(`${UPDATE}/${fan.memberId}/avatar`, {
    token: bearer,
    body: bytes,
    headers: { 'content-type': type },
  });

describe('PUT /auth/member/profile/update/{member_id}', () => {
  test('changes the given fields and keeps the others', async () => {
    const answer = await update({
      first_name: 'น้ำผึ้ง',
      email: 'nam@example.com',
      birth_day: 29,
      birth_month: 2,
      birth_year: 2008,
      gender: 'female',
    });
    expect(answer.status).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body.data).toMatchObject({
      member_id: fan.memberId,
      member_fname: 'น้ำผึ้ง',
      member_lname: 'ใจดี',
      member_email: 'nam@example.com',
      member_birth_date: '2008-02-29',
      member_gender: 'female',
      language: 'TH',
    });
    const later = await update({ language: 'EN', email: '' });
    expect(later.body.data).toMatchObject({
      language: 'EN',
      member_email: null,
      member_fname: 'น้ำผึ้ง',
    });
    expect((await update({})).body.data).toEqual(later.body.data);
  });

  test.each([
    [{ first_name: 'ก้อง💥' }, 400, 'name_invalid'],
    [{ last_name: 'สมชาย๒' }, 400, 'name_invalid'],
    [{ first_name: 'ก'.repeat(10_000) }, 400, 'request_invalid'],
    [{ email: 'nobody' }, 400, 'email_invalid'],
    [{ email: 'x'.repeat(10_000) }, 400, 'request_invalid'],
    [{ birth_day: 29, birth_month: 2, birth_year: 2007 }, 400, 'birth_date_invalid'],
    [{ birth_day: 22, birth_month: 11, birth_year: 2013 }, 403, 'age_too_young'],
    [{ birth_year: 2000 }, 400, 'birth_date_invalid'],
    [{ gender: 'both' }, 400, 'request_invalid'],
    [{ language: 'th' }, 400, 'request_invalid'],
    [{ member_status: 'active' }, 400, 'request_invalid'],
    [{ phone: '0812345678' }, 400, 'request_invalid'],
  ])('refuses %j and changes no field', async (odd, status, code) => {
    const answer = await update({ language: 'EN', ...odd });
    expect([answer.status, answer.body.status]).toEqual([status, code]);
    const kept = await api.call(`GET /member/findOne?member_id=${fan.memberId}`, { token });
    expect(kept.body.data.language).toBe('TH');
  });

  test('computes the age from the current day in Bangkok', async () => {
    const birthday = { birth_day: 22, birth_month: 11, birth_year: 2013 };
    now = new Date('2026-11-21T16:59:59Z');
    expect((await update(birthday)).body.status).toBe('age_too_young');
    now = new Date('2026-11-21T17:00:00Z');
    expect((await update(birthday)).status).toBe(200);
  });

  test('refuses another member’s id', async () => {
    const other = await api.makeFan();
    for (const memberId of [other.memberId, randomUUID(), 'x', '%F0%9F%A5%8A']) {
      const answer = await update({ first_name: 'ก' }, token, memberId);
      expect([answer.status, answer.body.status]).toEqual([404, 'member_not_found']);
    }
  });
});

describe('PUT …/avatar', () => {
  const photo = (width = 900, height = 600, background = '#c8102e') =>
    sharp({ create: { width, height, channels: 3, background } });

  test('stores a square WebP without metadata, and serves it with an immutable cache header', async () => {
    const bytes = await photo()
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .jpeg()
      .toBuffer();
    expect((await sharp(bytes).metadata()).exif).toBeDefined();
    const { status, body } = await sendPicture(bytes);
    expect(status).toBe(200);
    const path = body.data.member_avatar;
    expect(path).toMatch(/^\/pictures\/[0-9a-f]{64}\.webp$/);
    const served = await api.api.app.inject(path);
    expect(served.statusCode).toBe(200);
    expect(served.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    const { format, width, height, exif, xmp } = await sharp(served.rawPayload).metadata();
    expect([format, width, height, exif, xmp]).toEqual([
      'webp',
      LIMITS.avatarPx,
      LIMITS.avatarPx,
      undefined,
      undefined,
    ]);
  });

  test.each(['png', 'webp', 'jpeg'] as const)('accepts a %s', async (format) => {
    const bytes = await photo(40, 80)[format]().toBuffer();
    expect((await sendPicture(bytes, `image/${format}`)).status).toBe(200);
  });

  test('rotates the image upright', async () => {
    const lying = await sharp({ create: { width: 8, height: 4, channels: 3, background: '#000' } })
      .composite([
        {
          input: await sharp({
            create: { width: 4, height: 4, channels: 3, background: '#fff' },
          })
            .png()
            .toBuffer(),
          left: 0,
          top: 0,
        },
      ])
      .withMetadata({ orientation: 6 })
      .png()
      .toBuffer();
    const { body } = await sendPicture(lying, 'image/png');
    const { rawPayload } = await api.api.app.inject(body.data.member_avatar);
    const { data, info } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => data[(y * info.width + x) * info.channels] ?? 0;
    // After the rotation, the left side is at the top.
    expect(at(256, 20)).toBeGreaterThan(200);
    expect(at(256, 490)).toBeLessThan(60);
  });

  test('refuses an image that is invalid, too large or wrongly declared', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    const gif = await photo(9, 9).gif().toBuffer();
    const whole = await photo().jpeg().toBuffer();
    // Decodes to half a gigabyte.
    const bomb = await sharp({
      create: { width: 12_000, height: 12_000, channels: 3, background: '#000' },
    })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(LIMITS.uploadBytesMax);
    for (const [bytes, type] of [
      [svg, 'image/png'],
      [gif, 'image/jpeg'],
      [whole.subarray(0, 300), 'image/jpeg'],
      [Buffer.from([0xff, 0xd8, 0xff]), 'image/jpeg'],
      [Buffer.from('RIFF0000WEBP'), 'image/webp'],
      [bomb, 'image/png'],
    ] as const) {
      const answer = await sendPicture(bytes, type);
      expect([answer.status, answer.body.status]).toEqual([400, 'picture_invalid']);
    }
    expect((await sendPicture(svg, 'image/svg+xml')).status).toBe(415);
    expect((await sendPicture(Buffer.alloc(LIMITS.uploadBytesMax + 1))).status).toBe(413);
    expect((await sendPicture(Buffer.alloc(0))).status).toBe(400);
    const kept = await api.call(`GET /member/findOne?member_id=${fan.memberId}`, { token });
    expect(kept.body.data.member_avatar).toBeNull();
  });

  test('an avatar file is kept while any member uses it', async () => {
    // An image that no other test uses.
    const bytes = await photo(64, 64, '#1d4ed8').png().toBuffer();
    const friend = await api.makeFan();
    const friendToken = await api.signIn(friend);
    const friendly = (method: string) =>
      api.call(`${method} /auth/member/profile/update/${friend.memberId}/avatar`, {
        token: friendToken,
        ...(method === 'PUT' ? { body: bytes, headers: { 'content-type': 'image/png' } } : {}),
      });
    const [mine, theirs] = await Promise.all([sendPicture(bytes, 'image/png'), friendly('PUT')]);
    const path = mine.body.data.member_avatar;
    expect(theirs.body.data.member_avatar).toBe(path);
    const gone = await api.call(`DELETE /auth/member/profile/update/${fan.memberId}/avatar`, {
      token,
    });
    expect(gone.body.data.member_avatar).toBeNull();
    expect((await api.api.app.inject(path)).statusCode).toBe(200);
    await friendly('DELETE');
    const missing = await api.api.app.inject(path);
    expect([missing.statusCode, missing.headers['content-type']]).toEqual([
      404,
      'image/svg+xml; charset=utf-8',
    ]);
  });

  test('an avatar file is served only by its exact path', async () => {
    for (const path of ['/pictures/', '/pictures/../secrets.json', '/pictures/%2e%2e/x.webp']) {
      expect((await api.api.app.inject(path)).statusCode).toBe(404);
    }
  });
});

describe('GET and DELETE /auth/member/sessions', () => {
  test('lists the member’s sessions, and revokes one of them', async () => {
    const elsewhere = await api.signIn(fan);
    const stranger = await api.signIn(await api.makeFan());
    const list = async (bearer: string) =>
      (await api.call('GET /auth/member/sessions', { token: bearer })).body.data;
    const mine = await list(token);
    expect(mine).toHaveLength(2);
    expect(mine.filter((row: { current: boolean }) => row.current)).toHaveLength(1);
    const other = mine.find((row: { current: boolean }) => !row.current).member_session_id;
    const end = (id: string, bearer: string) =>
      api.call(`DELETE /auth/member/sessions/${id}`, { token: bearer });
    for (const [id, bearer] of [
      [other, stranger],
      [randomUUID(), token],
      ['x', token],
      ['%F0%9F%A5%8A', token],
    ]) {
      expect((await end(id, bearer)).body.status).toBe('session_not_found');
    }
    expect((await end(other.toUpperCase(), token)).status).toBe(200);
    expect((await api.call('GET /auth/member/sessions', { token: elsewhere })).body.status).toBe(
      'token_invalid',
    );
    expect((await end(other, token)).body.status).toBe('session_not_found');
    expect(await list(token)).toHaveLength(1);
    const current = (await list(token))[0].member_session_id;
    expect((await end(current, token)).status).toBe(200);
    expect((await api.call('GET /auth/member/sessions', { token })).status).toBe(401);
  });
});

describe('DELETE /auth/member/sessions', () => {
  const isOpen = async (bearer: string) =>
    (await api.call('GET /auth/member/sessions', { token: bearer })).status === 200;

  test('revokes all other sessions of the member, and no other member’s', async () => {
    const other = await api.makeFan();
    const stranger = await api.signIn(other);
    const elsewhere = await Promise.all([1, 2, 3].map(() => api.signIn(fan)));
    const revoked: string[] = [];
    const stop = api.bus.subscribe('session:revoked', ({ sessionIds }) =>
      revoked.push(...sessionIds),
    );
    const { status, body } = await api.call('DELETE /auth/member/sessions', { token });
    stop();
    expect([status, body]).toEqual([200, { data: {} }]);
    for (const bearer of elsewhere) expect(await isOpen(bearer)).toBe(false);
    expect([await isOpen(token), await isOpen(stranger)]).toEqual([true, true]);
    expect(revoked.length).toBeGreaterThanOrEqual(3);
    const again = await api.call('DELETE /auth/member/sessions', { token });
    expect(again.status).toBe(200);
    expect((await api.call('DELETE /auth/member/sessions')).status).toBe(401);
  });

  test('leaves at most one of two sessions that revoke the others concurrently', async () => {
    const both = [token, await api.signIn(fan)];
    await Promise.all(
      both.map((bearer) => api.call('DELETE /auth/member/sessions', { token: bearer })),
    );
    const left = await Promise.all(both.map(isOpen));
    expect(left.filter(Boolean).length).toBeLessThan(2);
  });
});

describe('GET /auth/member/export', () => {
  test('contains all data of the member, but no other member’s data and no secrets', async () => {
    const rich = await api.makeFan({ coins: 300 });
    const bearer = await api.signIn(rich);
    const { status, body, headers } = await api.call('GET /auth/member/export', { token: bearer });
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(body.data).toMatchObject({
      profile: { member_id: rich.memberId, first_name: 'สมชาย', has_password: true, links: [] },
      wallet: { balance: 300, movements: [{ coins: 300, kind: 'grant' }] },
      sessions: [{ revoked_at: null }],
      standing_changes: [],
      chat_messages: [],
      watch_sessions: [],
      unlocked_lives: [],
    });
    const text = JSON.stringify(body);
    for (const secret of ['argon2', 'token_hash', 'sealed', bearer, fan.memberId]) {
      expect(text).not.toContain(secret);
    }
  });

  test('is rate limited across the sessions of a member', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1) {
      statuses.push((await api.call('GET /auth/member/export', { token })).status);
    }
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(200));
    expect(statuses.at(-1)).toBe(429);
    const again = await api.call('GET /auth/member/export', { token: await api.signIn(fan) });
    expect(again.status).toBe(429);
  });
});
