import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const SECRETS = Object.fromEntries(
  [
    'APP_KEY',
    'INTERNAL_SECRET',
    'GRANT_SECRET',
    'HANDOVER_SECRET',
    'PURCHASE_SECRET',
    'PHONE_HASH_SECRET',
    'OTP_SECRET',
    'TOKEN_SECRET',
    'STAFF_SECRET',
  ].map((name) => [name, randomBytes(16).toString('hex')]),
);
const read = (values: Record<string, string>) =>
  readConfig({ ...SECRETS, DATABASE_URL: 'postgres://nowhere', ...values });

test('production refuses a sandbox, whose inbox shows every OTP', () => {
  const SANDBOX_URL = 'http://127.0.0.1:9';
  expect(read({ SANDBOX_URL }).upstream.sandboxUrl).toBe(SANDBOX_URL);
  expect(() => read({ NODE_ENV: 'production', SANDBOX_URL })).toThrow('SANDBOX_URL');
  expect(read({ NODE_ENV: 'production' }).upstream.sandboxUrl).toBe('');
});

test('the internal secret has to be valid in a header, and the error does not contain it', () => {
  expect(() => read({ INTERNAL_SECRET: 'line\nbreak' })).toThrow(/INTERNAL_SECRET must consist/);
  expect(() => read({ INTERNAL_SECRET: 'line\nbreak' })).not.toThrow(/break/);
});

test('another media engine needs the URLs of its streams and of its API, and a secret', () => {
  expect(read({}).upstream).toMatchObject({ mediaEngine: 'sangwian', mediaEngineUrl: '' });
  const MEDIA_PUBLIC_URL = 'https://media.example';
  const MEDIA_ENGINE_URL = 'http://127.0.0.1:1985';
  const MEDIA_ENGINE_SECRET = SECRETS.GRANT_SECRET as string;
  const srs = { MEDIA_ENGINE: 'srs', MEDIA_PUBLIC_URL, MEDIA_ENGINE_URL, MEDIA_ENGINE_SECRET };
  expect(read(srs).upstream).toMatchObject({
    mediaEngine: 'srs',
    mediaEngineUrl: MEDIA_ENGINE_URL,
  });
  expect(() => read({ ...srs, MEDIA_PUBLIC_URL: '' })).toThrow('MEDIA_PUBLIC_URL');
  expect(() => read({ ...srs, MEDIA_ENGINE_URL: '' })).toThrow('MEDIA_ENGINE_URL');
  expect(() => read({ ...srs, MEDIA_ENGINE_SECRET: '' })).toThrow('MEDIA_ENGINE_SECRET');
  const weak = { ...srs, NODE_ENV: 'production', MEDIA_ENGINE_SECRET: 'weak' };
  expect(() => read(weak)).toThrow('MEDIA_ENGINE_SECRET');
  expect(() => read({ MEDIA_ENGINE: 'janus' })).toThrow('MEDIA_ENGINE');
});

test.each(Object.keys(SECRETS))('production requires a strong %s', (name) => {
  const NODE_ENV = 'production';
  for (const weak of ['', '1', 'x'.repeat(64), `${SECRETS[name]},1`]) {
    expect(() => read({ NODE_ENV, [name]: weak })).toThrow(name);
    expect(() => read({ NODE_ENV, [name]: weak })).toThrow('openssl rand -hex 32');
  }
  const second = randomBytes(32).toString('base64url');
  expect(() => read({ NODE_ENV, [name]: `${SECRETS[name]}, ${second}` })).not.toThrow();
});

test('production requires an https URL, or a loopback URL behind a proxy', () => {
  const NODE_ENV = 'production';
  for (const url of ['http://sangwian.example', 'http://192.0.2.1:8080', 'http://localhost.evil']) {
    expect(() => read({ NODE_ENV, PUBLIC_URL: url })).toThrow('PUBLIC_URL');
    expect(read({ PUBLIC_URL: url }).http.publicUrl).toBe(url);
  }
  for (const url of ['https://sangwian.example', 'http://localhost:8080', 'http://[::1]:80', '']) {
    expect(read({ NODE_ENV, PUBLIC_URL: url }).http.publicUrl).toBe(url);
  }
});

test('the direct URL of the database defaults to DATABASE_URL, and BUS_URL refuses a database URL', () => {
  expect(read({}).database).toMatchObject({ directUrl: 'postgres://nowhere', hasSessions: true });
  const pooled = { DATABASE_DIRECT_URL: 'postgresql://direct/sangwian', DATABASE_PREPARED: 'off' };
  expect(read(pooled).database).toEqual({
    databaseUrl: 'postgres://nowhere',
    replicaUrl: '',
    directUrl: 'postgresql://direct/sangwian',
    hasSessions: false,
    redisUrl: '',
  });
  const refused = { BUS_URL: 'postgres://direct/sangwian' };
  expect(() => read(refused)).toThrow('DATABASE_DIRECT_URL');
  expect(read({ BUS_URL: 'rediss://:secret@cache' }).database.redisUrl).toBe(
    'rediss://:secret@cache',
  );
  for (const BUS_URL of ['cache:6379', 'redis://', 'amqp://cache']) {
    expect(() => read({ BUS_URL }), BUS_URL).toThrow('BUS_URL must be the address of Redis');
  }
  expect(() => read({ DATABASE_DIRECT_URL: 'redis://nowhere' })).toThrow('DATABASE_DIRECT_URL');
  expect(() => read({ DATABASE_PREPARED: 'maybe' })).toThrow('DATABASE_PREPARED');
});
