import { Trans, useLingui } from '@lingui/react/macro';
import type { MemberFile } from '@sangwian/contract/endpoints/operator/members';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { useLanguage } from '../../shared/language/language.ts';
import { useMay } from '../../shared/session/permissions.ts';
import { useWrite } from '../../shared/toasts/use-write.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Chip } from '../../shared/ui/chip.tsx';
import { Moment } from '../../shared/ui/moment.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import styles from './member-page.module.css';
import { ROLE_NAMES, useNames } from './names.ts';
import { StateChip } from './state-chip.tsx';

interface Contact {
  readonly phone: string | null;
  readonly email: string | null;
  readonly birth_date: string | null;
}

/** Phone number and e-mail address. They are masked until the operator reveals them; the audit records each reveal. */
function ContactLine({ member }: { readonly member: MemberFile }) {
  const { t } = useLingui();
  const mayShow = useMay('handle_disputes');
  const [contact, setContact] = useState<Contact | null>(null);
  const [show, isShowing] = useWrite('POST /operator/member/{member_id}/contact');
  const reveal = async () => {
    const answer = await show({ params: { member_id: member.member_id } });
    if (answer !== null) setContact(answer.data);
  };
  const { phone_masked, email_masked } = member;
  const has = phone_masked !== null || email_masked !== null;
  return (
    <>
      {contact === null
        ? [phone_masked, email_masked].map((text) =>
            text === null ? null : (
              <span key={text} className={styles.number}>
                {text}
              </span>
            ),
          )
        : [contact.phone, contact.email, contact.birth_date].map((text) =>
            text === null ? null : (
              <span key={text} className={styles.number}>
                {text}
              </span>
            ),
          )}
      {has && mayShow && contact === null ? (
        <button
          type="button"
          className={styles.link}
          title={t`The audit keeps that you looked`}
          disabled={isShowing}
          onClick={() => void reveal()}
        >
          <Trans>Show</Trans>
        </button>
      ) : null}
    </>
  );
}

/** The member's name, status, and the reason for the status. */
export function MemberHead({ member }: { readonly member: MemberFile }) {
  const { t } = useLingui();
  const language = useLanguage();
  const { nameOf } = useNames();
  const { watching, sanction_log: log } = member;
  const [last] = log;
  const isBarred = member.state !== 'active' && member.state !== 'deleted';
  return (
    <section aria-label={t`Member`} className={styles.head}>
      <Avatar name={member.name} size={48} />
      <div className={styles.who}>
        <div className={styles.chips}>
          <h2 className={styles.title}>
            <bdi>{member.name || t`deleted member`}</bdi>
          </h2>
          <StateChip state={member.state} />
          {member.role === null ? null : <Chip>{nameOf(ROLE_NAMES[member.role])}</Chip>}
          {member.chat_timeout_until === null ? null : (
            <Chip tone="warn">
              <Trans>
                Chat time-out until <Moment at={member.chat_timeout_until} />
              </Trans>
            </Chip>
          )}
          {watching === null ? null : (
            <Chip icon={Eye}>
              <Trans>Watching {language === 'TH' ? watching.title_th : watching.title_en}</Trans>
            </Chip>
          )}
        </div>
        <div className={styles.line}>
          <span className={styles.mono}>{member.member_id}</span>
          <ContactLine member={member} />
          <span>{member.language === 'TH' ? t`Thai` : t`English`}</span>
        </div>
      </div>
      {isBarred ? (
        <div className={styles.barred}>
          <Notice tone="warn" title={member.status_reason ?? ''}>
            <Trans>by {last?.by ?? '–'}</Trans>
            {member.until === null ? null : (
              <>
                {' · '}
                <Trans>
                  until <Moment at={member.until} />
                </Trans>
              </>
            )}
          </Notice>
        </div>
      ) : null}
    </section>
  );
}
