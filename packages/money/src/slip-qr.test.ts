import { generate } from 'promptparse';
import { expect, test } from 'vitest';
import { buildPromptPayPayload } from './promptpay.ts';
import { readSlipQr } from './slip-qr.ts';

const SLIP = generate.slipVerify({ sendingBank: '014', transRef: '2026112112345678901' });

test('reads the bank code and the reference of a slip', () => {
  expect(readSlipQr(SLIP)).toEqual({ bankCode: '014', reference: '2026112112345678901' });
  expect(readSlipQr(` ${SLIP}\n`)).toEqual(readSlipQr(SLIP));
});

test('reads the slip of a real bank', () => {
  expect(readSlipQr('004100060000010103014022000111222233344ABCD125102TH910417DF')).toEqual({
    bankCode: '014',
    reference: '00111222233344ABCD12',
  });
});

test('accepts a checksum that lacks its one, two or three leading zeros', () => {
  const lengths = new Set<number>();
  for (let number = 0; number < 70_000 && lengths.size < 3; number += 1) {
    const reference = `20261121${number}`;
    const payload = generate.slipVerify({ sendingBank: '004', transRef: reference });
    const [, zeros = ''] = /9104(0+)[0-9A-F]+$/.exec(payload) ?? [];
    if (zeros === '' || lengths.has(zeros.length)) continue;
    lengths.add(zeros.length);
    const dropped = payload.replace(/9104(0+)([0-9A-F]+)$/, '9104$2');
    expect(readSlipQr(dropped), dropped).toEqual({ bankCode: '004', reference });
  }
  expect([...lengths].sort()).toEqual([1, 2, 3]);
});

test('refuses a wrong checksum', () => {
  expect(readSlipQr(SLIP.replace('20261121', '20261122'))).toBeNull();
  expect(readSlipQr(`${SLIP.slice(0, -4)}0000`)).toBeNull();
  expect(readSlipQr(SLIP.slice(0, -4))).toBeNull();
});

test('reads the slip of the e-wallet TrueMoney', () => {
  const payload = generate.trueMoneySlipVerify({
    eventType: 'P2P',
    transactionId: '50012345678',
    date: '21112026',
  });
  expect(readSlipQr(payload)).toEqual({ bankCode: 'TMN', reference: '50012345678' });
});

test('refuses other QR codes, including malformed ones', () => {
  const promptPay = buildPromptPayPayload({
    target: { kind: 'phone', id: '0812345678' },
    satang: 100,
    reference: 'A',
  });
  for (const text of [
    '',
    promptPay,
    'https://example.com/',
    `0046${'0'.repeat(300)}`,
    // Lengths with a plus or minus sign would cause an endless loop.
    '00-4000000',
    '000400-49104',
    'ก',
    SLIP.slice(0, 20),
  ]) {
    expect(readSlipQr(text), text).toBeNull();
  }
});
