import { describe, expect, test } from 'vitest';
import {
  isAllowedEndpoint,
  outcomeOf,
  PUSH_LIMITS,
  restAfter,
  retryAfterMs,
} from './push-rules.ts';

const RULES = {
  hosts: ['fcm.googleapis.com', '*.push.apple.com'],
  sandboxUrl: 'http://localhost:8080/sandbox/push/',
};

describe('an endpoint', () => {
  test.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://web.push.apple.com/QABC',
    'https://FCM.googleapis.com/fcm/send/abc',
    'http://localhost:8080/sandbox/push/send/abc',
  ])('%s is sent to', (endpoint) => {
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
  ])('%s is not', (endpoint) => {
    expect(isAllowedEndpoint(endpoint, RULES)).toBe(false);
  });

  test('of the sandbox is none where there is no sandbox', () => {
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
])('a service that answers %i: %s', (status, outcome) => {
  expect(outcomeOf(status)).toBe(outcome);
});

test('a service may ask for more rest than there is, never for less', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  expect(retryAfterMs('120', now)).toBe(120_000);
  expect(retryAfterMs('Sat, 21 Nov 2026 12:01:00 GMT', now)).toBe(60_000);
  expect(retryAfterMs('soon', now)).toBeNull();
  expect(retryAfterMs(undefined, now)).toBeNull();
  expect([1, 2, 3].map((attempts) => restAfter(attempts, null))).toEqual([15_000, 30_000, 60_000]);
  expect(restAfter(50, null)).toBe(PUSH_LIMITS.restMsMax);
  expect(restAfter(1, 120_000)).toBe(120_000);
  expect(restAfter(3, 0)).toBe(60_000);
});
