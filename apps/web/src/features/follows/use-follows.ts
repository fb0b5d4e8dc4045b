import type { Follow, FollowSubject } from '@sangwian/contract/endpoints/follows';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { keepWritten, memberQuery } from '../../shared/api/api-query.ts';
import { callApi } from '../../shared/api/call-api.ts';
import { useMemberId } from '../../shared/session/session.ts';

const isOf =
  ({ type, id }: FollowSubject) =>
  (follow: Follow): boolean =>
    follow.type === type && follow.id === id;

/** Returns the query of what the member follows, which all buttons of the page share. */
const followsOf = (memberId: string | null) => memberQuery(memberId, 'GET /follow', {});

/** Returns the query result of what the member follows, the latest first. */
export const useFollows = () => useQuery(followsOf(useMemberId()));

/** Returns whether the member follows a subject; `null` while this is unknown. */
export function useIsFollowed(subject: FollowSubject): boolean | null {
  const { data } = useFollows();
  return data === undefined ? null : data.some(isOf(subject));
}

/** Returns a function that follows or unfollows a subject. Rejects if the API refuses. */
export function useSetFollowed() {
  const memberId = useMemberId();
  const queryClient = useQueryClient();
  return async (subject: FollowSubject, isFollowed: boolean): Promise<void> => {
    const body = { type: subject.type, id: subject.id };
    const added = isFollowed ? (await callApi('PUT /follow', { body })).data : null;
    if (added === null) await callApi('DELETE /follow', { body });
    keepWritten<readonly Follow[]>(queryClient, followsOf(memberId).queryKey, (before) => {
      if (before === undefined) return undefined;
      const others = before.filter((follow) => !isOf(subject)(follow));
      return added === null ? others : [added, ...others];
    });
    void queryClient.invalidateQueries({ queryKey: ['GET /follow/next'] });
  };
}
