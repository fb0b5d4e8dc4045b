import { expect, test } from 'vitest';
import { redactPayload, redactText } from './redact.ts';

test('removes secrets and card data from a payload at every depth', () => {
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

test('returns nothing of a body that was erased, is not JSON, or is nested too deeply', () => {
  expect(redactPayload(Buffer.alloc(0))).toBeNull();
  expect(redactPayload(Buffer.from('<xml>'))).toBeNull();
  const deep = `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`;
  expect(redactPayload(Buffer.from(deep))?.length).toBeLessThan(1_000);
});

test('removes credentials and e-mail addresses from a text, and shortens the text', () => {
  const redact = (text: string) => redactText(text, 200);
  expect(redact('connect smtps://mailer:hunter2@smtp.example.com:465 failed')).toBe(
    'connect smtps://•••@smtp.example.com:465 failed',
  );
  expect(redact('refused: {"access_token":"abc.def","code":7}')).toBe(
    'refused: {"access_token":"•••","code":7}',
  );
  expect(redact('Authorization: Bearer abcdefghijk')).toBe('Authorization: •••');
  expect(redact('skey_1 with bearer abcdefghijkl')).toBe('skey_1 with bearer •••');
  expect(redact('550 no such user <somchai@example.com>')).toBe('550 no such user <•••>');
  expect(redact('duplicate key value violates unique constraint')).toBe(
    'duplicate key value violates unique constraint',
  );
  expect(redactText('x'.repeat(1_000_000), 20)).toBe(`${'x'.repeat(19)}…`);
});
