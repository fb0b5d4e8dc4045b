import { useLingui } from '@lingui/react/macro';
import { buttonClass } from '@sangwian/ui/button';
import { Skeleton } from '@sangwian/ui/skeleton';
import { VisuallyHidden } from '@sangwian/ui/visually-hidden';
import { Link, useLocation } from 'react-router';
import { Avatar } from '../../shared/member/avatar.tsx';
import { signInPathFrom } from '../../shared/navigation/navigation.ts';
import { useSession } from '../../shared/session/session.ts';

import styles from './account-area.module.css';
import { CoinBalance } from './coin-balance.tsx';
import { DropDown } from './drop-down.tsx';
import { FittedMemberId } from './fitted-member-id.tsx';
import { LazyAccountPanel } from './lazy-account-panel.tsx';

/** The coins and profile of a member, or the login button; a placeholder of the same size until hydration. */
export function AccountArea() {
  const { t } = useLingui();
  const { status, member } = useSession();
  const { pathname, search } = useLocation();
  if (status === 'unknown') return <Skeleton shape="fill" className={styles.unknown} />;
  if (status === 'signed_out') {
    return (
      <>
        <CoinBalance />
        <Link
          to={signInPathFrom(pathname, search)}
          className={buttonClass({ variant: 'primary', size: 'small' })}
        >
          {t`Log in`}
        </Link>
      </>
    );
  }
  return (
    <>
      <CoinBalance />
      <DropDown
        align="end"
        button={
          <>
            <VisuallyHidden>{t`Account`}</VisuallyHidden>
            <Avatar member={member} />
            <span className={styles.who}>
              <span className={styles.name}>{member?.member_fname}</span>
              {member ? <FittedMemberId memberId={member.member_id} /> : null}
            </span>
          </>
        }
        buttonClass={styles.profile}
        panelClass={styles.drop}
      >
        {() => (
          <div className={styles.panel}>
            <LazyAccountPanel />
          </div>
        )}
      </DropDown>
    </>
  );
}
