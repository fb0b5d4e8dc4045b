import { useLingui } from '@lingui/react/macro';
import type { MemberFile } from '@sangwian/contract/endpoints/operator/members';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { staffQuery } from '../../shared/api/staff-query.ts';
import { useMay } from '../../shared/session/permissions.ts';
import { BarContent } from '../../shared/ui/bar-content.tsx';
import { QueryView } from '../../shared/ui/states.tsx';
import { AboutPanel, AppealsPanel, ConsentsPanel, SessionsPanel } from './about-panels.tsx';
import { CoinsPanel, LedgerPanel } from './coins-panel.tsx';
import { MemberActs } from './member-acts.tsx';
import { MemberHead } from './member-head.tsx';
import styles from './member-page.module.css';
import { OpenAppealPanel } from './open-appeal-panel.tsx';
import { TimelinePanel } from './timeline-panel.tsx';

function Member({ member }: { readonly member: MemberFile }) {
  const decides = useMay('suspend_members');
  return (
    <div className={styles.page}>
      <MemberHead key={member.member_id} member={member} />
      <div className={styles.left}>
        <AboutPanel member={member} />
        <SessionsPanel member={member} />
        <AppealsPanel member={member} />
        <ConsentsPanel member={member} />
      </div>
      <TimelinePanel memberId={member.member_id} />
      <div className={styles.right}>
        {decides ? <OpenAppealPanel memberId={member.member_id} /> : null}
        <MemberActs member={member} />
        <CoinsPanel member={member} />
        <LedgerPanel memberId={member.member_id} />
      </div>
    </div>
  );
}

/** One member: profile, timeline, coins, and possible acts. */
export function MemberPage() {
  const { t } = useLingui();
  const { memberId = '' } = useParams();
  const found = useQuery(
    staffQuery('GET /operator/member/{member_id}', { params: { member_id: memberId } }, 'members'),
  );
  return (
    <>
      <BarContent title={found.data?.name || t`Member`} above={t`Members`} aboveTo="/members" />
      <QueryView query={found} rows={8}>
        {(member) => <Member member={member} />}
      </QueryView>
    </>
  );
}
