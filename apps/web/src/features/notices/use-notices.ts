import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callApi } from '../../shared/api/call-api.ts';
import { usePages } from '../../shared/api/pages-query.ts';
import { acquireEventSocket } from '../../shared/session/event-socket.ts';
import { useMemberId } from '../../shared/session/session.ts';

const LIST = 'GET /notice';
/** Half a screen of a phone. */
const PAGE_MAX = 5;

/** Fetches the notices again after each event of the socket. */
function useChanges(memberId: string | null): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (memberId === null) return;
    let isLeft = false;
    let release = () => {};
    const onChange = () => void queryClient.invalidateQueries({ queryKey: [LIST] });
    // Without the socket library the list stays as it was when the page opened.
    acquireEventSocket().then(
      ({ socket, release: releaseHandle }) => {
        release = () => {
          socket.off('notices:changed', onChange);
          releaseHandle();
        };
        if (isLeft) release();
        else socket.on('notices:changed', onChange);
      },
      () => {},
    );
    return () => {
      isLeft = true;
      release();
    };
  }, [memberId, queryClient]);
}

/** Returns the member's notices, loaded page by page, the latest first. */
export function useNotices() {
  const memberId = useMemberId();
  useChanges(memberId);
  return usePages(memberId, LIST, (cursor, signal) =>
    callApi(
      LIST,
      { query: { limit: PAGE_MAX, ...(cursor === undefined ? {} : { cursor }) } },
      { signal },
    ),
  );
}

/** Marks a notice and all earlier ones as read, on every device. */
export const markRead = (noticeId: string) =>
  callApi('PUT /notice/read', { body: { up_to: noticeId } });
