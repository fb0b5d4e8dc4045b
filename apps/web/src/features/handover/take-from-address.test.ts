import { afterEach, expect, test, vi } from 'vitest';
import { type CarriedNames, takeFromAddress } from './take-from-address.ts';

afterEach(() => vi.unstubAllGlobals());

/** Opens a URL. Returns the values that were taken and the remaining URL. */
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

test('removes a sealed link from the URL', () => {
  expect(visit('/redirect?data=a.b..c&lang=en', { query: ['data'] })).toEqual({
    taken: { data: 'a.b..c' },
    left: '/redirect?lang=en',
  });
});

test('removes the whole fragment with its values', () => {
  const names = { query: ['member_id'], fragment: ['access_token', 'purchase_token'] };
  const address = '/liveExternal?member_id=1#access_token=a%2Fb&more=c';
  expect(visit(address, names)).toEqual({
    taken: { member_id: '1', access_token: 'a/b' },
    left: '/liveExternal',
  });
});

test('ignores a token in the query, which a server could read', () => {
  const { taken } = visit('/liveExternal?access_token=a', { fragment: ['access_token'] });
  expect(taken).toEqual({});
});

test('removes an empty value and treats it as missing', () => {
  expect(visit('/redirect?data=', { query: ['data'] })).toEqual({ taken: {}, left: '/redirect' });
});

test('leaves a URL without these values unchanged', () => {
  expect(visit('/redirect?x=1#top', { query: ['data'], fragment: ['data'] })).toEqual({
    taken: {},
    left: undefined,
  });
});
