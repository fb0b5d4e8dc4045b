import { expect, test } from 'vitest';
import type { PendingProvider } from './pending-provider.ts';
import { isAnswerTo, readReturn } from './read-return.ts';

test.each([
  ['', { kind: 'none' }],
  ['?from=%2Flive', { kind: 'none' }],
  ['?code=c', { kind: 'none' }],
  ['?code=c&state=s', { kind: 'answered', state: 's', code: 'c' }],
  ['?provider=apple&state=s', { kind: 'answered', state: 's', code: null }],
  ['?error=access_denied&state=s', { kind: 'cancelled' }],
  ['?error=ACCESS_DENIED&error_description=x&state=s', { kind: 'cancelled' }],
  ['?provider=apple&error=refused&state=s', { kind: 'cancelled' }],
  // Any other error response has no valid state.
  ['?error=server_error&state=s', { kind: 'answered', state: '', code: null }],
])('readReturn parses "%s"', (search, returned) => {
  expect(readReturn(search)).toEqual(returned);
});

const pending: PendingProvider = {
  provider: 'line',
  intent: 'sign_in',
  from: '/',
  state: 's',
  verifier: 'v',
  nonce: 'n',
  redirect_uri: 'r',
};
const answer = { kind: 'answered', state: 's', code: 'c' } as const;

test('a response is accepted only for this browser’s own request to that provider', () => {
  expect(isAnswerTo(pending, answer)).toBe(true);
  expect(isAnswerTo(null, answer)).toBe(false);
  expect(isAnswerTo(pending, { ...answer, state: 'another' })).toBe(false);
  expect(isAnswerTo(pending, { ...answer, code: null })).toBe(false);
  expect(isAnswerTo({ ...pending, provider: 'apple' }, { ...answer, code: null })).toBe(true);
});
