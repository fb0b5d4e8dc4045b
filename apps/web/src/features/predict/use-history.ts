import type { ResponseOf } from '@sangwian/contract/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { callApi } from '../../shared/api/call-api.ts';
import { useSession } from '../../shared/session/session.ts';

const PAGE = 10;

type Entry = ResponseOf<'GET /predict/history'>['data'][number];

interface History {
  readonly entries: readonly Entry[];
  readonly state: 'loading' | 'ready' | 'failed';
  readonly more: boolean;
  /** The next page, or the one that failed again. */
  readonly load: () => void;
}

/** The member's sheets, page by page. */
export function useHistory(): History {
  const { status } = useSession();
  const [shown, setShown] = useState<Omit<History, 'load'>>({
    entries: [],
    state: 'loading',
    more: true,
  });
  const cursor = useRef<string | null>(null);
  const asking = useRef(false);
  const load = useCallback(async () => {
    if (asking.current) return;
    asking.current = true;
    setShown((before) => ({ ...before, state: 'loading' }));
    const from = cursor.current === null ? {} : { cursor: cursor.current };
    try {
      const { data, next_cursor } = await callApi('GET /predict/history', {
        query: { limit: PAGE, ...from },
      });
      cursor.current = next_cursor;
      setShown(({ entries }) => ({
        entries: [...entries, ...data],
        state: 'ready',
        more: next_cursor !== null,
      }));
    } catch {
      setShown((before) => ({ ...before, state: 'failed' }));
    } finally {
      asking.current = false;
    }
  }, []);
  useEffect(() => {
    if (status === 'signed_in') void load();
  }, [status, load]);
  return { ...shown, load: () => void load() };
}
