import { describe, expect, test } from 'vitest';
import {
  isAllowedEndpoint,
  outcomeOf,
  PUSH_LIMITS,
  parseRetryAfterMs,
  retryDelayMs,
} from './push-rules.ts';

const RULES = {
  hosts: ['fcm.googleapis.com', '*.push.apple.com'],
  sandboxUrl: 'http://localhost:8080/sandbox/push/',
};

describe('the endpoint of a subscription', () => {
  test.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://web.push.apple.com/QABC',
    'https://FCM.googleapis.com/fcm/send/abc',
    'http://localhost:8080/sandbox/push/send/abc',
  ])('%s is allowed', (endpoint) => {
    expect(isAllowedEndpoint(endpoint, RULES)).toBe(true);
  });

  test.each([
    '',
    'nothing',
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/x',
    'https://user@fcm.googleapis.com/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://evilfcm.googleapis.com/x',
    'https://push.apple.com/x',
    'https://evilpush.apple.com/x',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/x',
    'https://localhost/x',
    'file:///etc/passwd',
    'http://localhost:8080/sandbox/push/../broadcaster/stop',
    'http://localhost:8080/sandbox/push/%2e%2e/broadcaster/stop',
    'http://localhost:8081/sandbox/push/send/abc',
    'http://localhost:8080@evil.example/sandbox/push/',
  ])('%s is refused', (endpoint) => {
    expect(isAllowedEndpoint(endpoint, RULES)).toBe(false);
  });

  test('below the sandbox URL is refused if no sandbox is configured', () => {
    const endpoint = 'http://localhost:8080/sandbox/push/send/abc';
    expect(isAllowedEndpoint(endpoint, { ...RULES, sandboxUrl: '' })).toBe(false);
  });
});

test.each([
  [200, 'sent'],
  [201, 'sent'],
  [404, 'gone'],
  [410, 'gone'],
  [400, 'refused'],
  [403, 'refused'],
  [413, 'refused'],
  [302, 'refused'],
  [408, 'later'],
  [429, 'later'],
  [500, 'later'],
  [503, 'later'],
])('status %i means %s', (status, outcome) => {
  expect(outcomeOf(status)).toBe(outcome);
});

test('the retry delay grows, and is longer if the push service asks for it', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  expect(parseRetryAfterMs('120', now)).toBe(120_000);
  expect(parseRetryAfterMs('Sat, 21 Nov 2026 12:01:00 GMT', now)).toBe(60_000);
  expect(parseRetryAfterMs('soon', now)).toBeNull();
  expect(parseRetryAfterMs(undefined, now)).toBeNull();
  expect([1, 2, 3].map((attempts) => retryDelayMs(attempts, null))).toEqual([
    15_000, 30_000, 60_000,
  ]);
  expect(retryDelayMs(50, null)).toBe(PUSH_LIMITS.backoffMsMax);
  expect(retryDelayMs(1, 120_000)).toBe(120_000);
  expect(retryDelayMs(3, 0)).toBe(60_000);
});
