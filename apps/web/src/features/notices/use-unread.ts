import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { memberQuery } from '../../shared/api/api-query.ts';
import { acquireEventSocket } from '../../shared/session/event-socket.ts';
import { useMemberId } from '../../shared/session/session.ts';

/** The keys of all queries of notices begin with this. */
export const NOTICES = 'GET /notice';

export const unreadOf = (memberId: string | null) =>
  memberQuery(memberId, 'GET /notice/unread', {});

/**
 * Returns how many notices the member has not read; `undefined` until this is known. Fetches the number and the shown
 * lists again after each event of the socket.
 */
export function useUnread(): number | undefined {
  const queryClient = useQueryClient();
  const memberId = useMemberId();
  const { data } = useQuery(unreadOf(memberId));
  useEffect(() => {
    if (memberId === null) return;
    let isLeft = false;
    let release = () => {};
    const onChange = () =>
      void queryClient.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[0]).startsWith(NOTICES),
      });
    // Without the socket library the number stays as it was when the page opened.
    acquireEventSocket().then(
      ({ socket, release: releaseHandle }) => {
        release = () => {
          socket.off('notices:changed', onChange).off('connect', onChange);
          releaseHandle();
        };
        if (isLeft) return release();
        // Events during a disconnect are lost.
        socket.on('notices:changed', onChange).on('connect', onChange);
      },
      () => {},
    );
    return () => {
      isLeft = true;
      release();
    };
  }, [memberId, queryClient]);
  return data?.unread;
}
