import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setNavigator } from '../navigation/navigation.ts';
import { ApiError } from './api-error.ts';
import { clearErrorToast, TOAST_MS, toastStore } from './error-toast.ts';
import { consequenceOf, reportError } from './report-error.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  clearErrorToast();
  // The texts of one test are old in the next.
  vi.advanceTimersByTime(TOAST_MS);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const refusal = (status: string, httpStatus: number, message: string) => ({
  status,
  httpStatus,
  message,
});

test('a banned or suspended account is signed out, whatever the code', () => {
  expect(consequenceOf(refusal('member_banned', 403, 'Your account has been banned.'), true)).toBe(
    'ban',
  );
  expect(
    consequenceOf(refusal('member_suspended', 403, 'Your account has been suspended.'), false),
  ).toBe('ban');
});

test('"Member not found" blanks the stored member id', () => {
  expect(consequenceOf(refusal('member_not_found', 404, 'Member not found'), true)).toBe(
    'blank_member_id',
  );
});

test('a dead token ends the session; a refused sign-in or a wrong app key does not', () => {
  expect(consequenceOf(refusal('token_invalid', 401, 'Your session has ended.'), true)).toBe(
    'expire',
  );
  expect(consequenceOf(refusal('token_invalid', 401, 'Your session has ended.'), false)).toBe(
    'none',
  );
  expect(consequenceOf(refusal('password_invalid', 401, 'Incorrect username'), true)).toBe('none');
  expect(consequenceOf(refusal('app_key_invalid', 401, 'The app key is missing'), true)).toBe(
    'none',
  );
});

/** What is left in the browser of a member, and where it was sent, after a call with a token was refused. */
async function refuse(
  stored: Record<string, string>,
  sentToken: string | null,
  message: string,
  { status = 'member_banned', farewell = false }: { status?: string; farewell?: boolean } = {},
) {
  const items = new Map(Object.entries(stored));
  const visited: string[] = [];
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  });
  vi.stubGlobal('fetch', async () => Response.json({ data: {} }));
  setNavigator((to) => visited.push(to));
  const error = new ApiError(status === '' ? { message } : { status, message }, 403);
  const url = '/api/v1/auth/member/handover';
  await reportError(error, { url, sentToken, farewell }, 'EN');
  return { items, visited };
}

const BANNED = 'Your account has been banned.';
const signedIn = { access_token: 'mine', member_id: 'kai', PURCHASE_TOKEN: 'buys' };

test.each(['mine', 'buys'])('a ban told to the token %s signs its member out', async (token) => {
  const { items, visited } = await refuse(signedIn, token, BANNED);
  expect(items.has('access_token')).toBe(false);
  expect(visited).toEqual(['/sign-in?status=ban']);
});

test('a ban told to a visitor leads to sign-in too, in external mode to the page of the banned', async () => {
  expect((await refuse({}, null, BANNED)).visited).toEqual(['/sign-in?status=ban']);
  expect((await refuse({ external: 'true' }, null, BANNED)).visited).toEqual(['/banuser/']);
});

test.each([BANNED, 'Member not found'])(
  '“%s” of somebody else’s link leaves who is signed in alone',
  async (message) => {
    for (const token of [null, 'theirs']) {
      const { items, visited } = await refuse(signedIn, token, message);
      expect(items.get('access_token')).toBe('mine');
      expect(items.get('member_id')).toBe('kai');
      expect(visited).toEqual([]);
    }
  },
);

test('every error response is stored and told: message | status : code | URL : segment', async () => {
  const { items } = await refuse(signedIn, 'mine', 'Member not found');
  expect(JSON.parse(items.get('axios-error') ?? '')).toEqual({
    segment: 'handover',
    message: 'Member not found',
    status: 'member_banned',
    code: 403,
  });
  expect(items.get('member_id')).toBe('');
  expect(toastStore.get()?.text).toBe(
    'Your account has been banned. | member_banned : 403 | URL : handover',
  );
});

test('the last call of a session that is over is stored and shown, and signs nobody out', async () => {
  const { items, visited } = await refuse(signedIn, 'mine', BANNED, { farewell: true });
  expect(items.has('axios-error')).toBe(true);
  expect(toastStore.get()?.text).toContain(BANNED);
  expect(items.get('access_token')).toBe('mine');
  expect(visited).toEqual([]);
});

test.each(['banned', 'suspended'])(
  'a message without a code is stored and shown as it is, and “account has been %s” in it signs out',
  async (verdict) => {
    const message = `Sorry: this account has been ${verdict} at the gate.`;
    const { items, visited } = await refuse(signedIn, 'mine', message, { status: '' });
    expect(JSON.parse(items.get('axios-error') ?? '')).toEqual({
      segment: 'handover',
      message,
      status: '',
      code: 403,
    });
    expect(toastStore.get()?.text).toBe(`${message} |  : 403 | URL : handover`);
    expect(items.has('access_token')).toBe(false);
    expect(visited).toEqual(['/sign-in?status=ban']);
  },
);
