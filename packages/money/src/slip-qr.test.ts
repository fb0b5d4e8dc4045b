import { generate } from 'promptparse';
import { expect, test } from 'vitest';
import { buildPromptPayPayload } from './promptpay.ts';
import { readSlipQr } from './slip-qr.ts';

const SLIP = generate.slipVerify({ sendingBank: '014', transRef: '2026112112345678901' });

test('a slip says its bank and its reference', () => {
  expect(readSlipQr(SLIP)).toEqual({ bankCode: '014', reference: '2026112112345678901' });
  expect(readSlipQr(` ${SLIP}\n`)).toEqual(readSlipQr(SLIP));
});

test('a slip that a bank made is read', () => {
  expect(readSlipQr('004100060000010103014022000111222233344ABCD125102TH910417DF')).toEqual({
    bankCode: '014',
    reference: '00111222233344ABCD12',
  });
});

test('a checksum whose leading zeros were dropped is accepted, at every length', () => {
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

test('a checksum that is wrong is no slip', () => {
  expect(readSlipQr(SLIP.replace('20261121', '20261122'))).toBeNull();
  expect(readSlipQr(`${SLIP.slice(0, -4)}0000`)).toBeNull();
  expect(readSlipQr(SLIP.slice(0, -4))).toBeNull();
});

test('the slip of the e-wallet TrueMoney is read too', () => {
  const payload = generate.trueMoneySlipVerify({
    eventType: 'P2P',
    transactionId: '50012345678',
    date: '21112026',
  });
  expect(readSlipQr(payload)).toEqual({ bankCode: 'TMN', reference: '50012345678' });
});

test('other QR codes are none, however they are made', () => {
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
    // Lengths with a sign, which would never end.
    '00-4000000',
    '000400-49104',
    'ก',
    SLIP.slice(0, 20),
  ]) {
    expect(readSlipQr(text), text).toBeNull();
  }
});
