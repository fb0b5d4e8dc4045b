import { expect, test } from 'vitest';
import { ownerProofs } from './owner-proof.ts';

test('always offers a new sign-in as the last proof of ownership', () => {
  expect(ownerProofs({ has_password: true, has_pin: true })).toEqual([
    'password',
    'pin',
    'sign_in',
  ]);
  expect(ownerProofs({ has_password: true, has_pin: false })).toEqual(['password', 'sign_in']);
  expect(ownerProofs({ has_password: false, has_pin: true })).toEqual(['pin', 'sign_in']);
  expect(ownerProofs({ has_password: false, has_pin: false })).toEqual(['sign_in']);
});
