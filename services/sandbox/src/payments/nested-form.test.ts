import { expect, it } from 'vitest';
import { parseNestedForm } from './nested-form.ts';

it('parses nested field names without reaching a prototype', () => {
  expect(parseNestedForm('amount=1&source[type]=promptpay&metadata[a][b]=x%20y')).toEqual({
    amount: '1',
    source: { type: 'promptpay' },
    metadata: { a: { b: 'x y' } },
  });
  expect(parseNestedForm('[x]=1&a[b=2&a[b][c][d][e]=3')).toEqual({});
  parseNestedForm('__proto__[polluted]=1&constructor[prototype][polluted]=1');
  expect('polluted' in {}).toBe(false);
});
