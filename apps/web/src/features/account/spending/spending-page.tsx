import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button } from '@sangwian/ui/button';
import { Skeleton } from '@sangwian/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { memberQuery } from '../../../shared/api/api-query.ts';
import type { PageMeta, PageMetaArgs } from '../../../shared/page-meta.ts';
import { AccountPage } from '../account-page.tsx';
import { MemberGate } from '../member-gate.tsx';
import { LimitForm } from './limit-form.tsx';
import { PauseSection } from './pause-section.tsx';
import styles from './spending-page.module.css';
import { useSpendingChange } from './use-spending-change.ts';

export const meta = ({ i18n }: PageMetaArgs): PageMeta => ({
  title: i18n._(msg`Spending limits`),
  noindex: true,
});

function Limits({ memberId }: { readonly memberId: string }) {
  const { t } = useLingui();
  const query = memberQuery(memberId, 'GET /member/spending', {});
  const { data: spending, isError, refetch } = useQuery({ ...query, refetchOnMount: 'always' });
  const change = useSpendingChange(query.queryKey);
  if (spending === undefined) {
    return isError ? (
      <div className={styles.failed}>
        <p>{t`Your limits could not be loaded.`}</p>
        <Button size="small" onClick={() => void refetch()}>
          {t`Try again`}
        </Button>
      </div>
    ) : (
      <Skeleton shape="fill" className={styles.skeleton} />
    );
  }
  return (
    <div className={styles.parts}>
      <p className={styles.lead}>
        {t`Decide what coins may cost you, before the bell. A lower limit applies at once; a higher one after 24 hours.`}
      </p>
      <LimitForm period="day" spending={spending.day} change={change} />
      <LimitForm period="month" spending={spending.month} change={change} />
      <PauseSection until={spending.excluded_until} change={change} />
    </div>
  );
}

/** `/profile/spending`: the spending limits of the member, and a pause. */
export function Component() {
  const { t } = useLingui();
  return (
    <AccountPage title={t`Spending limits`}>
      <MemberGate skeleton={<Skeleton shape="fill" className={styles.skeleton} />}>
        {(member) => <Limits key={member.member_id} memberId={member.member_id} />}
      </MemberGate>
    </AccountPage>
  );
}
