import { useLingui } from '@lingui/react/macro';
import { Button } from '@sangwian/ui/button';
import { VisuallyHidden } from '@sangwian/ui/visually-hidden';
import { Check, Copy, LogOut } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { signOut, useSession } from '../../shared/session/session.ts';
import { hasPage } from '../pages.ts';
import styles from './account-panel.module.css';
import { Avatar } from './avatar.tsx';

const COPIED_MS = 2_000;

function MemberId({ memberId }: { readonly memberId: string }) {
  const { t } = useLingui();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <button
      type="button"
      className={styles.id}
      onClick={() => {
        // A browser without a clipboard still shows the id to select.
        void navigator.clipboard?.writeText(memberId).then(
          () => setCopied(true),
          () => {},
        );
      }}
    >
      <VisuallyHidden>{copied ? t`Copied` : t`Copy member ID`}</VisuallyHidden>
      <span className={styles.idText}>{memberId}</span>
      {copied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
    </button>
  );
}

/** Who is signed in, and the way out. */
export function AccountPanel() {
  const { t } = useLingui();
  const { member } = useSession();
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
      {hasPage('/profile') ? (
        <Link to="/profile" className={styles.link}>
          {t`Profile`}
        </Link>
      ) : null}
      <Button size="small" wide onClick={() => void signOut()}>
        <LogOut size={18} aria-hidden="true" />
        {t`Log out`}
      </Button>
    </div>
  );
}
