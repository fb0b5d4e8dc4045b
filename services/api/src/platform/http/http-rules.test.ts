import { ApiError } from '@sangwian/node-kit/api-error';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { collectHandlers } from './collect-handlers.ts';
import { chooseEncoding } from './compress.ts';
import { openCursor, sealCursor } from './cursor.ts';
import type { ApiModule } from './handler.ts';
import { inTime } from './in-time.ts';
import { addressKey } from './rate-limits.ts';
import { createSecretCheck } from './secret-check.ts';
import { toApiError } from './to-api-error.ts';

describe('a cursor', () => {
  const Position = z.tuple([z.number().int(), z.string()]);

  test('preserves its position, in characters that need no escaping', () => {
    const cursor = sealCursor([7, 'ก้อง']);
    expect(cursor).toMatch(/^[\w-]+$/);
    expect(openCursor(cursor, Position)).toEqual([7, 'ก้อง']);
  });

  test.each(['', 'x', '%%%', sealCursor([7]), sealCursor({ a: 1 }), sealCursor(null)])(
    'of another list or malformed (%s) is refused as invalid',
    (cursor) => {
      expect(() => openCursor(cursor, Position)).toThrow(
        expect.objectContaining({
          code: 'request_invalid',
          details: [{ path: 'query.cursor', message: 'is not a cursor of this list' }],
        }),
      );
    },
  );
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s is counted as %s', (ip, key) => {
  expect(addressKey(ip)).toBe(key);
});

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['BR', 'br'],
  ['br;q=0.0', null],
  ['identity', null],
  ['', null],
  [undefined, null],
])('%s is answered in %s', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding);
});

test('the secret check accepts only the right secret', () => {
  const isSecret = createSecretCheck('right');
  expect(isSecret('right')).toBe(true);
  for (const given of ['wrong', 'righ', 'right ', '', undefined, null, ['right']]) {
    expect(isSecret(given)).toBe(false);
  }
});

describe('a thrown error', () => {
  const withCode = (code: string, more: object = {}) =>
    Object.assign(new Error('internal words'), { code }, more);

  test.each([
    [new ApiError('live_ended'), 'live_ended'],
    [withCode('FST_ERR_CTP_BODY_TOO_LARGE', { statusCode: 413 }), 'body_too_large'],
    [withCode('FST_ERR_CTP_INVALID_MEDIA_TYPE'), 'media_type_unsupported'],
    [withCode('FST_ERR_HANDLER_TIMEOUT'), 'request_timeout'],
    [withCode('FST_ERR_SOMETHING', { statusCode: 400 }), 'request_invalid'],
    [withCode('ECONNREFUSED'), 'unavailable'],
    [withCode('57P01', { severity: 'FATAL' }), 'unavailable'],
    [withCode('53300', { severity: 'FATAL' }), 'unavailable'],
    [withCode('57014', { severity: 'ERROR' }), 'request_timeout'],
    [withCode('22021', { severity: 'ERROR' }), 'request_invalid'],
    [withCode('23505', { severity: 'ERROR' }), 'error_occurred'],
    [withCode('53100', { severity: 'ERROR' }), 'unavailable'],
    [withCode('25P03', { severity: 'FATAL' }), 'request_timeout'],
    [new Error('timeout exceeded when trying to connect'), 'unavailable'],
    [new Error('Connection terminated unexpectedly'), 'unavailable'],
    [new Error('Client has encountered a connection error and is not queryable'), 'unavailable'],
    [new Error('Client was closed and is not queryable'), 'unavailable'],
    [new Error('Query read timeout'), 'unavailable'],
    [new Error('a bug'), 'error_occurred'],
    ['a text', 'error_occurred'],
    [null, 'error_occurred'],
  ])('%s becomes %s', (error, code) => {
    const apiError = toApiError(error);
    expect(apiError.code).toBe(code);
    expect(JSON.stringify(apiError.toBody('id'))).not.toContain('internal words');
  });

  test('that is temporary has Retry-After', () => {
    expect(toApiError(withCode('ECONNREFUSED')).retryAfterS).toBeGreaterThan(0);
  });
});

describe('the table of handlers', () => {
  test('requires a handler for every endpoint', () => {
    expect(() => collectHandlers([])).toThrow(/no module handles .*POST \/auth\/member\/login-v2/);
  });

  test('refuses a second handler of an endpoint', () => {
    const module: ApiModule = {
      handlers: { 'POST /auth/member/logout': async () => ({ data: {} }) },
    };
    expect(() => collectHandlers([module, module])).toThrow(
      'two modules handle POST /auth/member/logout',
    );
  });
});

describe('a handler’s result', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test('in time is passed on, also a rejection, without a remaining timer', async () => {
    vi.useFakeTimers();
    await expect(inTime(Promise.resolve(7), 1_000)).resolves.toBe(7);
    const refusal = new ApiError('not_found');
    await expect(inTime(Promise.reject(refusal), 1_000)).rejects.toBe(refusal);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('that is late becomes a timeout error, and a later rejection is ignored', async () => {
    vi.useFakeTimers();
    const late = Promise.withResolvers<number>();
    const answer = expect(inTime(late.promise, 1_000)).rejects.toMatchObject({
      code: 'request_timeout',
    });
    await vi.advanceTimersByTimeAsync(1_000);
    await answer;
    late.reject(new Error('the database went away'));
    await late.promise.catch(() => undefined);
  });
});
