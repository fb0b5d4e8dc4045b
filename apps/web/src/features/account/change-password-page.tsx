import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { buttonClass } from '@sangwian/ui/button';
import { Skeleton } from '@sangwian/ui/skeleton';
import { Link } from 'react-router';
import { useHasPage } from '../../shared/navigation/has-page.ts';
import type { PageMeta, PageMetaArgs } from '../../shared/page-meta.ts';
import { AccountPage } from './account-page.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';
import styles from './form.module.css';
import { MemberGate } from './member-gate.tsx';

export const meta = ({ i18n }: PageMetaArgs): PageMeta => ({
  title: i18n._(msg`Change password`),
  noindex: true,
});

/** Sets a password after an OTP to the phone, for members who log in by LINE or Apple. */
function NoPassword() {
  const { t } = useLingui();
  const hasPage = useHasPage();
  return (
    <div className={styles.form}>
      <p className={styles.text}>
        {t`You have no password yet. Set one with an OTP to your phone number.`}
      </p>
      {hasPage('/password/re-by-PHONE') ? (
        <Link
          to="/password/re-by-PHONE"
          className={buttonClass({ variant: 'primary', wide: true })}
        >
          {t`Set a password`}
        </Link>
      ) : null}
    </div>
  );
}

/** `/profile/change-password` */
export function Component() {
  const { t } = useLingui();
  return (
    <AccountPage title={t`Change password`}>
      <MemberGate skeleton={<Skeleton shape="fill" className={styles.skeleton} />}>
        {(member) =>
          member.has_password ? (
            <ChangePasswordForm key={member.member_id} member={member} />
          ) : (
            <NoPassword />
          )
        }
      </MemberGate>
    </AccountPage>
  );
}
