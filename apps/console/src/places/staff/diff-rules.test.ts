import { expect, test } from 'vitest';
import { differencesOf } from './diff-rules.ts';

test('returns only the values that differ, sorted by name', () => {
  const before = { role: 'cashier', name: 'Malee', version: 3 };
  const after = { role: 'owner', name: 'Malee', version: 4 };
  expect(differencesOf(before, after)).toEqual([
    { name: 'role', before: 'cashier', after: 'owner' },
    { name: 'version', before: '3', after: '4' },
  ]);
});

test('returns no values before for a created row', () => {
  expect(differencesOf(null, { tags: ['a'] })).toEqual([
    { name: 'tags', before: null, after: '["a"]' },
  ]);
});

test('treats a missing value and null as equal', () => {
  expect(differencesOf({ ended_at: null }, {})).toEqual([]);
});
