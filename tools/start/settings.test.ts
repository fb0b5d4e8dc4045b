import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSecrets, readSettings, readStartEnvironment } from './settings.ts';

let dataDir = '';
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sangwian-settings-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const settle = (values: Record<string, string>, args: string[] = []) => {
  const environment = readStartEnvironment({ DATA_DIR: dataDir, ...values });
  return { environment, settings: readSettings(environment, args) };
};

test('the address of the site follows from its port unless it is set', () => {
  expect(settle({ PORT: '8090' }).settings.url).toBe('http://localhost:8090');
  expect(settle({ PUBLIC_URL: 'https://ring.example/' }).settings.url).toBe('https://ring.example');
});

test('only a development site has the sample season, and SAMPLE_SEASON=0 leaves it out', () => {
  expect(settle({}).settings.hasSamples).toBe(true);
  expect(settle({ SAMPLE_SEASON: '0' }).settings.hasSamples).toBe(false);
  const production = { PUBLIC_URL: 'https://ring.example', SAMPLE_SEASON: '1' };
  expect(settle(production, ['--production']).settings.hasSamples).toBe(false);
});

test('refuses an unknown option by name', () => {
  expect(() => settle({}, ['--prod'])).toThrow('--prod');
});

test('refuses an invalid port by name', () => {
  expect(() => settle({ PORT: 'web' })).toThrow('PORT must be a whole number');
});

test('production requires https', () => {
  const PUBLIC_URL = 'http://ring.example';
  expect(() => settle({ PUBLIC_URL }, ['--production'])).toThrow('PUBLIC_URL');
  expect(settle({ PUBLIC_URL }).settings.url).toBe(PUBLIC_URL);
});

test('production names each secret that is missing or the default', () => {
  const GRANT_SECRET = randomBytes(32).toString('hex');
  const { environment, settings } = settle({ GRANT_SECRET }, ['--production']);
  expect(() => readSecrets(environment, settings)).toThrow(
    /APP_KEY, INTERNAL_SECRET, HANDOVER_SECRET/,
  );
});

test('production names each secret that is easy to guess, and how to make one', () => {
  const { environment, settings } = settle({ GRANT_SECRET: '1' }, ['--production']);
  expect(() => readSecrets(environment, settings)).toThrow(/GRANT_SECRET.*openssl rand -hex 32/s);
});

test('NODE_ENV=production is production, without the option, too', () => {
  const { environment, settings } = settle({ NODE_ENV: 'production' });
  expect(settings.isProduction).toBe(true);
  expect(() => readSecrets(environment, settings)).toThrow('production needs secrets');
  expect(settle({ NODE_ENV: 'test' }).settings.isProduction).toBe(false);
});

test('production takes secrets from the environment only', () => {
  const secrets = {
    APP_KEY: randomBytes(32).toString('hex'),
    INTERNAL_SECRET: randomBytes(32).toString('hex'),
    GRANT_SECRET: randomBytes(32).toString('hex'),
    HANDOVER_SECRET: randomBytes(32).toString('hex'),
    PURCHASE_SECRET: randomBytes(32).toString('hex'),
    PHONE_HASH_SECRET: randomBytes(32).toString('hex'),
    TOKEN_SECRET: randomBytes(32).toString('hex'),
    OTP_SECRET: randomBytes(32).toString('hex'),
    STAFF_SECRET: randomBytes(32).toString('hex'),
  };
  const { environment, settings } = settle(secrets, ['--production']);
  // Production generates no secrets for the sandbox.
  expect(readSecrets(environment, settings)).toEqual({
    ...secrets,
    SANDBOX_PARTNER_SEED: '',
    // Without a key there is no web push.
    VAPID_PRIVATE_KEY: '',
    LINE_CHANNEL_SECRET: '',
    APPLE_PRIVATE_KEY: '',
    OMISE_WEBHOOK_SECRET: '',
  });
  expect(() => statSync(join(dataDir, 'secrets.json'))).toThrow('ENOENT');
});

test('development generates its secrets once and stores them for its owner only', () => {
  const { environment, settings } = settle({});
  const first = readSecrets(environment, settings);
  expect(first.INTERNAL_SECRET.length).toBeGreaterThan(32);
  expect(first.GRANT_SECRET).not.toBe(first.INTERNAL_SECRET);
  expect(readSecrets(environment, settings)).toEqual(first);
  expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
});

test('adds secrets that an older version did not have', () => {
  const { environment, settings } = settle({});
  const kept = { INTERNAL_SECRET: 'kept', GRANT_SECRET: 'kept too' };
  writeFileSync(join(dataDir, 'secrets.json'), JSON.stringify(kept));
  const secrets = readSecrets(environment, settings);
  expect(secrets).toMatchObject(kept);
  expect(secrets.HANDOVER_SECRET.length).toBeGreaterThan(32);
  expect(readSecrets(environment, settings)).toEqual(secrets);
});

test('a configured secret overrides the stored one', () => {
  const { environment, settings } = settle({ GRANT_SECRET: 'of my own' });
  expect(readSecrets(environment, settings).GRANT_SECRET).toBe('of my own');
});
