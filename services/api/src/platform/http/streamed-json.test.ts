import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { StreamedRows, StreamedText, writeJson } from './streamed-json.ts';

async function* each<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  for (const item of items) {
    await nextTurn();
    yield item;
  }
}

async function read(value: unknown): Promise<string> {
  let text = '';
  for await (const piece of writeJson(value)) text += piece;
  return text;
}

describe('streamed JSON', () => {
  it.each([
    [{}],
    [[]],
    [{ a: undefined, b: null, c: [], d: { e: 1, f: 'ก"\n' } }],
    [Array.from({ length: 1_001 }, (_, index) => ({ index, at: new Date(index) }))],
    [{ deep: { rows: [1, undefined, 'x'] }, last: true }],
    ['text'],
  ])('of a plain value equals JSON.stringify', async (value) => {
    expect(await read(value)).toBe(JSON.stringify(value));
  });

  it('joins pages into one array and pieces into one string', async () => {
    const value = {
      rows: new StreamedRows(each([[1, 2], [], [3]])),
      none: new StreamedRows(each([[]])),
      text: new StreamedText(each(['"a\r\n', '', 'ข\ufeff\\'])),
    };
    expect(JSON.parse(await read(value))).toEqual({
      rows: [1, 2, 3],
      none: [],
      text: '"a\r\nข\ufeff\\',
    });
  });

  it('lets other work run between pieces, and reads a page after the previous one was consumed', async () => {
    let turns = 0;
    let isOver = false;
    const other = (async () => {
      while (!isOver) {
        turns += 1;
        await nextTurn();
      }
    })();
    let pagesRead = 0;
    const pages = async function* () {
      for (let page = 0; page < 20; page += 1) {
        pagesRead += 1;
        yield Array.from({ length: 1_000 }, (_, index) => ({ page, index }));
      }
    };
    const pieces = writeJson(new StreamedRows(pages()));
    await pieces.next();
    await pieces.next();
    expect(pagesRead).toBe(1);
    let count = 2;
    for await (const _piece of pieces) count += 1;
    isOver = true;
    await other;
    expect(pagesRead).toBe(20);
    expect(turns).toBeGreaterThanOrEqual(count - 4);
  });
});
