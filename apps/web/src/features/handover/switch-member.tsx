import { useLingui } from '@lingui/react/macro';
import { Button } from '@sangwian/ui/button';
import { ArrowRight } from 'lucide-react';
import { Avatar } from '../../shared/member/avatar.tsx';
import { type MemberProfile, useSession } from '../../shared/session/session.ts';
import styles from './switch-member.module.css';

interface SwitchMemberProps {
  /** The member of the link. */
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

/** Asks which account to use if the link belongs to another member than the signed-in one. */
export function SwitchMember({ member, onAnswer }: SwitchMemberProps) {
  const { t } = useLingui();
  const { member: current } = useSession();
  const name = member.member_fname;
  const before = current?.member_fname ?? '';
  return (
    <div className={styles.question}>
      <p className={styles.text}>
        {t`This link signs you in as ${name} and signs out the current account on this device.`}
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
          {before === '' ? t`Keep the current account` : t`Stay signed in as ${before}`}
        </Button>
      </div>
    </div>
  );
}
