import type { Language } from '@sangwian/contract/endpoints/member';
import { expect, test } from 'vitest';
import { writeHistoryCsv } from './history-csv.ts';
import type { MovementRow } from './wallet.store.ts';

const row = (change: Partial<MovementRow>): MovementRow => ({
  transfer_id: '019aa3c0-7b1e-7c55-8f1d-3f9a2f6f0c11',
  kind: 'purchase',
  about: null,
  at: new Date('2026-11-21T17:00:09.500Z'),
  balance_after: 300,
  coins: 300,
  ...change,
});

async function toHistoryCsv(rows: readonly MovementRow[], language: Language): Promise<string> {
  const pages = async function* () {
    yield rows;
  };
  let csv = '';
  for await (const piece of writeHistoryCsv(pages(), language)) csv += piece;
  return csv;
}

test('starts the file with a byte order mark and headings, and uses CRLF', async () => {
  const csv = await toHistoryCsv([row({})], 'TH');
  expect(csv.startsWith('\ufeffวันที่,เวลา,รายการ,')).toBe(true);
  expect(csv.split('\r\n')).toHaveLength(3);
});

test('writes times in Bangkok’s time zone, also across midnight', async () => {
  expect(await toHistoryCsv([row({})], 'EN')).toContain('22/11/2026,00:00:09,Coins bought');
});

test('keeps a title with a formula, commas or quotes as text in one cell', async () => {
  const about = {
    type: 'live',
    id: 'x',
    title_en: '=HYPERLINK("x","y")',
    title_th: 'ศึก "สังเวียน", คืนนี้',
  };
  expect(await toHistoryCsv([row({ about })], 'EN')).toContain(`"'=HYPERLINK(""x"",""y"")"`);
  expect(await toHistoryCsv([row({ about })], 'TH')).toContain('"ศึก ""สังเวียน"", คืนนี้"');
});

test('writes debits as negative numbers', async () => {
  expect(
    await toHistoryCsv([row({ kind: 'unlock', coins: -50, balance_after: 0 })], 'EN'),
  ).toContain(',Live unlocked,,-50,0,');
});

test('writes pages without a gap or a repeated line', async () => {
  const rows = Array.from({ length: 450 }, (_, index) => row({ coins: index + 1 }));
  const lines = (await toHistoryCsv(rows, 'EN')).trimEnd().split('\r\n').slice(1);
  expect(lines.map((text) => Number(text.split(',')[4]))).toEqual(rows.map(({ coins }) => coins));
});
