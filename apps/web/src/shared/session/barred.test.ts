import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError, ConnectionError } from '../api/api-error.ts';
import { keepBarred, markAppealed, NOT_BARRED } from './barred.ts';

let kept: Map<string, string>;
beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

const barred = () => JSON.parse(kept.get('barred') ?? '{}');

test('the reason and times of a refusal are stored for the tab', () => {
  const details = [
    { path: 'reason', message: 'สแปม' },
    { path: 'since', message: '2026-11-21T12:00:00.000Z' },
    { path: 'until', message: '2026-11-28T12:00:00.000Z' },
    { path: 'appeal_token', message: 'a token' },
  ];
  const body = { status: 'member_suspended', message: 'x', details };
  keepBarred('ban', new ApiError(body, 403));
  expect(barred()).toEqual({
    status: 'suspend',
    reason: 'สแปม',
    since: '2026-11-21T12:00:00.000Z',
    until: '2026-11-28T12:00:00.000Z',
    appealToken: 'a token',
    appealState: '',
    appealReason: '',
  });
  markAppealed();
  expect(barred()).toMatchObject({ reason: 'สแปม', appealToken: '', appealState: 'open' });
});

test('a closed account is recognised by its code, although the sign-out has the status of a ban', () => {
  keepBarred('ban', new ApiError({ status: 'member_closed', message: 'x' }, 403));
  expect(barred().status).toBe('closed');
});

test.each([
  new ApiError({ status: 'token_invalid', message: 'x' }, 401),
  new ConnectionError(false, null),
  undefined,
])('without such a refusal only the status is known (%s)', (refusal) => {
  keepBarred('suspend', refusal);
  expect(barred()).toEqual({ ...NOT_BARRED, status: 'suspend' });
});
