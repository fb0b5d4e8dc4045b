import { expect, test, vi } from 'vitest';
import { type ListPage, Pager } from './pager.ts';

const PAGES: Record<string, ListPage<number>> = {
  first: { data: [1, 2], next_cursor: 'second' },
  second: { data: [3], next_cursor: null },
};

test('pages come one after the other, and after the last nothing is asked for', async () => {
  const fetchPage = vi.fn(async (cursor = 'first') => PAGES[cursor]!);
  const pager = new Pager(fetchPage);
  await pager.load();
  expect(pager.pages.get()).toEqual({ items: [1, 2], state: 'ready', more: true });
  await pager.load();
  expect(pager.pages.get()).toEqual({ items: [1, 2, 3], state: 'ready', more: false });
  await pager.load();
  expect(fetchPage).toHaveBeenCalledTimes(2);
});

test('a page that is asked for twice at once comes once', async () => {
  const fetchPage = vi.fn(async (cursor = 'first') => PAGES[cursor]!);
  const pager = new Pager(fetchPage);
  await Promise.all([pager.load(), pager.load()]);
  expect(pager.pages.get().items).toEqual([1, 2]);
  expect(fetchPage).toHaveBeenCalledTimes(1);
});

test('a page that failed is told, leaves what is there, and can be asked for again', async () => {
  let online = true;
  const pager = new Pager(async (cursor = 'first') => {
    if (!online) throw new Error('no network');
    return PAGES[cursor]!;
  });
  await pager.load();
  online = false;
  await pager.load();
  expect(pager.pages.get()).toEqual({ items: [1, 2], state: 'failed', more: true });
  online = true;
  await pager.load();
  expect(pager.pages.get().items).toEqual([1, 2, 3]);
});

test('an answer that comes after the list was left changes nothing', async () => {
  const pager = new Pager(async (cursor = 'first') => PAGES[cursor]!);
  const loading = pager.load();
  pager.close();
  await loading;
  expect(pager.pages.get().items).toEqual([]);
});
