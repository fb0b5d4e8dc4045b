import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { HandedOver } from './take-over.ts';

const session: HandedOver = {
  access_token: 'new',
  member: { member_id: 'nara', member_fname: 'Nara', external: true } as HandedOver['member'],
  map_system_id: 'lumphu-play',
  purchase_token: 'buys-once',
};

let items: Map<string, string>;
let ended: (string | null)[];
beforeEach(() => {
  vi.resetModules();
  items = new Map();
  ended = [];
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    expect(url).toContain('/auth/member/logout');
    ended.push(new Headers(init.headers).get('authorization'));
    return Response.json({ data: {} });
  });
});
afterEach(() => vi.unstubAllGlobals());

const load = async () => ({
  ...(await import('./take-over.ts')),
  ...(await import('../../shared/session/session.ts')),
});

test('signs in a partner’s member in external mode with a purchase token', async () => {
  const { takeOver, getSession, replacesAnother } = await load();
  expect(replacesAnother(session.member)).toBe(false);
  takeOver(session);
  expect(Object.fromEntries(items)).toEqual({
    access_token: 'new',
    member_id: 'nara',
    member: JSON.stringify(session.member),
    external: 'true',
    map_system_id: 'lumphu-play',
    PURCHASE_TOKEN: 'buys-once',
  });
  expect(getSession()).toMatchObject({ status: 'signed_in', external: true });
  expect(ended).toEqual([]);
});

test('asks before replacing another member, and removes that member’s data', async () => {
  const before = { access_token: 'old', member_id: 'kai', WATCH_TOKEN: 'w', PURCHASE_TOKEN: 'p' };
  items = new Map(Object.entries(before));
  const { takeOver, replacesAnother } = await load();
  expect(replacesAnother(session.member)).toBe(true);
  takeOver({ ...session, purchase_token: null });
  expect(items.get('access_token')).toBe('new');
  expect(items.has('WATCH_TOKEN')).toBe(false);
  expect(items.has('PURCHASE_TOKEN')).toBe(false);
  expect(ended).toEqual(['Bearer old']);
});

test('keeps the current member and revokes the offered session if the fan declines', async () => {
  items = new Map(Object.entries({ access_token: 'old', member_id: 'kai' }));
  const { declineHandover } = await load();
  declineHandover(session);
  expect(items.get('access_token')).toBe('old');
  expect(items.has('external')).toBe(false);
  expect(ended).toEqual(['Bearer new']);
});

test('revokes no session when the same session is handed over again', async () => {
  items = new Map(Object.entries({ access_token: 'new', member_id: 'nara', WATCH_TOKEN: 'w' }));
  const { takeOver, replacesAnother } = await load();
  expect(replacesAnother(session.member)).toBe(false);
  takeOver(session);
  expect(items.get('WATCH_TOKEN')).toBe('w');
  expect(ended).toEqual([]);
});

test('leaves external mode when this site’s own member signs in', async () => {
  items = new Map(Object.entries({ external: 'true', map_system_id: 'lumphu-play' }));
  const { beginSession, getSession } = await load();
  beginSession({ access_token: 'own', member: { ...session.member, external: false } });
  expect(items.has('external')).toBe(false);
  expect(items.has('map_system_id')).toBe(false);
  expect(getSession().external).toBe(false);
});
