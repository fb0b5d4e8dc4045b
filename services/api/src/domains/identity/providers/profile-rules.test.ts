import { expect, test } from 'vitest';
import { readDisplayName, readName } from './profile-rules.ts';

test.each([
  ['พลอย 🥊', 'พลอย', null],
  ['Bank ชลบุรี', 'Bank', 'ชลบุรี'],
  ['Nam_🌊', 'Nam', null],
  ["Mary-Jane O'Neil Smith", 'Mary-Jane', "O'Neil Smith"],
  ['น้ำ ๑๒๓', 'น้ำ', null],
  ['<script>alert(1)</script>', 'script', 'alert script'],
  ['🥊🥊', null, null],
  ['12345', null, null],
  ['', null, null],
  [undefined, null, null],
  ['ก'.repeat(10_000), null, null],
])('the display name %s prefills %s and %s', (text, firstName, lastName) => {
  expect(readDisplayName(text)).toEqual({ firstName, lastName });
});

test('a value that is not a string is not used as a name', () => {
  for (const value of [null, 1, {}, ['a']]) expect(readName(value)).toBeNull();
});
