import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { keepWritten } from '../../shared/api/api-query.ts';
import { callApi } from '../../shared/api/call-api.ts';
import { usePages } from '../../shared/api/pages-query.ts';
import { useMemberId } from '../../shared/session/session.ts';
import { NOTICES, unreadOf } from './use-unread.ts';

/** Returns the member's notices, loaded page by page, the latest first. The bell keeps them up to date. */
export const useNotices = (pageMax: number) =>
  usePages(useMemberId(), `${NOTICES}?limit=${pageMax}`, (cursor, signal) =>
    callApi(
      NOTICES,
      { query: { limit: pageMax, ...(cursor === undefined ? {} : { cursor }) } },
      { signal },
    ),
  );

/** Returns a function that marks a notice and all earlier ones as read, on every device. */
export function useMarkRead(): (noticeId: string) => Promise<void> {
  const queryClient = useQueryClient();
  const memberId = useMemberId();
  return useCallback(
    async (noticeId) => {
      const { data } = await callApi('PUT /notice/read', { body: { up_to: noticeId } });
      keepWritten(queryClient, unreadOf(memberId).queryKey, data);
    },
    [queryClient, memberId],
  );
}
