import { useLingui } from '@lingui/react/macro';
import { Button } from '@sangwian/ui/button';
import { EmptyState } from '@sangwian/ui/empty-state';
import type { ReactNode } from 'react';
import { emptyUrl } from '../../shared/art-url.ts';
import type { MemberProfile } from '../../shared/session/session.ts';
import { useMember } from './use-member.ts';

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
