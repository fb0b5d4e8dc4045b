import { expect, test } from 'vitest';
import { differencesOf } from './diff-rules.ts';

test('only values that differ are shown, by name', () => {
  const before = { role: 'cashier', name: 'Malee', version: 3 };
  const after = { role: 'owner', name: 'Malee', version: 4 };
  expect(differencesOf(before, after)).toEqual([
    { name: 'role', before: 'cashier', after: 'owner' },
    { name: 'version', before: '3', after: '4' },
  ]);
});

test('a created row has no values before', () => {
  expect(differencesOf(null, { tags: ['a'] })).toEqual([
    { name: 'tags', before: null, after: '["a"]' },
  ]);
});

test('an absent value and a null are the same', () => {
  expect(differencesOf({ ended_at: null }, {})).toEqual([]);
});
