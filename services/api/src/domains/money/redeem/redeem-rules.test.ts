import { expect, test } from 'vitest';
import {
  type CodeFacts,
  codeErrorOf,
  limitErrorOf,
  liveErrorOf,
  placeErrorOf,
  repeatedUseErrorOf,
} from './redeem-rules.ts';

const NOW = new Date('2026-11-21T07:00:00Z');
const before = new Date(NOW.getTime() - 1);
const after = new Date(NOW.getTime() + 1);
const [ONE, OTHER] = ['live-1', 'live-2'];

const code = (facts: Partial<CodeFacts> = {}): CodeFacts => ({
  kind: 'coin',
  program_live_id: null,
  starts_at: null,
  expires_at: null,
  disabled_at: null,
  uses_max: null,
  used_count: 0,
  per_member: 'once',
  ...facts,
});

test.each([
  ['a coin code in the wallet', { kind: 'coin' }, null, null],
  ['a coin code at a live', { kind: 'coin' }, ONE, 'redeem_unusable_for_live'],
  ['a code for any live at one', { kind: 'live' }, ONE, null],
  ['a code for any live in the wallet', { kind: 'live' }, null, 'redeem_unusable_for_coin'],
  ['a code for one live at it', { kind: 'live', program_live_id: ONE }, ONE, null],
  ['a code for one live in the wallet', { kind: 'live', program_live_id: ONE }, null, null],
  [
    'a code for one live at another',
    { kind: 'live', program_live_id: ONE },
    OTHER,
    'redeem_unusable_for_live',
  ],
] as const)('%s', (_, facts, asked, refusal) => {
  expect(placeErrorOf(code(facts), asked)).toBe(refusal);
});

test('accepts a code from its start to its expiry, unless it is disabled', () => {
  expect(codeErrorOf(code({ starts_at: NOW, expires_at: after }), NOW)).toBeNull();
  expect(codeErrorOf(code({ starts_at: after }), NOW)).toBe('redeem_unusable');
  expect(codeErrorOf(code({ expires_at: NOW }), NOW)).toBe('redeem_expired');
  expect(codeErrorOf(code({ disabled_at: before, expires_at: before }), NOW)).toBe(
    'redeem_unusable',
  );
});

test('refuses a code for a free or ended live', () => {
  expect(liveErrorOf({ access: 'premium', status: 'not_started' })).toBeNull();
  expect(liveErrorOf({ access: 'premium', status: 'in_progress' })).toBeNull();
  expect(liveErrorOf({ access: 'premium', status: 'ended' })).toBe('redeem_unusable_for_live');
  expect(liveErrorOf({ access: 'free', status: 'in_progress' })).toBe('redeem_unusable_for_live');
});

test('returns the error of a used-up code', () => {
  expect(repeatedUseErrorOf(code())).toBe('redeem_already_used');
  expect(repeatedUseErrorOf(code({ per_member: 'daily' }))).toBe('redeem_limit_reached');
  expect(limitErrorOf(code({ uses_max: 1, used_count: 1 }), NOW)).toBe('redeem_already_used');
  expect(limitErrorOf(code({ uses_max: 2, used_count: 2 }), NOW)).toBe('redeem_limit_reached');
  // If uses are left, the code is disabled, has expired or has reached its daily limit.
  expect(limitErrorOf(code({ uses_max: 2, disabled_at: before }), NOW)).toBe('redeem_unusable');
  expect(limitErrorOf(code(), NOW)).toBe('redeem_limit_reached');
});
