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
  // Lets the recent texts expire before the next test.
  vi.advanceTimersByTime(TOAST_MS);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const refusal = (status: string, httpStatus: number, message: string) => ({
  status,
  httpStatus,
  message,
});

test('a banned or suspended account is signed out by its message', () => {
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

test('an invalid token ends the session; a refused sign-in or a wrong app key does not', () => {
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

/** Reports a refused call. Returns the remaining local storage and the visited paths. */
async function refuse(
  stored: Record<string, string>,
  sentToken: string | null,
  message: string,
  {
    status = 'member_banned',
    httpStatus = 403,
    farewell = false,
    isOfEndedSession = false,
  }: {
    status?: string;
    httpStatus?: number;
    farewell?: boolean;
    isOfEndedSession?: boolean;
  } = {},
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
  const error = new ApiError(status === '' ? { message } : { status, message }, httpStatus);
  const url = '/api/v1/auth/member/handover';
  await reportError(error, { url, sentToken, farewell, isOfEndedSession }, 'EN');
  return { items, visited };
}

const BANNED = 'Your account has been banned.';
const signedIn = { access_token: 'mine', member_id: 'kai', PURCHASE_TOKEN: 'buys' };

test.each(['mine', 'buys'])('a ban of the token %s signs its member out', async (token) => {
  const { items, visited } = await refuse(signedIn, token, BANNED);
  expect(items.has('access_token')).toBe(false);
  expect(visited).toEqual(['/sign-in?status=ban']);
});

test('a ban of a visitor redirects to sign-in, or in external mode to /banuser/', async () => {
  expect((await refuse({}, null, BANNED)).visited).toEqual(['/sign-in?status=ban']);
  expect((await refuse({ external: 'true' }, null, BANNED)).visited).toEqual(['/banuser/']);
});

test.each([BANNED, 'Member not found'])(
  '“%s” for another token does not sign the member out',
  async (message) => {
    for (const token of [null, 'theirs']) {
      const { items, visited } = await refuse(signedIn, token, message);
      expect(items.get('access_token')).toBe('mine');
      expect(items.get('member_id')).toBe('kai');
      expect(visited).toEqual([]);
    }
  },
);

test('every error response is stored and shown: message | status : code | URL : segment', async () => {
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

test('an error of the last call of an ended session is stored and shown, but signs nobody out', async () => {
  const { items, visited } = await refuse(signedIn, 'mine', BANNED, { farewell: true });
  expect(items.has('axios-error')).toBe(true);
  expect(toastStore.get()?.text).toContain(BANNED);
  expect(items.get('access_token')).toBe('mine');
  expect(visited).toEqual([]);
});

const DEAD = { status: 'token_invalid', httpStatus: 401 };
test.each([
  ['an invalid token', 'Your session has ended.', { ...DEAD, isOfEndedSession: true }],
  ['a missing member', 'Member not found', { isOfEndedSession: true }],
  ['an invalid token, of the call that ends it,', 'Ended.', { ...DEAD, farewell: true }],
])(
  'after a sign-out the refusal of a call of the ended session for %s is neither stored nor shown',
  async (_reason, message, request) => {
    const { items, visited } = await refuse({ language: 'EN' }, 'mine', message, request);
    expect([...items.keys()]).toEqual(['language']);
    expect(toastStore.get()).toBeNull();
    expect(visited).toEqual([]);
  },
);

test('a ban in the response to a call of an ended session is stored and shown', async () => {
  const { items, visited } = await refuse({}, 'mine', BANNED, { isOfEndedSession: true });
  expect(items.has('axios-error')).toBe(true);
  expect(visited).toEqual(['/sign-in?status=ban']);
});

test.each(['banned', 'suspended'])(
  'a message without a code is stored and shown unchanged, and “account has been %s” in it signs out',
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
