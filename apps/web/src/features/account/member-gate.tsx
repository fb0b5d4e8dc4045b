import { useLingui } from '@lingui/react/macro';
import { Button } from '@sangwian/ui/button';
import { EmptyState } from '@sangwian/ui/empty-state';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { emptyUrl } from '../../shared/art-url.ts';
import { type MemberProfile, refreshProfile, useSession } from '../../shared/session/session.ts';

interface OwnMember {
  /** `null` until it is there; the last known one stands in for the fresh one meanwhile. */
  readonly member: MemberProfile | null;
  /** It could not be fetched. */
  readonly failed: boolean;
  readonly retry: () => void;
}

/** The member whose account it is, fresh since the page was opened. */
function useMember(): OwnMember {
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

interface MemberGateProps {
  /** Of the size of what comes. */
  readonly skeleton: ReactNode;
  readonly children: (member: MemberProfile) => ReactNode;
}

/** What is drawn with the member once they are known; before that a skeleton, or a way to try again. */
export function MemberGate({ skeleton, children }: MemberGateProps) {
  const { t } = useLingui();
  const { member, failed, retry } = useMember();
  if (member) return children(member);
  if (!failed) return <div aria-busy="true">{skeleton}</div>;
  return (
    <EmptyState
      picture={emptyUrl('offline')}
      title={t`Unable to fetch member data.`}
      text={t`Please check your connection and try again.`}
    >
      <Button variant="primary" onClick={retry}>
        {t`Try again`}
      </Button>
    </EmptyState>
  );
}
