import { beforeEach, expect, test, vi } from 'vitest';
import { takeArrival } from './partner-arrival.ts';

let items: Map<string, string>;
beforeEach(() => {
  items = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
  });
});

function arriveAt(address: string) {
  vi.stubGlobal('window', {
    location: { href: `https://fan.example${address}` },
    history: { state: null, replaceState: () => {} },
  });
  return takeArrival();
}

test('takes the member, the system and the purchase token from the URL', () => {
  const address = '/liveExternal?map_system_id=lumphu-play&member_id=1#access_token=a';
  expect(arriveAt(`${address}&purchase_token=p`)).toEqual({
    member_id: '1',
    map_system_id: 'lumphu-play',
    access_token: 'a',
    purchase_token: 'p',
  });
  expect(arriveAt(address)?.purchase_token).toBeNull();
});

test('enters external mode without a session when the URL contains map_system_id only', () => {
  expect(arriveAt('/liveExternal?map_system_id=lumphu-play')).toBeNull();
  expect(Object.fromEntries(items)).toEqual({ external: 'true', map_system_id: 'lumphu-play' });
});

test('keeps the current session until the partner’s member is accepted', () => {
  items.set('access_token', 'mine');
  arriveAt('/liveExternal?map_system_id=lumphu-play&member_id=1#access_token=a');
  expect(items.has('external')).toBe(false);
});

test.each(['', '?map_system_id=', '?map_system_id=no%20such', '?member_id=1#access_token=a'])(
  'ignores a URL without a valid system (%s)',
  (rest) => {
    expect(arriveAt(`/liveExternal${rest}`)).toBeNull();
    expect(items.size).toBe(0);
  },
);
