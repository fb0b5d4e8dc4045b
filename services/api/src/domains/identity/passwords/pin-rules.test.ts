import { expect, test } from 'vitest';
import { parsePin, pinErrorOf } from './pin-rules.ts';

const PLACEHOLDER_AVATAR = { phone: null, birthDate: null };

test.each(['371946', '๓๗๑๙๔๖', '３７１９４６', '๓๗1๙46'])(
  '%s is parsed to the same PIN',
  (text) => {
    expect(parsePin(text)).toBe('371946');
  },
);

test.each([
  '',
  '37194',
  '3719460',
  '37194x',
  ' 371946',
  '371 946',
  '-37194',
  '1e5000',
  '²³⁴⁵⁶⁷⁸',
  '💥',
])('"%s" is not a PIN', (text) => {
  expect(parsePin(text)).toBeNull();
});

test.each([
  '000000',
  '777777',
  '121212',
  '123123',
  '123456',
  '654321',
  '890123',
  '098765',
  '246802',
  '147258',
])('%s is too easy to guess', (pin) => {
  expect(pinErrorOf(pin, PLACEHOLDER_AVATAR)).toBe('pin_common');
});

test.each(['371946', '000137', '121213', '123457', '199005'])('%s is accepted', (pin) => {
  expect(pinErrorOf(pin, PLACEHOLDER_AVATAR)).toBeNull();
});

test.each(['240590', '900524', '052490', '240533', '330524', '199005', '052533'])(
  'a member born on 24 May 1990 cannot use %s',
  (pin) => {
    expect(pinErrorOf(pin, { phone: null, birthDate: '1990-05-24' })).toBe('pin_common');
    expect(pinErrorOf(pin, { phone: null, birthDate: '1988-11-02' })).toBeNull();
  },
);

test('the last digits of the member’s own phone are refused', () => {
  expect(pinErrorOf('830719', { phone: '+66812830719', birthDate: null })).toBe('pin_common');
  expect(pinErrorOf('281283', { phone: '+66812830719', birthDate: null })).toBeNull();
});
