import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Book } from './book.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-book-'));
  file = join(folder, 'new', 'book.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the book', () => {
  it('restores its items after a kill, except for a truncated line', () => {
    const shelf = new Book(file).shelf<number>('a', 10);
    shelf.put('one', 1);
    shelf.put('two', 2);
    shelf.put('one', 11);
    shelf.remove('two');
    appendFileSync(file, '{"shelf":"a","id":"three","it');
    const again = new Book(file).shelf<number>('a', 10);
    expect(again.list()).toEqual([11]);
    expect(again.get('one')).toBe(11);
    expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(2);
  });

  it('drops the oldest items beyond the limit', () => {
    const shelf = new Book(file).shelf<number>('a', 2);
    for (const number of [1, 2, 3]) shelf.put(String(number), number);
    expect(shelf.list()).toEqual([2, 3]);
    expect(new Book(file).shelf<number>('a', 2).list()).toEqual([2, 3]);
  });

  it('separates items by kind', () => {
    const book = new Book(file);
    book.shelf<number>('a', 2).put('one', 1);
    expect(book.shelf<number>('b', 2).list()).toEqual([]);
  });
});
