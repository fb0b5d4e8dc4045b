import { useLingui } from '@lingui/react/macro';
import { Button } from '@sangwian/ui/button';
import { ArrowRight } from 'lucide-react';
import { Avatar } from '../../shared/member/avatar.tsx';
import { type MemberProfile, useSession } from '../../shared/session/session.ts';
import styles from './switch-member.module.css';

interface SwitchMemberProps {
  /** Whom the link would sign in. */
  readonly member: MemberProfile;
  readonly onAnswer: (switches: boolean) => void;
}

function Person({ member }: { readonly member: MemberProfile | null }) {
  return (
    <span className={styles.person}>
      <Avatar member={member} />
      <span className={styles.name}>{member?.member_fname}</span>
    </span>
  );
}

/** Asks who it shall be, where the link is another member's than the one who is signed in. */
export function SwitchMember({ member, onAnswer }: SwitchMemberProps) {
  const { t } = useLingui();
  const { member: current } = useSession();
  const name = member.member_fname;
  const before = current?.member_fname ?? '';
  return (
    <div className={styles.question}>
      <p className={styles.text}>
        {t`This link signs you in as ${name}. Whoever is signed in on this device now will be signed out here.`}
      </p>
      <div className={styles.people} aria-hidden="true">
        <Person member={current} />
        <ArrowRight size={24} />
        <Person member={member} />
      </div>
      <div className={styles.actions}>
        <Button variant="primary" onClick={() => onAnswer(true)}>
          {t`Continue as ${name}`}
        </Button>
        <Button onClick={() => onAnswer(false)}>
          {before === '' ? t`Stay as I am` : t`Stay signed in as ${before}`}
        </Button>
      </div>
    </div>
  );
}
