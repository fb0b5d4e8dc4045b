import { afterEach, expect, test, vi } from 'vitest';
import { type CarriedNames, takeFromAddress } from './take-from-address.ts';

afterEach(() => vi.unstubAllGlobals());

/** A page at an address: what is taken from it, and the address that is left. */
function visit(address: string, names: CarriedNames) {
  const state = { idx: 0 };
  const replaceState = vi.fn();
  vi.stubGlobal('window', {
    location: { href: `https://fan.example${address}` },
    history: { state, replaceState },
  });
  const taken = takeFromAddress(names);
  const [kept, , left] = replaceState.mock.calls[0] ?? [];
  if (replaceState.mock.calls.length > 0) expect(kept).toBe(state);
  return { taken, left };
}

test('a sealed link leaves nothing of itself in the address', () => {
  expect(visit('/redirect?data=a.b..c&lang=en', { query: ['data'] })).toEqual({
    taken: { data: 'a.b..c' },
    left: '/redirect?lang=en',
  });
});

test('what stands behind the # is taken with all that is there', () => {
  const names = { query: ['member_id'], fragment: ['access_token', 'purchase_token'] };
  const address = '/liveExternal?member_id=1#access_token=a%2Fb&more=c';
  expect(visit(address, names)).toEqual({
    taken: { member_id: '1', access_token: 'a/b' },
    left: '/liveExternal',
  });
});

test('a token where a server could read it is no token', () => {
  const { taken } = visit('/liveExternal?access_token=a', { fragment: ['access_token'] });
  expect(taken).toEqual({});
});

test('an empty value is removed and counts as none', () => {
  expect(visit('/redirect?data=', { query: ['data'] })).toEqual({ taken: {}, left: '/redirect' });
});

test('an address without them stays as it is', () => {
  expect(visit('/redirect?x=1#top', { query: ['data'], fragment: ['data'] })).toEqual({
    taken: {},
    left: undefined,
  });
});
