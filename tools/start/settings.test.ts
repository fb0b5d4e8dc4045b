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

test('derives the URL of the site from the port unless PUBLIC_URL is set', () => {
  expect(settle({ PORT: '8090' }).settings.url).toBe('http://localhost:8090');
  expect(settle({ PUBLIC_URL: 'https://ring.example/' }).settings.url).toBe('https://ring.example');
});

test('enables the sample season only in development, unless SAMPLE_SEASON=0', () => {
  expect(settle({}).settings.hasSamples).toBe(true);
  expect(settle({ SAMPLE_SEASON: '0' }).settings.hasSamples).toBe(false);
  const production = { PUBLIC_URL: 'https://ring.example', SAMPLE_SEASON: '1' };
  expect(settle(production, ['--production']).settings.hasSamples).toBe(false);
});

test('enables the story only with the sample season, unless DEMO_STORY=0', () => {
  expect(settle({}).settings.hasStory).toBe(true);
  expect(settle({ DEMO_STORY: '0' }).settings.hasStory).toBe(false);
  expect(settle({ SAMPLE_SEASON: '0' }).settings.hasStory).toBe(false);
  const production = { PUBLIC_URL: 'https://ring.example', DEMO_STORY: '1' };
  expect(settle(production, ['--production']).settings.hasStory).toBe(false);
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

test('production names each missing or default secret', () => {
  const GRANT_SECRET = randomBytes(32).toString('hex');
  const { environment, settings } = settle({ GRANT_SECRET }, ['--production']);
  expect(() => readSecrets(environment, settings)).toThrow(
    /APP_KEY, INTERNAL_SECRET, HANDOVER_SECRET/,
  );
});

test('production names each secret that is easy to guess, and how to generate one', () => {
  const { environment, settings } = settle({ GRANT_SECRET: '1' }, ['--production']);
  expect(() => readSecrets(environment, settings)).toThrow(/GRANT_SECRET.*openssl rand -hex 32/s);
});

test('NODE_ENV=production selects production without the option', () => {
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
  // Production does not generate the sandbox's secrets.
  expect(readSecrets(environment, settings)).toEqual({
    ...secrets,
    SANDBOX_PARTNER_SEED: '',
    // Web push is off without a key.
    VAPID_PRIVATE_KEY: '',
    LINE_CHANNEL_SECRET: '',
    APPLE_PRIVATE_KEY: '',
    OMISE_WEBHOOK_SECRET: '',
  });
  expect(() => statSync(join(dataDir, 'secrets.json'))).toThrow('ENOENT');
});

test('development generates its secrets once, in a file that only the owner can read', () => {
  const { environment, settings } = settle({});
  const first = readSecrets(environment, settings);
  expect(first.INTERNAL_SECRET.length).toBeGreaterThan(32);
  expect(first.GRANT_SECRET).not.toBe(first.INTERNAL_SECRET);
  expect(readSecrets(environment, settings)).toEqual(first);
  expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
});

test('adds secrets that a file of an older version lacks', () => {
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
