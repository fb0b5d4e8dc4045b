import { expect, test } from 'vitest';
import { redactPayload } from './redact-payload.ts';

test('leaves secrets and card data out of a payload at every depth', () => {
  const body = {
    key: 'charge.complete',
    data: {
      id: 'chrg_1',
      amount: 30_000,
      ip: '203.0.113.9',
      card: { brand: 'Visa', last_digits: '4242', first_digits: '424242', fingerprint: 'abc' },
      sources: [{ access_token: 'a secret', amount: 1 }],
    },
  };
  const shown = redactPayload(Buffer.from(JSON.stringify(body))) ?? '';
  expect(JSON.parse(shown)).toEqual({
    key: 'charge.complete',
    data: {
      id: 'chrg_1',
      amount: 30_000,
      ip: '•••',
      card: { brand: 'Visa', last_digits: '4242', first_digits: '•••', fingerprint: '•••' },
      sources: [{ access_token: '•••', amount: 1 }],
    },
  });
});

test('shows nothing of a body that was erased, is not JSON, or is nested without end', () => {
  expect(redactPayload(Buffer.alloc(0))).toBeNull();
  expect(redactPayload(Buffer.from('<xml>'))).toBeNull();
  const deep = `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`;
  expect(redactPayload(Buffer.from(deep))?.length).toBeLessThan(1_000);
});
