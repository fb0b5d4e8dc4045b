import { afterEach, expect, test, vi } from 'vitest';
import { setNavigator } from '../shared/navigation/navigation.ts';
import { getSession, signOut, startSession } from '../shared/session/session.ts';
import { followSignOut } from './follow-sign-out.ts';

afterEach(() => vi.unstubAllGlobals());

/** Opens a page with a signed-in member. Returns the storage, the visited paths and a function that fires events. */
function openPage(pathname: string) {
  const items = new Map([['access_token', 'mine']]);
  const visited: string[] = [];
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    removeItem: (key: string) => items.delete(key),
  });
  const browser = Object.assign(new EventTarget(), { location: { pathname, search: '' } });
  vi.stubGlobal('window', browser);
  setNavigator((to) => visited.push(to));
  startSession();
  followSignOut();
  const fire = (type: string, fields: object) =>
    browser.dispatchEvent(Object.assign(new Event(type), fields));
  return { items, visited, fire };
}

test('a tab leaves a members-only page when another tab signs out, and stays on a public page', () => {
  const { items, visited, fire } = openPage('/profile/edit');
  fire('storage', { key: 'access_token' });
  expect(visited).toEqual([]);
  items.clear();
  fire('storage', { key: 'language' });
  expect(visited).toEqual([]);
  fire('storage', { key: 'access_token' });
  expect(visited).toEqual(['/sign-in?from=%2Fprofile%2Fedit']);

  const open = openPage('/program');
  open.items.clear();
  open.fire('storage', { key: null });
  expect(open.visited).toEqual([]);
});

test('a tab leaves a members-only page that the back button restores after a sign-out', () => {
  const { items, visited, fire } = openPage('/wallet');
  fire('pageshow', { persisted: true });
  expect([getSession().status, visited]).toEqual(['signed_in', []]);
  items.clear();
  fire('pageshow', { persisted: false });
  expect(visited).toEqual([]);
  fire('pageshow', { persisted: true });
  expect([getSession().status, visited]).toEqual(['signed_out', ['/sign-in?from=%2Fwallet']]);
});

test('a tab that has handled a ban is not redirected again by the storage event', async () => {
  const { items, visited, fire } = openPage('/profile');
  items.clear();
  const out = signOut({ status: 'suspend' });
  fire('storage', { key: 'access_token' });
  await out;
  expect(visited).toEqual(['/sign-in?status=suspend']);
});
