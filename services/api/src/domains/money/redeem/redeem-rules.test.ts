import { expect, test } from 'vitest';
import {
  type CodeFacts,
  refusalNow,
  refusalOfCount,
  refusalOfLive,
  refusalOfMember,
  refusalOfPlace,
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
  expect(refusalOfPlace(code(facts), asked)).toBe(refusal);
});

test('a code begins and ends at its moments, and is over when it was ended', () => {
  expect(refusalNow(code({ starts_at: NOW, expires_at: after }), NOW)).toBeNull();
  expect(refusalNow(code({ starts_at: after }), NOW)).toBe('redeem_unusable');
  expect(refusalNow(code({ expires_at: NOW }), NOW)).toBe('redeem_expired');
  expect(refusalNow(code({ disabled_at: before, expires_at: before }), NOW)).toBe(
    'redeem_unusable',
  );
});

test('no code is spent on what is free or over', () => {
  expect(refusalOfLive({ access: 'premium', status: 'not_started' })).toBeNull();
  expect(refusalOfLive({ access: 'premium', status: 'in_progress' })).toBeNull();
  expect(refusalOfLive({ access: 'premium', status: 'ended' })).toBe('redeem_unusable_for_live');
  expect(refusalOfLive({ access: 'free', status: 'in_progress' })).toBe('redeem_unusable_for_live');
});

test('what is used up says by whom', () => {
  expect(refusalOfMember(code())).toBe('redeem_already_used');
  expect(refusalOfMember(code({ per_member: 'daily' }))).toBe('redeem_limit_reached');
  expect(refusalOfCount(code({ uses_max: 1, used_count: 1 }), NOW)).toBe('redeem_already_used');
  expect(refusalOfCount(code({ uses_max: 2, used_count: 2 }), NOW)).toBe('redeem_limit_reached');
  // It has room: it was ended or ran out meanwhile, else it is today's.
  expect(refusalOfCount(code({ uses_max: 2, disabled_at: before }), NOW)).toBe('redeem_unusable');
  expect(refusalOfCount(code(), NOW)).toBe('redeem_limit_reached');
});
