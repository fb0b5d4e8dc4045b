import { parsePromptPayId } from '@sangwian/money/promptpay';
import { expect, test } from 'vitest';
import type { AttemptToBegin } from '../orders/orders.module.ts';
import { createTransferProvider } from './transfer-provider.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const LATER = new Date('2026-11-22T12:00:00Z');
const ACCOUNT = {
  bank_code: '999',
  bank_name_th: 'ธนาคารทุ่งทอง',
  bank_name_en: 'Thung Thong Bank',
  account_number: '123-4-56789-0',
  account_name_th: 'สังเวียน',
  account_name_en: 'Sangwian',
};
const ATTEMPT: AttemptToBegin = {
  attemptId: '019ab000-0000-7000-8000-000000000001',
  orderId: '019ab000-0000-7000-8000-000000000002',
  orderNumber: 'K7M2-9QXH',
  method: 'promptpay_slip',
  satang: 103_050,
  cardToken: null,
  returnUrl: 'http://localhost/wallet',
  createdAt: NOW,
  orderExpiresAt: LATER,
};
const signal = new AbortController().signal;
const create = (promptPayId: string | null, accounts = [ACCOUNT]) =>
  createTransferProvider(
    { accounts, promptPay: promptPayId === null ? null : parsePromptPayId(promptPayId) },
    () => NOW,
  );

test('does not offer methods that are not configured', () => {
  const methods = (...args: Parameters<typeof create>) =>
    create(...args)
      .options()
      .map(({ method }) => method);
  expect(methods('0812345678')).toEqual(['promptpay_slip', 'bank_transfer']);
  expect(methods(null)).toEqual(['bank_transfer']);
  expect(methods('0812345678', [])).toEqual(['promptpay_slip']);
  expect(methods(null, [])).toEqual([]);
});

test('returns a PromptPay payload with amount and order, until the order ends', async () => {
  const snapshot = await create('081-234-5678').begin(ATTEMPT, signal);
  expect(snapshot).toMatchObject({ state: 'pending', accounts: [], expiresAt: LATER });
  for (const part of ['01130066812345678', '54071030.50']) {
    expect(snapshot.qrPayload).toContain(part);
  }
  expect(snapshot.qrPayload).toContain('K7M29QXH');
});

test('sets the order as the first reference of a biller’s payload', async () => {
  const { qrPayload } = await create('biller:010753600031508').begin(ATTEMPT, signal);
  expect(qrPayload).toContain('0115010753600031508' + '0208K7M29QXH');
});

test('returns the accounts for a bank transfer', async () => {
  const snapshot = await create(null).begin({ ...ATTEMPT, method: 'bank_transfer' }, signal);
  expect(snapshot).toMatchObject({ accounts: [ACCOUNT], qrPayload: null });
});

test('reports a transfer as pending until it expires', async () => {
  const look = (expiresAt: Date) =>
    create(null).poll(
      { ...ATTEMPT, provider: 'transfer', status: 'pending', providerRef: null, expiresAt },
      signal,
    );
  expect(await look(LATER)).toMatchObject({ state: 'pending', satang: null });
  expect(await look(NOW)).toMatchObject({ state: 'expired', satang: null });
});

test('cannot begin a method that is not configured', async () => {
  await expect(create(null).begin(ATTEMPT, signal)).rejects.toThrow(RangeError);
});
