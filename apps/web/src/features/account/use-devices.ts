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
  /** Signs one of them out; resolves with whether that worked. */
  readonly signOut: (device: Device) => Promise<boolean>;
  /** Signs all but this one out. */
  readonly signOutOthers: () => Promise<boolean>;
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

  const keep = (isKept: (device: Device) => boolean) =>
    setDevices((before) => before?.filter(isKept) ?? null);

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

  return { devices, failed, reload, signOut, signOutOthers };
}
