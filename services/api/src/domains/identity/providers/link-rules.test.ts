import { expect, test } from 'vitest';
import { refusalOfTakenPhone, refusalOfUnlink, type Ways } from './link-rules.ts';

const none: Ways = { phone: null, line_subject: null, apple_subject: null, map_system_id: null };
const phone = { ...none, phone: '+66812345678' };
const line = { ...none, line_subject: 'U1' };

test('a link that is none cannot be ended, nor the last one', () => {
  expect(refusalOfUnlink(phone, 'line')).toBe('link_missing');
  expect(refusalOfUnlink(phone, 'phone')).toBe('link_last');
  expect(refusalOfUnlink(line, 'line')).toBe('link_last');
  expect(refusalOfUnlink({ ...phone, ...{ line_subject: 'U1' } }, 'phone')).toBeNull();
});

test('a partner’s member comes in through the partner, so any link may end', () => {
  expect(refusalOfUnlink({ ...line, map_system_id: 'partner' }, 'line')).toBeNull();
});

test('of a taken phone is told what its owner signs in with beside it', () => {
  expect(refusalOfTakenPhone(phone)).toBe('phone_linked');
  expect(refusalOfTakenPhone({ ...phone, line_subject: 'U1' })).toBe('phone_linked_line');
  expect(refusalOfTakenPhone({ ...phone, apple_subject: 'A1' })).toBe('phone_linked_apple');
  // Gone between the refusal and the look at it.
  expect(refusalOfTakenPhone(undefined)).toBe('phone_exists');
});
