import { useCallback, useEffect, useState } from 'react';
import { type MemberProfile, refreshProfile, useSession } from '../../shared/session/session.ts';

export interface OwnMember {
  /** `null` until it is there; the last known one stands in for the fresh one meanwhile. */
  readonly member: MemberProfile | null;
  /** It could not be fetched. */
  readonly failed: boolean;
  readonly retry: () => void;
}

/** The member whose account it is, fresh since the page was opened. */
export function useMember(): OwnMember {
  const { status, member } = useSession();
  const [failed, setFailed] = useState(false);
  const refresh = useCallback(async () => {
    setFailed(false);
    setFailed(!(await refreshProfile()));
  }, []);
  useEffect(() => {
    if (status === 'signed_in') void refresh();
  }, [status, refresh]);
  return { member, failed, retry: () => void refresh() };
}
