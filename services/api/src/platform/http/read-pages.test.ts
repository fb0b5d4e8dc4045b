import { expect, it } from 'vitest';
import { exportPages } from './read-pages.ts';

/** A reader of a table of numbers that records each read. */
function table(rows: number) {
  const asked: [number | undefined, number][] = [];
  return {
    asked,
    read: async (last: number | undefined, limit: number) => {
      asked.push([last, limit]);
      const from = last === undefined ? 0 : last + 1;
      return Array.from({ length: Math.min(limit, rows - from) }, (_, index) => from + index);
    },
  };
}

it('reads a page of an export after the previous one was consumed', async () => {
  const { asked, read } = table(2_500);
  const { pages } = exportPages(read, { rowsMax: 50_000, show: (row) => row });
  const iterator = pages[Symbol.asyncIterator]();
  expect(asked).toEqual([]);
  expect((await iterator.next()).value).toHaveLength(1_000);
  expect(asked).toEqual([[undefined, 1_000]]);
  expect((await iterator.next()).value).toHaveLength(1_000);
  expect((await iterator.next()).value).toHaveLength(500);
  expect((await iterator.next()).done).toBe(true);
  expect(asked).toHaveLength(3);
});

it('ends an export at its limit, with smaller pages for large rows', async () => {
  const { asked, read } = table(2_500);
  const shown: unknown[] = [];
  const { pages } = exportPages(read, {
    rowsMax: 95,
    pageRowsMax: 40,
    show: (row) => `row ${row}`,
  });
  for await (const page of pages) shown.push(...page);
  expect(shown).toHaveLength(95);
  expect(shown.at(-1)).toBe('row 94');
  expect(asked.map(([, limit]) => limit)).toEqual([40, 40, 15]);
});
