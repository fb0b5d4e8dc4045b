import { expect, test } from 'vitest';
import { hashCode, isCode } from './otp-hash.ts';

test('the hash of a code differs for another message, purpose, phone or secret', () => {
  const otp = { reference: 'BCDF23', purpose: 'reset', phone: '+66812345678' } as const;
  const kept = hashCode('secret', otp, '123456');
  expect(isCode('secret', otp, kept, '123456')).toBe(true);
  expect(isCode('secret', otp, kept, '123457')).toBe(false);
  expect(isCode('other', otp, kept, '123456')).toBe(false);
  for (const other of [
    { ...otp, reference: 'BCDF24' },
    { ...otp, purpose: 'delete' as const },
    { ...otp, phone: '+66812345679' },
  ]) {
    expect(isCode('secret', other, kept, '123456')).toBe(false);
  }
});
