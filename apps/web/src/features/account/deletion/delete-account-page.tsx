import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Notice } from '@sangwian/ui/notice';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { EntranceCard } from '../../../shared/entrance/entrance-card.tsx';
import { signInPath } from '../../../shared/navigation/navigation.ts';
import type { PageMeta, PageMetaArgs } from '../../../shared/page-meta.ts';
import { useSiteConfig } from '../../../shared/site-config.ts';
import { ConfirmForm } from './confirm-form.tsx';
import { CredentialsForm } from './credentials-form.tsx';
import styles from './delete-account.module.css';
import { type DeletionSession, endDeletion } from './deletion-session.ts';
import { Losses } from './losses.tsx';

export const meta = ({ i18n }: PageMetaArgs): PageMeta => ({
  title: i18n._(msg`Delete your account`),
  description: i18n._(
    msg`How to delete your Sangwian account and its data, without the app and without being logged in.`,
  ),
});

/** Explains how members without a password can delete their account. */
function OtherWays() {
  const { t } = useLingui();
  const { contactUrl } = useSiteConfig();
  return (
    <div className={styles.text}>
      <p>
        {t`Do you log in with LINE or Apple?`}{' '}
        <Link to={signInPath('/profile')} className={styles.link}>
          {t`Log in and delete your account on your account page.`}
        </Link>
      </p>
      {contactUrl === '' ? null : (
        <p>
          {t`Cannot log in any more?`}{' '}
          <a href={contactUrl} target="_blank" rel="noopener" className={styles.link}>
            {t`Contact Admin`}
          </a>
        </p>
      )}
    </div>
  );
}

/** `/delete-account`: deletes an account by phone, password and OTP, without a sign-in. */
export function Component() {
  const { t } = useLingui();
  const [session, setSession] = useState<DeletionSession | null>(null);
  const [isDone, setDone] = useState(false);
  const open = useRef<DeletionSession | null>(null);
  open.current = isDone ? null : session;
  // Leaving the page revokes the session of the account to delete.
  useEffect(() => () => endDeletion(open.current), []);

  if (isDone) {
    return (
      <EntranceCard
        title={t`Delete your account`}
        lead={t`Your phone number is free. It can be used to register as a new member.`}
      >
        <Notice tone="ok">{t`Your account has been deleted.`}</Notice>
      </EntranceCard>
    );
  }
  return (
    <EntranceCard
      title={t`Delete your account`}
      lead={t`Your Sangwian account and its data are deleted immediately and permanently.`}
    >
      <div className={styles.steps}>
        <Losses coins={session?.member.wallet.balance ?? null} />
        {session === null ? (
          <>
            <CredentialsForm onProven={setSession} />
            <OtherWays />
          </>
        ) : (
          <ConfirmForm
            session={session}
            onChanged={setSession}
            onDeleted={() => setDone(true)}
            onCancel={() => {
              endDeletion(session);
              setSession(null);
            }}
          />
        )}
      </div>
    </EntranceCard>
  );
}
