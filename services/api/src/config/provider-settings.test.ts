import { generateKeyPairSync } from 'node:crypto';
import { readEnvironment } from '@sangwian/node-kit/environment';
import { expect, test } from 'vitest';
import { ProviderSettings } from './provider-settings.ts';

const read = (values: Record<string, string>, production = false) =>
  readEnvironment(ProviderSettings, {
    TOKEN_SECRET: 'x',
    ...values,
    NODE_ENV: production ? 'production' : 'test',
  });

const LINE = { LINE_CHANNEL_ID: '1', LINE_CHANNEL_SECRET: 's' };
const makeKey = (namedCurve: string) =>
  generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type: 'pkcs8', format: 'pem' });
const APPLE = { APPLE_CLIENT_ID: 'c', APPLE_TEAM_ID: 't', APPLE_KEY_ID: 'k' };

test('a provider without an issuer is not configured', () => {
  expect(read({})).toEqual({ tokenSecret: 'x', line: null, apple: null });
});

test('plain http is allowed on loopback only, and not in production', () => {
  expect(read({ ...LINE, LINE_ISSUER: 'http://127.0.0.1:9/sandbox/line/' }).line?.issuer).toBe(
    'http://127.0.0.1:9/sandbox/line',
  );
  const refused = ['http://access.line.example', 'ftp://localhost', 'access.line.example'];
  for (const issuer of refused) {
    expect(() => read({ ...LINE, LINE_ISSUER: issuer }), issuer).toThrow('LINE_ISSUER');
  }
  expect(() => read({ ...LINE, LINE_ISSUER: 'http://localhost:1' }, true)).toThrow('LINE_ISSUER');
  expect(read({ ...LINE, LINE_ISSUER: 'https://line.example' }, true).line).not.toBeNull();
});

test('refuses an incomplete provider and names the missing variable', () => {
  expect(() => read({ LINE_ISSUER: 'https://line.example' })).toThrow('LINE_CHANNEL_ID');
  expect(() => read({ ...APPLE, APPLE_ISSUER: 'https://apple.example' })).toThrow(
    'APPLE_PRIVATE_KEY',
  );
});

test('Apple’s key is a P-256 key on one or several lines, and errors never contain it', () => {
  const pem = String(makeKey('P-256'));
  const at = { ...APPLE, APPLE_ISSUER: 'https://apple.example' };
  const onOneLine = pem.replaceAll('\n', '\\n');
  expect(read({ ...at, APPLE_PRIVATE_KEY: onOneLine }).apple?.privateKey).toBe(pem);
  for (const wrong of [String(makeKey('P-384')), 'not a key']) {
    expect(() => read({ ...at, APPLE_PRIVATE_KEY: wrong })).toThrow(
      'APPLE_PRIVATE_KEY must be a P-256 key in PKCS#8 PEM',
    );
  }
});
