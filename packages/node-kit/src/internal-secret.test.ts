import { expect, test } from 'vitest';
import { createInternalCheck, internalHeaders, isHeaderText } from './internal-secret.ts';

test('only the header with the same secret is accepted', () => {
  const isOurs = createInternalCheck('right');
  expect(isOurs(internalHeaders('right'))).toBe(true);
  for (const given of ['wrong', 'rightx', 'righ', '', 'RIGHT'])
    expect(isOurs(internalHeaders(given)), given).toBe(false);
  for (const authorization of ['right', 'bearer right', 'Basic right', '', undefined])
    expect(isOurs({ authorization }), authorization).toBe(false);
});

test('an empty secret accepts nothing', () => {
  expect(createInternalCheck('')(internalHeaders(''))).toBe(false);
});

test('a secret that a header cannot carry unchanged is recognised', () => {
  expect(['a', 'a+/=b', 'two words'].every(isHeaderText)).toBe(true);
  expect(['', ' a', 'a ', 'a\nb', 'ลับ'].some(isHeaderText)).toBe(false);
});
