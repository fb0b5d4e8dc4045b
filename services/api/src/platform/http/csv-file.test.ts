import { expect, test } from 'vitest';
import { streamCsv, writeCsv } from './csv-file.ts';

test('a cell with a line break, a quote or a formula stays one cell of text', () => {
  expect(writeCsv([['a\nb', 'c "d"', '=1+1', 7]])).toBe(`\ufeff"a\nb","c ""d""",'=1+1,7\r\n`);
});

test('a table of several pages has one byte order mark, one header line and every row', async () => {
  const pages = (async function* () {
    yield Array.from({ length: 450 }, (_, index) => index);
    yield [450];
  })();
  let csv = '';
  for await (const piece of streamCsv(['n'], pages, (n) => [n])) csv += piece;
  const rows = Array.from({ length: 451 }, (_, index) => String(index));
  expect(csv).toBe(`\ufeff${['n', ...rows, ''].join('\r\n')}`);
});
