import { expect, test } from 'vitest';
import { type SignInMethods, takenPhoneErrorOf, unlinkErrorOf } from './link-rules.ts';

const none: SignInMethods = {
  phone: null,
  line_subject: null,
  apple_subject: null,
  map_system_id: null,
};
const phone = { ...none, phone: '+66812345678' };
const line = { ...none, line_subject: 'U1' };

test('a link that does not exist and the last link cannot be removed', () => {
  expect(unlinkErrorOf(phone, 'line')).toBe('link_missing');
  expect(unlinkErrorOf(phone, 'phone')).toBe('link_last');
  expect(unlinkErrorOf(line, 'line')).toBe('link_last');
  expect(unlinkErrorOf({ ...phone, ...{ line_subject: 'U1' } }, 'phone')).toBeNull();
});

test('a partner’s member can remove every link', () => {
  expect(unlinkErrorOf({ ...line, map_system_id: 'partner' }, 'line')).toBeNull();
});

test('the error for a phone of another member names that member’s other way to sign in', () => {
  expect(takenPhoneErrorOf(phone)).toBe('phone_linked');
  expect(takenPhoneErrorOf({ ...phone, line_subject: 'U1' })).toBe('phone_linked_line');
  expect(takenPhoneErrorOf({ ...phone, apple_subject: 'A1' })).toBe('phone_linked_apple');
  // The other member was deleted between the violation of the constraint and the lookup.
  expect(takenPhoneErrorOf(undefined)).toBe('phone_exists');
});
