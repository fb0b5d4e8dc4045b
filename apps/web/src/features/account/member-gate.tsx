import { useLingui } from '@lingui/react/macro';
import { Button } from '@sangwian/ui/button';
import { EmptyState } from '@sangwian/ui/empty-state';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { emptyUrl } from '../../shared/art-url.ts';
import { type MemberProfile, refreshProfile, useSession } from '../../shared/session/session.ts';

interface OwnMember {
  /** The stored profile until the current one is loaded; `null` without either. */
  readonly member: MemberProfile | null;
  /** Whether the profile could not be loaded. */
  readonly failed: boolean;
  readonly retry: () => void;
}

/** Returns the signed-in member, whose profile is fetched when the page opens. */
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
  /** A skeleton with the size of the content. */
  readonly skeleton: ReactNode;
  readonly children: (member: MemberProfile) => ReactNode;
}

/**
 * Renders its content with the member. Shows a skeleton while the profile loads, and a button to try again after a
 * failure.
 */
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
