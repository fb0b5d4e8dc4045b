import { readEnvironment } from '@sangwian/node-kit/environment';
import { expect, test } from 'vitest';
import { OtpSettings, SmsSettings } from './otp-settings.ts';

const readSms = (values: Record<string, string>, production = false) =>
  readEnvironment(SmsSettings, { ...values, NODE_ENV: production ? 'production' : 'test' });
const readOtp = (values: Record<string, string>) =>
  readEnvironment(OtpSettings, { OTP_SECRET: 'x', ...values });

const ACCOUNT = { SMS_KEY: 'k', SMS_SECRET: 's' };
const REAL = { ...ACCOUNT, SMS_URL: 'https://sms.example/' };

test('without a URL there is no carrier', () => {
  expect(readSms({}, true)).toEqual({ url: '', key: '', secret: '', sender: '' });
});

test('a carrier needs a URL and an account', () => {
  expect(readSms(REAL, true)).toEqual({
    url: 'https://sms.example',
    key: 'k',
    secret: 's',
    sender: 'Sangwian',
  });
  expect(() => readSms({ SMS_URL: 'https://sms.example' })).toThrow('SMS_KEY');
  for (const url of ['sms.example', 'ftp://sms.example', 'https://']) {
    expect(() => readSms({ ...ACCOUNT, SMS_URL: url }), url).toThrow('SMS_URL');
  }
});

test('production sends no OTP over plain http or to the sandbox', () => {
  const local = { ...ACCOUNT, SMS_URL: 'http://127.0.0.1:9/sandbox' };
  expect(readSms(local).url).toBe('http://127.0.0.1:9/sandbox');
  expect(() => readSms(local, true)).toThrow('SMS_URL');
  expect(() => readSms({ ...REAL, SMS_KEY: 'sandbox' }, true)).toThrow('sandbox');
});

test('countries are calling codes; the default is Thailand', () => {
  expect(readOtp({}).countries).toEqual(['+66']);
  expect(readOtp({ OTP_COUNTRIES: ' +66, +856 ' }).countries).toEqual(['+66', '+856']);
  for (const odd of ['66', '+0', 'TH', '+66x']) {
    expect(() => readOtp({ OTP_COUNTRIES: odd }), odd).toThrow('OTP_COUNTRIES');
  }
});
