import { generateKeyPairSync } from 'node:crypto';
import { readEnvironment } from '@sangwian/node-kit/environment';
import { expect, test } from 'vitest';
import { PushSettings } from './push-settings.ts';

const {
  d = '',
  x = '',
  y = '',
} = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
}).privateKey.export({ format: 'jwk' });
const read = (values: Record<string, string>) =>
  readEnvironment(PushSettings, {
    VAPID_PRIVATE_KEY: d,
    PUBLIC_URL: 'https://fan.example',
    ...values,
  });

test('without a key, push reminders are not configured', () => {
  expect(read({ VAPID_PRIVATE_KEY: '' })).toBeNull();
});

test('derives the public key, and uses the site as the contact', () => {
  const settings = read({});
  const point = Buffer.concat([
    Buffer.of(4),
    Buffer.from(x, 'base64url'),
    Buffer.from(y, 'base64url'),
  ]);
  expect(settings?.publicKey.equals(point)).toBe(true);
  expect(settings).toMatchObject({ subject: 'https://fan.example', sandboxUrl: '' });
  expect(settings?.hosts).toContain('fcm.googleapis.com');
});

test('the sandbox has a URL on the site', () => {
  const settings = read({ PUBLIC_URL: '', SANDBOX_URL: 'http://127.0.0.1:9' });
  expect(settings).toMatchObject({
    subject: 'mailto:webmaster@localhost',
    sandboxUrl: 'http://localhost:8080/sandbox/push/',
  });
});

test.each([
  ['VAPID_PRIVATE_KEY', 'short'],
  ['VAPID_PRIVATE_KEY', 'A'.repeat(43)],
  ['VAPID_SUBJECT', 'nobody'],
  ['PUSH_HOSTS', 'localhost'],
  ['PUSH_HOSTS', '10.0.0.1'],
  ['PUSH_HOSTS', 'a.example/path'],
])('%s "%s" is refused', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(name);
});
