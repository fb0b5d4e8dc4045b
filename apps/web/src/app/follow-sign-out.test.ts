import { afterEach, expect, test, vi } from 'vitest';
import { setNavigator } from '../shared/navigation/navigation.ts';
import { getSession, signOut, startSession } from '../shared/session/session.ts';
import { followSignOut } from './follow-sign-out.ts';

afterEach(() => vi.unstubAllGlobals());

/** A page that is open in this tab, with somebody signed in; where it is sent, and how it is told of others. */
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
  const tell = (type: string, fields: object) =>
    browser.dispatchEvent(Object.assign(new Event(type), fields));
  return { items, visited, tell };
}

test('a page for members is left when another tab signs out, a public one stays', () => {
  const { items, visited, tell } = openPage('/profile/edit');
  tell('storage', { key: 'access_token' });
  expect(visited).toEqual([]);
  items.clear();
  tell('storage', { key: 'language' });
  expect(visited).toEqual([]);
  tell('storage', { key: 'access_token' });
  expect(visited).toEqual(['/sign-in?from=%2Fprofile%2Fedit']);

  const open = openPage('/program');
  open.items.clear();
  open.tell('storage', { key: null });
  expect(open.visited).toEqual([]);
});

test('a page for members that the back key brings back as it was is left, too', () => {
  const { items, visited, tell } = openPage('/wallet');
  tell('pageshow', { persisted: true });
  expect([getSession().status, visited]).toEqual(['signed_in', []]);
  items.clear();
  tell('pageshow', { persisted: false });
  expect(visited).toEqual([]);
  tell('pageshow', { persisted: true });
  expect([getSession().status, visited]).toEqual(['signed_out', ['/sign-in?from=%2Fwallet']]);
});

test('a tab that was told of a ban stays where that led, when the other has emptied the storage first', async () => {
  const { items, visited, tell } = openPage('/profile');
  items.clear();
  const out = signOut({ status: 'suspend' });
  tell('storage', { key: 'access_token' });
  await out;
  expect(visited).toEqual(['/sign-in?status=suspend']);
});
