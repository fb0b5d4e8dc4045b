import { expect, test } from 'vitest';
import { buildPromptPayPayload } from './promptpay.ts';
import { readPayloadSatang } from './promptpay-payload.ts';

const build = (satang: number) =>
  buildPromptPayPayload({
    target: { kind: 'biller', id: '010753600031508' },
    satang,
    reference: 'A1',
  });

test('the amount of a payload is read in whole satang', () => {
  for (const satang of [1, 99, 2_000, 19_950, 15_000_000]) {
    expect(readPayloadSatang(build(satang))).toBe(satang);
  }
});

test('returns null for text that is not a payload, or has no amount in baht', () => {
  const payload = build(19_900);
  const others = [
    '',
    'https://example.com',
    '000201',
    `${payload}x`,
    payload.slice(0, -1),
    payload.replace('5303764', '5303840'),
    payload.replace('5406199.00', ''),
    payload.replace('5406199.00', '5406-99.00'),
    `000201${'9'.repeat(600)}`,
  ];
  for (const other of others) expect(readPayloadSatang(other), other).toBeNull();
});
