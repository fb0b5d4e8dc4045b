import { LIMITS } from '@sangwian/contract/limits';
import { startTestApi, type TestAnswer, type TestApi } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FakeCarrier, startFakeCarrier } from '../sms/testing/fake-carrier.ts';
import { OTP_FREE, OTP_GUESSES } from './otp-limits.ts';
import { PHONE_CAPS } from './otp-rules.ts';
import { solveWork } from './testing/solve-work.ts';

const SEND = 'POST /auth/member/send-otp';
const VERIFY = 'POST /auth/member/verify-otp';
/** Timeout of tests that send dozens of messages. */
const LONG = { timeout: 180_000 };
const START = new Date('2026-11-21T12:00:00Z').getTime();

let carrier: FakeCarrier;
let api: TestApi;
let now: Date;
beforeAll(async () => {
  carrier = await startFakeCarrier();
  now = new Date(START);
  api = await startTestApi({ config: { sms: carrier.settings }, clock: () => now });
});
afterAll(async () => {
  await api.close();
  await carrier.close();
});
beforeEach(() => {
  now = new Date(START);
});

const passes = (seconds: number): void => {
  now = new Date(now.getTime() + seconds * 1000);
};

let phones = 0;
/** Creates unregistered phones, each in a separate range of numbers. */
const newPhone = (): string => {
  phones += 1;
  return `+669${String(1_000 + phones)}0000`;
};

let addresses = 0;
/** Creates an unused IP address. */
const newAddress = (): string => {
  addresses += 1;
  return `198.51.${addresses >> 8}.${addresses & 255}`;
};

interface Caller {
  readonly token?: string;
  readonly ip?: string;
  readonly headers?: Record<string, string>;
}

const send = (
  phone: string,
  purpose: string,
  { work, ...caller }: Caller & { readonly work?: object } = {},
): Promise<TestAnswer> =>
  api.call(SEND, {
    ip: newAddress(),
    ...caller,
    body: { phone, purpose, ...(work === undefined ? {} : { work }) },
  });
const verify = (otpRef: string, otp: string, caller: Caller = {}): Promise<TestAnswer> =>
  api.call(VERIFY, { ip: newAddress(), ...caller, body: { otp_ref: otpRef, otp } });
const refusal = ({ status, body }: TestAnswer) => [status, body.status];
/** Returns a code that differs from the given one. */
const wrong = (code: string): string => (code === '111111' ? '222222' : '111111');

/** Creates a fan with a phone in E.164 and a session. */
async function makeMember() {
  const phone = newPhone();
  const fan = await api.makeFan({ phone });
  return { ...fan, phone, token: await api.signIn(fan) };
}

describe('POST /auth/member/send-otp', () => {
  test('sends a code with a reference in the page’s language, and stores neither the code nor a plain hash of it', async () => {
    const phone = newPhone();
    const { status, body, headers } = await send(phone, 'register', {
      headers: { cookie: 'language=EN' },
    });
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(body.data).toEqual({
      otp_ref: expect.stringMatching(/^[2-9B-Z]{6}$/),
      expires_at: '2026-11-21T12:05:00.000Z',
      resend_after: '2026-11-21T12:01:00.000Z',
    });
    const { message } = carrier.messages.at(-1) ?? { message: '' };
    expect(message).toContain(body.data.otp_ref);
    expect(message).toContain('to join Sangwian');
    const code = carrier.codeOf(phone);
    const rows = await api.db.selectFrom('otp').selectAll().where('phone', '=', phone).execute();
    expect(JSON.stringify(rows)).not.toContain(code);
    expect(rows[0]?.code_hash).toHaveLength(32);
  });

  test('sends the message to a member in the member’s language', async () => {
    const { phone } = await makeMember();
    await send(phone, 'reset', { headers: { cookie: 'language=EN' } });
    expect(carrier.messages.at(-1)?.message).toContain('ตั้งรหัสผ่านใหม่');
  });

  test('accepts a phone in any notation', async () => {
    for (const phone of ['091-999-0001', '๐๙๑๙๙๙๐๐๐๒', '+660919990003', '0066919990004']) {
      expect((await send(phone, 'register')).status, phone).toBe(200);
    }
    expect(carrier.messages.slice(-4).map(({ msisdn }) => msisdn)).toEqual([
      '66919990001',
      '66919990002',
      '66919990003',
      '66919990004',
    ]);
  });

  test.each(['', '12', '021234567', '+14155552671', '+85620 9123 4567', '🥊', '\u0000'])(
    'sends nothing to "%s"',
    async (phone) => {
      const before = carrier.messages.length;
      const { status, body } = await send(phone, 'register');
      expect(status).toBe(400);
      const codes = ['phone_invalid', 'phone_country_unserved', 'request_invalid'];
      expect(codes).toContain(body.status);
      expect(carrier.messages.length).toBe(before);
    },
  );

  test('refuses to register a registered phone, and to reset the password of an unknown one', async () => {
    const { phone } = await makeMember();
    const known = await send(phone, 'register');
    expect(refusal(known)).toEqual([409, 'phone_exists_log_in']);
    expect(known.body.message).toBe('Phone already exists, please log in.');
    const unknown = await send(newPhone(), 'reset');
    expect(refusal(unknown)).toEqual([404, 'phone_not_found']);
    expect(unknown.body.message).toBe('User not found. Please check the phone number again.');
  });

  test(
    'requires little proof of work after an address has looked up many phones',
    LONG,
    async () => {
      const ip = newAddress();
      for (let asked = 0; asked < OTP_FREE.lookupsPerAddress; asked += 1) {
        await send(`+6681${String(asked).padStart(3, '0')}7777`, 'reset', { ip });
      }
      const { phone } = await makeMember();
      const answer = await send(phone, 'reset', { ip });
      expect(refusal(answer)).toEqual([428, 'otp_work_needed']);
      expect((await send(phone, 'reset', { ip, work: solveWork(answer) })).status).toBe(200);
      expect((await send((await makeMember()).phone, 'reset')).status).toBe(200);
    },
  );

  test('requires a sign-in for linking and deleting, and the member’s own phone for deleting', async () => {
    const member = await makeMember();
    const other = await makeMember();
    for (const purpose of ['link', 'delete']) {
      expect(refusal(await send(member.phone, purpose))).toEqual([401, 'token_missing']);
    }
    const { token } = member;
    expect(refusal(await send(other.phone, 'delete', { token }))).toEqual([
      404,
      'otp_user_not_found',
    ]);
    expect((await send(member.phone, 'delete', { token })).status).toBe(200);
    // Linking may not reveal whether another member has the phone, so the OTP is sent.
    expect((await send(other.phone, 'link', { token })).status).toBe(200);
    expect((await send(newPhone(), 'link', { token })).status).toBe(200);
  });

  test('sends one message a minute to a phone, across concurrent requests and all purposes', async () => {
    const { phone } = await makeMember();
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(phone, 'reset')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(429)]);
    passes(LIMITS.otpResendS - 1);
    const early = await send(phone, 'reset');
    expect([early.status, early.headers['retry-after']]).toEqual([429, '1']);
    passes(1);
    expect((await send(phone, 'reset')).status).toBe(200);
  });

  test('limits the messages to a phone per hour and day, across all addresses', async () => {
    const { phone } = await makeMember();
    const sentWithin = async (hours: number): Promise<number> => {
      let sent = 0;
      for (let minutes = 0; minutes < hours * 60; minutes += 5) {
        if ((await send(phone, 'reset')).status === 200) sent += 1;
        passes(300);
      }
      return sent;
    };
    expect(await sentWithin(1)).toBe(PHONE_CAPS.perHourMax);
    expect(await sentWithin(3)).toBe(PHONE_CAPS.perDayMax - PHONE_CAPS.perHourMax);
  });

  test('allows the owner more messages on their own device, whatever strangers request', async () => {
    const phone = newPhone();
    const fan = await api.makeFan({ phone });
    const { headers } = await api.call('POST /auth/member/login-v2', {
      body: { phone, password: fan.password },
    });
    const [cookie = ''] = String(headers['set-cookie']).split(';');
    for (let strangers = 0; strangers < PHONE_CAPS.perHourMax; strangers += 1) {
      expect((await send(phone, 'reset')).status).toBe(200);
      passes(LIMITS.otpResendS);
    }
    expect((await send(phone, 'reset')).status).toBe(429);
    expect((await send(phone, 'reset', { headers: { cookie } })).status).toBe(200);
    const { phone: others } = await makeMember();
    for (let asked = 0; asked < PHONE_CAPS.perHourMax; asked += 1) {
      await send(others, 'reset', { headers: { cookie } });
      passes(LIMITS.otpResendS);
    }
    expect((await send(others, 'reset', { headers: { cookie } })).status).toBe(429);
  });

  test('has metrics of sent, verified, failed and refused messages', async () => {
    const read = async (name: string): Promise<number> => {
      const { payload } = await api.api.internal.inject('/metrics');
      const line = payload.split('\n').find((text) => text.startsWith(`${name} `));
      return Number(line?.split(' ').at(-1));
    };
    const names = [
      'otp_sent_total{purpose="register"}',
      'otp_verified_total{purpose="register"}',
      'otp_failed_total',
      'otp_limited_total',
      'otp_last_hour{outcome="sent"}',
      'otp_last_hour{outcome="verified"}',
    ];
    // Moves to an hour in which no other test has sent messages.
    now = new Date(START + 200 * 3_600_000);
    const before = await Promise.all(names.map(read));
    const phone = newPhone();
    const { body } = await send(phone, 'register');
    await send(phone, 'register');
    await verify(body.data.otp_ref, carrier.codeOf(phone));
    carrier.answerNext({ status: 500, body: {} });
    await send(newPhone(), 'register');
    const after = await Promise.all(names.map(read));
    expect(after.map((count, index) => count - (before[index] ?? Number.NaN))).toEqual(
      Array(names.length).fill(1),
    );
  });

  test('requires work for a pumped range only from the pumping address', LONG, async () => {
    const ip = newAddress();
    const pumped = await Promise.all(
      Array.from({ length: OTP_FREE.perRangeAndHour + 1 }, (_, index) => {
        const phone = `+66888880${String(index).padStart(3, '0')}`;
        const from = index < OTP_FREE.perAddressInPumpedRange ? { ip } : {};
        return send(phone, 'register', from);
      }),
    );
    expect(new Set(pumped.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await send('+66888880990', 'register')).status).toBe(200);
    const honest = await send('+66888880991', 'register', { ip });
    expect(refusal(honest)).toEqual([428, 'otp_work_needed']);
    const work = solveWork(honest);
    // A solution is valid once, and only for its phone.
    const other = await send('+66888880992', 'register', { ip, work });
    expect(refusal(other)).toEqual([428, 'otp_work_needed']);
    expect((await send('+66888880991', 'register', { ip, work })).status).toBe(200);
    passes(LIMITS.otpResendS);
    const again = await send('+66888880991', 'register', { ip, work });
    expect(refusal(again)).toEqual([428, 'otp_work_needed']);
    // Members' phones have a separate budget.
    const fan = await api.makeFan({ phone: '+66888880993' });
    expect((await send(fan.phone, 'reset', { ip })).status).toBe(200);
  });

  test('does not count verified messages when deciding that a range is pumped', LONG, async () => {
    const ip = newAddress();
    const sendAndVerify = async (index: number): Promise<number> => {
      const phone = `+66888870${String(index).padStart(3, '0')}`;
      const { status, body } = await send(phone, 'register', { ip });
      await verify(body.data.otp_ref, carrier.codeOf(phone), { ip });
      return status;
    };
    for (let index = 0; index < OTP_FREE.perRangeAndHour + 20; index += 10) {
      const ten = Array.from({ length: 10 }, (_, turn) => sendAndVerify(index + turn));
      expect(new Set(await Promise.all(ten))).toEqual(new Set([200]));
    }
  });

  test('repeated requests for one phone use up no shared limit', LONG, async () => {
    const ip = newAddress();
    const phone = '+66888890000';
    for (let asked = 0; asked < OTP_FREE.perAddressAndHour; asked += 50) {
      await Promise.all(Array.from({ length: 51 }, () => send(phone, 'register', { ip })));
    }
    expect((await send('+66888890001', 'register', { ip })).status).toBe(200);
  });

  test('reports a carrier that refuses or is unreachable, voids the code, and allows the next message at once', async () => {
    const phone = newPhone();
    carrier.answerNext({ status: 401, body: { error: { code: 104, name: 'AUTH' } } });
    expect(refusal(await send(phone, 'register'))).toEqual([502, 'otp_unknown']);
    carrier.answerNext({ status: 500, body: {} });
    expect(refusal(await send(phone, 'register'))).toEqual([503, 'otp_connection']);
    const rows = await api.db.selectFrom('otp').selectAll().where('phone', '=', phone).execute();
    for (const { failed, ended_at } of rows) expect([failed, ended_at]).toEqual([true, now]);
    expect((await send(phone, 'register')).status).toBe(200);
  });
});

describe('POST /auth/member/verify-otp', () => {
  test('exchanges the correct code for a token of its purpose and phone', async () => {
    const phone = newPhone();
    const { body } = await send(phone, 'register');
    const code = carrier.codeOf(phone);
    const verified = await verify(` ${body.data.otp_ref.toLowerCase()} `, code);
    expect(verified.status).toBe(200);
    expect(verified.body.data).toEqual({
      otp_token: expect.stringMatching(/^[\w-]{43}$/),
      expires_at: '2026-11-21T12:10:00.000Z',
    });
    const proof = await api.db.selectFrom('proof').selectAll().where('phone', '=', phone).execute();
    expect(proof).toEqual([
      expect.objectContaining({ purpose: 'register', member_id: null, used_at: null }),
    ]);
  });

  test('gives the token to one of many concurrent requests', async () => {
    const phone = newPhone();
    const { body } = await send(phone, 'register');
    const code = carrier.codeOf(phone);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => verify(body.data.otp_ref, code)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.map(({ body: { status } }) => status))).toEqual(
      new Set([undefined, 'otp_expired']),
    );
  });

  test('allows five tries, also when they are concurrent', async () => {
    const phone = newPhone();
    const { body } = await send(phone, 'register');
    const code = carrier.codeOf(phone);
    const tries = await Promise.all(
      Array.from({ length: 9 }, () => verify(body.data.otp_ref, wrong(code))),
    );
    const codes = tries.map(({ body: { status } }) => status).sort();
    expect(codes).toEqual([...Array(4).fill('otp_expired'), ...Array(5).fill('otp_invalid')]);
    expect(refusal(await verify(body.data.otp_ref, code))).toEqual([410, 'otp_expired']);
  });

  test('does not count a malformed code as a try', async () => {
    const phone = newPhone();
    const { body } = await send(phone, 'register');
    for (const text of ['12345', 'abcdef', '🥊🥊🥊', '1234567', '12345 ']) {
      expect(refusal(await verify(body.data.otp_ref, text)), text).toEqual([400, 'otp_invalid']);
    }
    expect((await verify(body.data.otp_ref, carrier.codeOf(phone))).status).toBe(200);
  });

  test('expires after five minutes', async () => {
    const phone = newPhone();
    const { body } = await send(phone, 'register');
    passes(LIMITS.otpMinutes * 60);
    const late = await verify(body.data.otp_ref, carrier.codeOf(phone));
    expect(refusal(late)).toEqual([410, 'otp_expired']);
    expect(late.body.message).toBe('OTP expired.');
  });

  test('accepts only the newest code of a phone', async () => {
    const phone = newPhone();
    const first = await send(phone, 'register');
    const firstCode = carrier.codeOf(phone);
    passes(LIMITS.otpResendS);
    const second = await send(phone, 'register');
    expect(refusal(await verify(first.body.data.otp_ref, firstCode))).toEqual([410, 'otp_expired']);
    const code = carrier.codeOf(phone);
    expect((await verify(second.body.data.otp_ref, code)).status).toBe(200);
  });

  test('gives the token of a member’s OTP to that member only', async () => {
    const [member, other] = [await makeMember(), await makeMember()];
    const { body } = await send(member.phone, 'delete', { token: member.token });
    const code = carrier.codeOf(member.phone);
    for (const caller of [{}, { token: other.token }]) {
      expect((await verify(body.data.otp_ref, code, caller)).status).not.toBe(200);
    }
    const verified = await verify(body.data.otp_ref, code, { token: member.token });
    expect(verified.status).toBe(200);
    const proof = await api.db
      .selectFrom('proof')
      .select(['purpose', 'member_id'])
      .where('phone', '=', member.phone)
      .executeTakeFirst();
    expect(proof).toEqual({ purpose: 'delete', member_id: member.memberId });
  });

  test.each(['BCDFGH', 'nonsense', 'AAAAAA'])(
    'refuses the unknown reference "%s"',
    async (reference) => {
      expect(refusal(await verify(reference, '123456'))).toEqual([400, 'otp_invalid']);
    },
  );

  test('limits wrong codes per address, but accepts a correct code', LONG, async () => {
    const ip = newAddress();
    for (let tries = 0; tries < OTP_GUESSES.perAddress.guessesMax; tries += 50) {
      await Promise.all(Array.from({ length: 50 }, () => verify('BCDFGH', '123456', { ip })));
    }
    expect(refusal(await verify('BCDFGH', '123456', { ip }))).toEqual([429, 'rate_limited']);
    const phone = newPhone();
    const { body } = await send(phone, 'register', { ip });
    const code = carrier.codeOf(phone);
    const mistyped = await verify(body.data.otp_ref, wrong(code), { ip });
    expect(refusal(mistyped)).toEqual([400, 'otp_invalid']);
    expect((await verify(body.data.otp_ref, code, { ip })).status).toBe(200);
    const second = newPhone();
    const sent = await send(second, 'register', { ip });
    for (let guess = 0; guess < OTP_GUESSES.triesAtFullAddress; guess += 1) {
      await verify(sent.body.data.otp_ref, wrong(carrier.codeOf(second)), { ip });
    }
    const late = await verify(sent.body.data.otp_ref, carrier.codeOf(second), { ip });
    expect(refusal(late)).toEqual([429, 'rate_limited']);
  });
});
