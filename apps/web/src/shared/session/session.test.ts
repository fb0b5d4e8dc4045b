import { beforeEach, expect, test, vi } from 'vitest';
import { configureApi } from '../api/call-api.ts';
import { setNavigator } from '../navigation/navigation.ts';
import type { MemberProfile } from './session.ts';

const member = {
  member_id: '0199a0b0-0000-7000-8000-000000000009',
  member_fname: 'Witthaya',
  wallet: { balance: 2000 },
} as MemberProfile;

/** Stubs the storage, the URL and the API of a browser. */
function createBrowser(stored: Record<string, string>) {
  const items = new Map(Object.entries(stored));
  const calls: { url: string; token: string | null }[] = [];
  const visited: string[] = [];
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  });
  vi.stubGlobal('window', {
    addEventListener: () => {},
    location: { pathname: '/live/abc', search: '?a=1' },
  });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    calls.push({ url, token: new Headers(init.headers).get('authorization') });
    return Response.json({ data: url.includes('profile') ? member : {} });
  });
  setNavigator((to) => visited.push(to));
  configureApi('key', () => {});
  return { items, calls, visited };
}

async function loadSession() {
  vi.resetModules();
  const navigation = await import('../navigation/navigation.ts');
  const api = await import('../api/call-api.ts');
  api.configureApi('key', () => {});
  return { ...(await import('./session.ts')), navigation };
}

beforeEach(() => {
  vi.unstubAllGlobals();
});

test('the profile is fetched at start only if a member id is stored', async () => {
  const { calls } = createBrowser({ access_token: 'token' });
  const { startSession } = await loadSession();
  startSession();
  expect(calls).toEqual([]);
});

test('the profile of a stored member is fetched with the bearer token and stored', async () => {
  const { calls, items } = createBrowser({ access_token: 'token', member_id: member.member_id });
  const { startSession, getSession } = await loadSession();
  startSession();
  await vi.waitFor(() => expect(getSession().member).toEqual(member));
  expect(calls).toEqual([
    { url: `/api/v1/auth/member/profile?member_id=${member.member_id}`, token: 'Bearer token' },
  ]);
  expect(JSON.parse(items.get('member') ?? '')).toEqual(member);
});

test('concurrent requests for the profile share one API call', async () => {
  const { calls } = createBrowser({ access_token: 'token', member_id: member.member_id });
  const { refreshProfile } = await loadSession();
  expect(await Promise.all([refreshProfile(), refreshProfile()])).toEqual([true, true]);
  expect(calls).toHaveLength(1);
  await refreshProfile();
  expect(calls).toHaveLength(2);
});

test('the response to a change of the profile is ignored after another member has signed in', async () => {
  const { items } = createBrowser({ access_token: 'token', member_id: 'somebody-else' });
  const { keepMemberIfCurrent, getSession } = await loadSession();
  keepMemberIfCurrent(member);
  expect(items.get('member_id')).toBe('somebody-else');
  items.set('member_id', member.member_id);
  keepMemberIfCurrent(member);
  expect(getSession().member).toEqual(member);
});

test('in external mode the profile request contains the map system id', async () => {
  const { calls } = createBrowser({
    access_token: 'token',
    member_id: member.member_id,
    external: '1',
    map_system_id: 'partner',
  });
  const { startSession } = await loadSession();
  startSession();
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.url).toContain('map_system_id=partner');
});

test('signing out ends the session on the server, clears the member’s data and redirects to sign-in', async () => {
  const { items, calls } = createBrowser({
    access_token: 'token',
    member_id: member.member_id,
    member: '{}',
    WATCH_TOKEN: 'w',
    PURCHASE_TOKEN: 'p',
    language: 'EN',
  });
  const { signOut, navigation } = await loadSession();
  const visited: string[] = [];
  navigation.setNavigator((to) => visited.push(to));
  await signOut();
  expect(calls).toEqual([{ url: '/api/v1/auth/member/logout', token: 'Bearer token' }]);
  expect([...items.keys()]).toEqual(['language']);
  expect(visited).toEqual(['/sign-in']);
});

test('a ban redirects to sign-in with its status, or in external mode to /banuser/', async () => {
  createBrowser({ access_token: 'token' });
  const first = await loadSession();
  const visited: string[] = [];
  first.navigation.setNavigator((to) => visited.push(to));
  await first.signOut({ status: 'suspend' });
  createBrowser({ access_token: 'token', external: 'true' });
  await first.signOut({ status: 'ban' });
  expect(visited).toEqual(['/sign-in?status=suspend', '/banuser/']);
});

test('an invalid token signs out without a call and remembers the page', async () => {
  const { items, calls } = createBrowser({ access_token: 'token', member_id: 'm' });
  const { expireSession, navigation, getSession } = await loadSession();
  const visited: string[] = [];
  navigation.setNavigator((to) => visited.push(to));
  expireSession();
  expect(calls).toEqual([]);
  expect(items.has('access_token')).toBe(false);
  expect(getSession().status).toBe('signed_out');
  expect(visited).toEqual(['/sign-in?from=%2Flive%2Fabc%3Fa%3D1']);
});
