import { useLingui } from '@lingui/react/macro';
import { buttonClass } from '@sangwian/ui/button';
import { Skeleton } from '@sangwian/ui/skeleton';
import { VisuallyHidden } from '@sangwian/ui/visually-hidden';
import { Link, useLocation } from 'react-router';
import { Avatar } from '../../shared/member/avatar.tsx';
import { signInPathFrom } from '../../shared/navigation/navigation.ts';
import { type Session, useSession } from '../../shared/session/session.ts';

import styles from './account-area.module.css';
import { CoinBalance } from './coin-balance.tsx';
import { DropDown } from './drop-down.tsx';
import { FittedMemberId } from './fitted-member-id.tsx';
import { useMemberParts } from './use-member-parts.ts';

/** The coins, bell and profile of a member. The place of the bell is kept free until the bell is loaded. */
function MemberArea({ member }: Pick<Session, 'member'>) {
  const { t } = useLingui();
  const parts = useMemberParts();
  return (
    <>
      <CoinBalance />
      <span className={styles.bell}>{parts ? <parts.NoticeBell /> : null}</span>
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
        {() => <div className={styles.panel}>{parts ? <parts.AccountPanel /> : null}</div>}
      </DropDown>
    </>
  );
}

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
  return <MemberArea member={member} />;
}
