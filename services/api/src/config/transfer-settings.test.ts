import { readEnvironment } from '@sangwian/node-kit/environment';
import { expect, test } from 'vitest';
import { TransferSettings } from './transfer-settings.ts';

const ACCOUNT = { bank: '014', number: '123-4-56789-0', name_th: 'สังเวียน', name_en: 'Sangwian' };
const read = (values: Record<string, string>, production = false) =>
  readEnvironment(TransferSettings, { ...values, NODE_ENV: production ? 'production' : 'test' });
const readAccounts = (...accounts: unknown[]) => read({ BANK_ACCOUNTS: JSON.stringify(accounts) });

test('without settings there are no transfers', () => {
  expect(read({})).toEqual({ accounts: [], promptPay: null });
});

test('an account gets its bank’s name in both languages', () => {
  expect(readAccounts(ACCOUNT).accounts).toEqual([
    {
      bank_code: '014',
      bank_name_th: 'ธนาคารไทยพาณิชย์',
      bank_name_en: 'Siam Commercial Bank',
      account_number: '123-4-56789-0',
      account_name_th: 'สังเวียน',
      account_name_en: 'Sangwian',
    },
  ]);
});

test('an unknown bank needs a configured name', () => {
  const other = { ...ACCOUNT, bank: '999' };
  expect(() => readAccounts(other)).toThrow('bank 999 needs bank_name_th');
  expect(
    readAccounts({ ...other, bank_name_th: 'ทุ่งทอง', bank_name_en: 'Thung Thong' }).accounts[0],
  ).toMatchObject({ bank_name_th: 'ทุ่งทอง', bank_name_en: 'Thung Thong' });
});

test('errors name the invalid variable', () => {
  expect(() => read({ BANK_ACCOUNTS: '014:123' })).toThrow('BANK_ACCOUNTS must be JSON');
  for (const odd of [
    {},
    { ...ACCOUNT, bank: '14' },
    { ...ACCOUNT, number: 'x' },
    { ...ACCOUNT, a: 1 },
  ]) {
    expect(() => readAccounts(odd), JSON.stringify(odd)).toThrow('BANK_ACCOUNTS: 0');
  }
  expect(() => read({ PROMPTPAY_ID: '12345' })).toThrow('PROMPTPAY_ID');
});

test('production refuses the sandbox’s accounts', () => {
  const bank = { ...ACCOUNT, bank: '999', bank_name_th: 'ทุ่งทอง', bank_name_en: 'Thung Thong' };
  const sandbox = { BANK_ACCOUNTS: JSON.stringify([bank]) };
  expect(read(sandbox).accounts).toHaveLength(1);
  expect(() => read(sandbox, true)).toThrow('BANK_ACCOUNTS');
  expect(() => read({ PROMPTPAY_ID: '0000000000001' }, true)).toThrow('PROMPTPAY_ID');
  expect(read({ PROMPTPAY_ID: '081-234-5678' }, true).promptPay).toEqual({
    kind: 'phone',
    id: '0812345678',
  });
});
