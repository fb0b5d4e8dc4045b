import Fastify from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import { INBOX_LIMITS, SmsInbox, toPhoneKey } from './sms-inbox.ts';
import { addSms } from './sms-routes.ts';

const ACCOUNT = { key: 'the key', secret: 'the secret' };
const AUTHORIZATION = `Basic ${Buffer.from('the key:the secret').toString('base64')}`;

let server = Fastify();
let now = 0;
beforeEach(async () => {
  server = Fastify();
  now = Date.UTC(2026, 10, 21, 12);
  await addSms(server, new SmsInbox(() => new Date(now)), ACCOUNT);
});

const send = (form: Record<string, string>, authorization = AUTHORIZATION) =>
  server.inject({
    method: 'POST',
    url: '/sandbox/sms',
    headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });
const read = async (phone: string) =>
  (await server.inject(`/sandbox/sms?phone=${encodeURIComponent(phone)}`)).json();

describe('the carrier', () => {
  it('accepts a message and answers in the carrier’s format', async () => {
    const answer = await send({
      msisdn: '66812345001',
      message: 'OTP 123456 ห้ามบอกใคร',
      sender: 'Sangwian',
    });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({
      total_use_credit: 1,
      phone_number_list: [{ number: '66812345001', used_credit: 1 }],
      bad_phone_number_list: [],
    });
    expect(await read('0812345001')).toEqual([
      {
        message_id: answer.json().phone_number_list[0].message_id,
        phone: '+66812345001',
        sender: 'Sangwian',
        message: 'OTP 123456 ห้ามบอกใคร',
        sent_at: '2026-11-21T12:00:00.000Z',
      },
    ]);
  });

  it('refuses a call without key and secret', async () => {
    const form = { msisdn: '66812345001', message: 'x' };
    for (const authorization of ['', 'Basic x', `${AUTHORIZATION}x`]) {
      expect((await send(form, authorization)).statusCode).toBe(401);
    }
    expect(await read('0812345001')).toEqual([]);
  });

  it('refuses a message without number or text, and one that is too long', async () => {
    for (const form of [
      { message: 'x' },
      { msisdn: '66812345001' },
      { msisdn: '66812345001', message: 'x'.repeat(INBOX_LIMITS.messageCharsMax + 1) },
    ]) {
      expect((await send(form as Record<string, string>)).statusCode).toBe(400);
    }
  });

  it('reports an unserved number within a successful answer', async () => {
    const answer = await send({ msisdn: '6621234567', message: 'x' });
    expect([answer.statusCode, answer.json().bad_phone_number_list]).toEqual([
      201,
      [{ number: '6621234567', message: 'not a mobile number' }],
    ]);
  });
});

describe('the inbox', () => {
  it('lists the newest message of a phone first, in any spelling of the number', async () => {
    for (const message of ['one', 'two']) {
      await send({ msisdn: '66812345001', message });
      now += 1_000;
    }
    await send({ msisdn: '66812345002', message: 'other' });
    for (const phone of [
      '0812345001',
      '+66812345001',
      '+660812345001',
      '081-234-5001',
      '๐๘๑๒๓๔๕๐๐๑',
    ]) {
      const messages = await read(phone);
      expect(
        messages.map(({ message }: { message: string }) => message),
        phone,
      ).toEqual(['two', 'one']);
    }
    expect(toPhoneKey('')).toBe('+');
    const all = await server.inject({
      url: '/sandbox/sms',
      headers: { accept: 'application/json' },
    });
    expect(all.json()).toHaveLength(3);
  });

  it('is also a page, which escapes text', async () => {
    await send({ msisdn: '66812345001', message: 'OTP 123456 <b>bold</b>', sender: '<i>' });
    const { body, headers } = await server.inject({
      url: '/sandbox/sms',
      headers: { accept: 'text/html' },
    });
    expect(headers['content-type']).toContain('text/html');
    expect(body).toContain('<p class="code">123456</p>');
    expect(body).toContain('081-234-5001');
    expect(body).toContain('19:00:00');
    expect(body).not.toContain('<b>');
    expect(body).not.toContain('<i>');
  });

  it('drops the oldest messages', async () => {
    const inbox = new SmsInbox(() => new Date(now));
    for (let index = 0; index <= INBOX_LIMITS.messagesMax; index += 1) {
      inbox.add({ phone: '+66812345001', sender: '', message: String(index) });
    }
    expect(inbox.list()).toHaveLength(INBOX_LIMITS.messagesMax);
    expect(inbox.list()[0]?.message).toBe(String(INBOX_LIMITS.messagesMax));
  });
});
