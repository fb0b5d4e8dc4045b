import { useEffect, useRef, useState } from 'react';
import { createStore, useStore } from '../../shared/store.ts';
import { type ListPage, NO_PAGES, Pager, type Pages } from './pager.ts';

const WAITING = createStore<Pages<never>>(NO_PAGES);

interface OwnPages<Item> extends Pages<Item> {
  /** The next page, or the one that failed again. */
  readonly load: () => void;
}

/** A list of pages that begins anew whenever `key` changes, which says everything that `fetchPage` depends on. */
export function usePager<Item>(
  key: string,
  fetchPage: (cursor: string | undefined) => Promise<ListPage<Item>>,
): OwnPages<Item> {
  const latest = useRef(fetchPage);
  useEffect(() => {
    latest.current = fetchPage;
  });
  const [shown, setShown] = useState<{ key: string; pager: Pager<Item> } | null>(null);
  useEffect(() => {
    const pager = new Pager<Item>((cursor) => latest.current(cursor));
    setShown({ key, pager });
    void pager.load();
    return () => pager.close();
  }, [key]);
  // What another key has fetched is not shown for a moment under this one.
  const pager = shown?.key === key ? shown.pager : null;
  const pages = useStore<Pages<Item>>(pager?.pages ?? WAITING, NO_PAGES);
  return { ...pages, load: () => void pager?.load() };
}
