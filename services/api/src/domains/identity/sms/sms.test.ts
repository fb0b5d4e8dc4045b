import { createLogger } from '@sangwian/node-kit/logger';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSms } from './sms.module.ts';
import { type FakeCarrier, startFakeCarrier } from './testing/fake-carrier.ts';

const MESSAGE = { phone: '+66812345678', text: 'รหัส 123456' };
const logger = createLogger('test', 'silent');

let carrier: FakeCarrier;
beforeAll(async () => {
  carrier = await startFakeCarrier();
});
afterAll(() => carrier.close());

const send = (settings = carrier.settings) => createSms(settings, logger).send(MESSAGE);

test('sends the key, the secret and the sender, and the number without its plus sign', async () => {
  await send();
  expect(carrier.messages.at(-1)).toEqual({
    msisdn: '66812345678',
    message: 'รหัส 123456',
    sender: 'Sangwian',
    authorization: `Basic ${Buffer.from('the key:the secret').toString('base64')}`,
  });
});

test('retries once when the carrier is busy', async () => {
  const before = carrier.messages.length;
  carrier.answerNext({ status: 503, body: {} });
  await send();
  expect(carrier.messages.length).toBe(before + 1);
  carrier.answerNext({ status: 503, body: {} }, { status: 503, body: {} });
  await expect(send()).rejects.toMatchObject({ code: 'otp_connection' });
  expect(carrier.messages.length).toBe(before + 1);
});

test.each([
  ['a wrong key', 401, { error: { code: 104, name: 'ERROR_AUTHENTICATION_FAILED' } }],
  ['no credit', 400, { error: { code: 109, name: 'ERROR_INSUFFICIENT_CREDIT' } }],
  [
    'a refused number in a successful response',
    201,
    { phone_number_list: [], bad_phone_number_list: [{ number: '66812345678', message: 'bad' }] },
  ],
  ['an answer that is none', 200, 'hello'],
])('the carrier refuses: %s', async (_, status, body) => {
  carrier.answerNext({ status, body });
  await expect(send()).rejects.toMatchObject({ code: 'otp_unknown' });
});

test('throws otp_connection if the carrier fails, is unreachable or is not configured', async () => {
  carrier.answerNext({ status: 500, body: {} });
  await expect(send()).rejects.toMatchObject({ code: 'otp_connection' });
  const gone = await startFakeCarrier();
  await gone.close();
  await expect(send(gone.settings)).rejects.toMatchObject({ code: 'otp_connection' });
  await expect(send({ ...carrier.settings, url: '' })).rejects.toMatchObject({
    code: 'otp_connection',
  });
});
