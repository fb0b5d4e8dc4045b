import { readEnvironment } from '@sangwian/node-kit/environment';
import { expect, test } from 'vitest';
import { PaymentSettings } from './payment-settings.ts';

const read = (values: Record<string, string>, production = false) =>
  readEnvironment(PaymentSettings, { ...values, NODE_ENV: production ? 'production' : 'test' });

const SECRET = Buffer.from('a webhook secret of a test').toString('base64');
const OMISE = {
  OMISE_API_URL: 'https://api.omise.example/',
  OMISE_JS_URL: 'https://cdn.omise.example/omise.js',
  OMISE_PUBLIC_KEY: 'pkey_live_1',
  OMISE_SECRET_KEY: 'skey_live_1',
  OMISE_WEBHOOK_SECRET: SECRET,
};
const PAYPAL = {
  PAYPAL_API_URL: 'https://api.paypal.example',
  PAYPAL_CLIENT_ID: 'client',
  PAYPAL_SECRET: 'secret',
  PAYPAL_WEBHOOK_ID: 'hook',
};

test('reads configured providers, and `null` for others', () => {
  expect(read({})).toEqual({ omise: null, paypal: null });
  const { omise, paypal } = read({ ...OMISE, ...PAYPAL }, true);
  expect(omise).toMatchObject({ apiUrl: 'https://api.omise.example', publicKey: 'pkey_live_1' });
  expect(paypal).toEqual({
    apiUrl: 'https://api.paypal.example',
    clientId: 'client',
    secret: 'secret',
    webhookId: 'hook',
  });
});

test.each(Object.keys({ ...OMISE, ...PAYPAL }))('refuses a provider without %s', (name) => {
  expect(() => read({ ...OMISE, ...PAYPAL, [name]: '' })).toThrow(`${name} is not set`);
});

test('production refuses sandbox keys and URLs without https', () => {
  const sandbox = {
    ...OMISE,
    OMISE_API_URL: 'http://127.0.0.1:9/sandbox/omise',
    OMISE_JS_URL: 'http://localhost:8080/sandbox/omise/omise.js',
    OMISE_PUBLIC_KEY: 'pkey_test_1',
    OMISE_SECRET_KEY: 'skey_test_1',
  };
  expect(read(sandbox).omise?.apiUrl).toBe('http://127.0.0.1:9/sandbox/omise');
  for (const [name, value] of Object.entries(sandbox)) {
    if (value === Reflect.get(OMISE, name)) continue;
    expect(() => read({ ...OMISE, [name]: value }, true), name).toThrow(name);
  }
  const test = { ...PAYPAL, PAYPAL_API_URL: 'https://api-m.sandbox.paypal.com' };
  expect(read(test).paypal).not.toBeNull();
  expect(() => read(test, true)).toThrow('PAYPAL_API_URL');
});

test('refuses a public or secret key with another prefix', () => {
  for (const name of ['OMISE_PUBLIC_KEY', 'OMISE_SECRET_KEY'] as const) {
    expect(() => read({ ...OMISE, [name]: 'xkey_live_1' })).toThrow(`${name} must begin with`);
  }
  expect(() => read({ ...OMISE, OMISE_PUBLIC_KEY: 'skey_live_1' })).toThrow('OMISE_PUBLIC_KEY');
});

test('accepts several webhook secrets during a rotation', () => {
  const { omise } = read({ ...OMISE, OMISE_WEBHOOK_SECRET: `${SECRET}, ${SECRET}` });
  expect(omise?.webhookSecrets).toHaveLength(2);
  for (const secret of ['short', 'not base64 at all, really not']) {
    expect(() => read({ ...OMISE, OMISE_WEBHOOK_SECRET: secret })).toThrow('OMISE_WEBHOOK_SECRET');
  }
});
