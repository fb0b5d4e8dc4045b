import { useLingui } from '@lingui/react/macro';
import { Button } from '@sangwian/ui/button';
import { History, KeyRound, LogOut, PenLine, UserRound } from 'lucide-react';
import { NavLink } from 'react-router';
import { Avatar } from '../../shared/member/avatar.tsx';
import { MemberId } from '../../shared/member/member-id.tsx';
import { signOut, useSession } from '../../shared/session/session.ts';
import { hasPage } from '../pages.ts';
import styles from './account-panel.module.css';

/** The signed-in member, the account pages and the log-out button. */
export function AccountPanel() {
  const { t } = useLingui();
  const { member } = useSession();
  const links = [
    { path: '/profile', label: t`Profile`, Icon: UserRound },
    { path: '/profile/edit', label: t`Edit profile`, Icon: PenLine },
    { path: '/profile/change-password', label: t`Change password`, Icon: KeyRound },
    { path: '/profile/coin-history', label: t`Coin history`, Icon: History },
  ].filter(({ path }) => hasPage(path));
  return (
    <div className={styles.panel}>
      {member ? (
        <>
          <div className={styles.who}>
            <Avatar member={member} />
            <p className={styles.name}>
              {member.member_fname} {member.member_lname}
            </p>
          </div>
          <MemberId memberId={member.member_id} />
        </>
      ) : null}
      {links.length > 0 ? (
        <ul>
          {links.map(({ path, label, Icon }) => (
            <li key={path}>
              <NavLink to={path} end className={styles.link ?? ''}>
                <Icon size={18} aria-hidden="true" />
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      ) : null}
      <Button size="small" wide onClick={() => void signOut()}>
        <LogOut size={18} aria-hidden="true" />
        {t`Log out`}
      </Button>
    </div>
  );
}
