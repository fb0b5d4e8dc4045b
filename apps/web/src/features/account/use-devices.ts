import type { ResponseOf } from '@sangwian/contract/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../shared/api/api-error.ts';
import { keepWritten, memberQuery } from '../../shared/api/api-query.ts';
import { callApi } from '../../shared/api/call-api.ts';
import { useMemberId } from '../../shared/session/session.ts';

export type Device = ResponseOf<'GET /auth/member/sessions'>['data'][number];

export interface Devices {
  /** The devices, the most recently used first; `null` until they are loaded. */
  readonly devices: readonly Device[] | null;
  readonly failed: boolean;
  readonly reload: () => Promise<void>;
  /** Signs a device out. Resolves with whether the request succeeded. */
  readonly signOut: (device: Device) => Promise<boolean>;
  /** Signs all other devices out. */
  readonly signOutOthers: () => Promise<boolean>;
}

/** The session has ended in the meantime, which counts as success. */
const isGone = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 'session_not_found';

/** Returns the devices on which the member is signed in. They are fetched again whenever the page becomes visible. */
export function useDevices(): Devices {
  const queryClient = useQueryClient();
  const query = memberQuery(useMemberId(), 'GET /auth/member/sessions', {});
  const { data, isError, refetch } = useQuery({ ...query, refetchOnWindowFocus: 'always' });

  const keep = (isKept: (device: Device) => boolean) =>
    keepWritten<readonly Device[]>(queryClient, query.queryKey, (before) => before?.filter(isKept));

  const signOut = async ({ member_session_id: id }: Device) => {
    try {
      await callApi('DELETE /auth/member/sessions/{member_session_id}', {
        params: { member_session_id: id },
      });
    } catch (error) {
      if (!isGone(error)) return false;
    }
    keep((device) => device.member_session_id !== id);
    return true;
  };

  const signOutOthers = async () => {
    try {
      await callApi('DELETE /auth/member/sessions', {});
    } catch {
      return false;
    }
    keep((device) => device.current);
    return true;
  };

  const reload = async () => void (await refetch());
  return { devices: data ?? null, failed: isError, reload, signOut, signOutOthers };
}
