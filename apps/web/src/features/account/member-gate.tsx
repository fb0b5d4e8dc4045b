import { useLingui } from '@lingui/react/macro';
import { Button } from '@sangwian/ui/button';
import { EmptyState } from '@sangwian/ui/empty-state';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { emptyUrl } from '../../shared/art-url.ts';
import { type MemberProfile, refreshProfile, useSession } from '../../shared/session/session.ts';

interface OwnMember {
  /** The stored profile until the fresh one is read; `null` without either. */
  readonly member: MemberProfile | null;
  /** The profile could not be read. */
  readonly failed: boolean;
  readonly retry: () => void;
}

/** The signed-in member, read when the page opens. */
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
  /** Has the size of the content. */
  readonly skeleton: ReactNode;
  readonly children: (member: MemberProfile) => ReactNode;
}

/** Renders its content with the member; until then a skeleton, or a button to try again. */
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
