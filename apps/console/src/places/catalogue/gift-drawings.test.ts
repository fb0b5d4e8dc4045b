import { GIFT_DRAWINGS } from '@sangwian/contract/rules/gift-drawings';
import { GIFT_PICTURES } from '@sangwian/ui/art/gift';
import { expect, test } from 'vitest';

test('draws every drawing that a gift can have', () => {
  expect(GIFT_DRAWINGS).toEqual(GIFT_PICTURES);
});
