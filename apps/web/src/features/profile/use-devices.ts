import type { ResponseOf } from '@sangwian/contract/contract';
import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '../../shared/api/api-error.ts';
import { callApi } from '../../shared/api/call-api.ts';

export type Device = ResponseOf<'GET /auth/member/sessions'>['data'][number];

export interface Devices {
  /** The latest used first; `null` until they are there. */
  readonly devices: readonly Device[] | null;
  readonly failed: boolean;
  readonly reload: () => Promise<void>;
  /** Signs devices out, one after the other; resolves with how many it did not work for. */
  readonly signOut: (devices: readonly Device[]) => Promise<number>;
}

/** Signed out by somebody else meanwhile is as good. */
const isGone = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 'session_not_found';

/** Where the member is signed in; read again whenever the page is looked at again. */
export function useDevices(): Devices {
  const [devices, setDevices] = useState<readonly Device[] | null>(null);
  const [failed, setFailed] = useState(false);

  const reload = useCallback(async () => {
    try {
      const { data } = await callApi('GET /auth/member/sessions', {});
      setDevices(data);
      setFailed(false);
    } catch {
      setFailed(true);
    }
  }, []);

  useEffect(() => {
    void reload();
    const look = () => {
      if (document.visibilityState === 'visible') void reload();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [reload]);

  const signOut = async (chosen: readonly Device[]) => {
    const left = new Set<string>();
    for (const { member_session_id } of chosen) {
      try {
        await callApi('DELETE /auth/member/sessions/{member_session_id}', {
          params: { member_session_id },
        });
      } catch (error) {
        if (!isGone(error)) left.add(member_session_id);
      }
    }
    const ended = new Set(chosen.map((device) => device.member_session_id));
    setDevices(
      (before) =>
        before?.filter(({ member_session_id: id }) => !ended.has(id) || left.has(id)) ?? null,
    );
    return left.size;
  };

  return { devices, failed, reload, signOut };
}
