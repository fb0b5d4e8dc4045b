import { InfiniteQueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { type ListPage, pagesOf, pagesQuery } from './pages-query.ts';
import { createQueryClient } from './query-client.ts';

const PAGES: Record<string, ListPage<number>> = {
  first: { data: [1, 2], next_cursor: 'second' },
  second: { data: [3], next_cursor: null },
};

function open(fetchPage: (cursor?: string) => Promise<ListPage<number>>) {
  const query = pagesQuery<number>('member', 'GET /order', fetchPage);
  const observer = new InfiniteQueryObserver(createQueryClient(), query);
  const leave = observer.subscribe(() => {});
  return { list: () => pagesOf(observer.getCurrentResult()), leave };
}

it('loads one page after the other, and none after the last', async () => {
  const fetchPage = vi.fn(async (cursor = 'first') => PAGES[cursor]!);
  const { list, leave } = open(fetchPage);
  expect(list()).toMatchObject({ items: [], state: 'loading' });
  await vi.waitFor(() =>
    expect(list()).toMatchObject({ items: [1, 2], state: 'ready', hasMore: true }),
  );
  list().load();
  await vi.waitFor(() => expect(list()).toMatchObject({ items: [1, 2, 3], hasMore: false }));
  list().load();
  await vi.waitFor(() => expect(list().state).toBe('ready'));
  expect(fetchPage).toHaveBeenCalledTimes(2);
  leave();
});

it('loads a page once when it is requested twice at the same time', async () => {
  const fetchPage = vi.fn(async (cursor = 'first') => PAGES[cursor]!);
  const { list, leave } = open(fetchPage);
  await vi.waitFor(() => expect(list().state).toBe('ready'));
  list().load();
  list().load();
  await vi.waitFor(() => expect(list().items).toEqual([1, 2, 3]));
  expect(fetchPage).toHaveBeenCalledTimes(2);
  leave();
});

it('keeps the items when a page fails, and loads that page again on request', async () => {
  let online = true;
  const { list, leave } = open(async (cursor = 'first') => {
    if (!online) throw new Error('no network');
    return PAGES[cursor]!;
  });
  await vi.waitFor(() => expect(list().state).toBe('ready'));
  online = false;
  list().load();
  await vi.waitFor(() =>
    expect(list()).toMatchObject({ items: [1, 2], state: 'failed', hasMore: true }),
  );
  online = true;
  list().load();
  expect(list()).toMatchObject({ items: [1, 2], state: 'loading' });
  await vi.waitFor(() => expect(list().items).toEqual([1, 2, 3]));
  leave();
});

it('loads the first page again on request after it failed', async () => {
  let online = false;
  const { list, leave } = open(async (cursor = 'first') => {
    if (!online) throw new Error('no network');
    return PAGES[cursor]!;
  });
  await vi.waitFor(() => expect(list()).toMatchObject({ items: [], state: 'failed' }));
  online = true;
  list().load();
  await vi.waitFor(() => expect(list().items).toEqual([1, 2]));
  leave();
});
