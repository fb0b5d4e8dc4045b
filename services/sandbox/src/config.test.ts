import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const BASE = { DATA_DIR: '/data', SANDBOX_PARTNER_SEED: 'seed', SANDBOX_URL: 'http://127.0.0.1:9' };
const LINE = { LINE_CHANNEL_ID: '1', LINE_CHANNEL_SECRET: 's' };

test('the sandbox refuses to run in production, where it would show every one-time password', () => {
  expect(() => readConfig({ ...BASE, NODE_ENV: 'production' })).toThrow('not for production');
});

test('the sandbox simulates only the providers that are configured with its address', () => {
  const local = { ...BASE, ...LINE, LINE_ISSUER: 'http://127.0.0.1:9/sandbox/line' };
  expect(readConfig(local).identity.line?.channelId).toBe('1');
  const real = { ...local, LINE_ISSUER: 'https://access.line.me' };
  expect(readConfig(real).identity).toEqual({ line: null, apple: null });
});

test('sends webhooks to a local address, whatever HOST the site listens on', () => {
  expect(readConfig({ ...BASE, HOST: '::', PORT: '81' }).payments.webhookUrl).toBe(
    'http://127.0.0.1:81/api/v1/payment/webhook',
  );
  expect(readConfig({ ...BASE, HOST: '::1', PORT: '81' }).payments.webhookUrl).toBe(
    'http://[::1]:81/api/v1/payment/webhook',
  );
});
